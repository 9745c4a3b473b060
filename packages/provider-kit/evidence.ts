import { randomUUID } from "node:crypto";
import type { Evidence } from "./provider.ts";
import { Refusal } from "./speak.ts";

/** Evidence as providers take it: a file, uploaded as a form, and one text. */
export type EvidenceFile = Extract<Evidence, { content: Buffer }>;

export function filesIn(evidence: readonly Evidence[]): EvidenceFile[] {
  return evidence.filter((piece): piece is EvidenceFile => "content" in piece);
}

/** All texts and the names of all files, each on its line. */
export function evidenceText(evidence: readonly Evidence[], maxLength: number, displayName: string): string {
  const text = evidence.map((piece) => ("text" in piece ? `${piece.name}: ${piece.text}` : piece.name)).join("\n");
  if (text.length > maxLength)
    throw new Refusal("evidence_too_long", `${displayName} accepts at most ${maxLength} characters of evidence`);
  return text;
}

/** A form with a file, as `multipart/form-data`. Providers accept evidence files only in this form. */
export function multipartOf(
  fields: Readonly<Record<string, string>>,
  field: string,
  { name, contentType, content }: EvidenceFile,
): { headers: { "content-type": string }; body: Buffer } {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(([key, value]) => part(boundary, `name="${key}"`, [], Buffer.from(value)));
  const disposition = `name="${field}"; filename="${quotable(name)}"`;
  parts.push(part(boundary, disposition, [`content-type: ${contentType}`], content));
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
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
