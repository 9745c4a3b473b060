import { randomUUID } from "node:crypto";

/** A form with files, as `multipart/form-data`. Providers accept evidence files only in this form. */
export type FormFile = { field: string; fileName: string; contentType: string; content: Buffer };

export function multipartOf(
  fields: Readonly<Record<string, string>>,
  file: FormFile,
): { contentType: string; body: Buffer } {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(([name, value]) => part(boundary, `name="${name}"`, [], Buffer.from(value)));
  const disposition = `name="${file.field}"; filename="${quotable(file.fileName)}"`;
  parts.push(part(boundary, disposition, [`content-type: ${file.contentType}`], file.content));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function part(boundary: string, disposition: string, headers: readonly string[], content: Buffer): Buffer {
  const head = [`--${boundary}`, `content-disposition: form-data; ${disposition}`, ...headers, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n")]);
}

/** A typed file name must not end the header that contains it. */
function quotable(name: string): string {
  return name.replace(/[^\p{L}\p{N} ._-]/gu, "_");
}
