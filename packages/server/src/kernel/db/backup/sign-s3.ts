import { createHash, createHmac } from "node:crypto";

/** AWS Signature Version 4. Path and query must be encoded already; S3 signs the path as it is on the wire. */
export type S3Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string; readonly region: string };
export type S3Request = {
  method: string;
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hex. */ bodyHash: string;
};

export const EMPTY_HASH = sha256("");

export function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

export function signS3(request: S3Request, credentials: S3Credentials, at: Date): Record<string, string> {
  const { method, url, headers = {}, bodyHash } = request;
  const { accessKeyId, secretAccessKey, region } = credentials;
  const instant = at.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const scope = `${instant.slice(0, 8)}/${region}/s3/aws4_request`;
  const own = { host: url.host, "x-amz-content-sha256": bodyHash, "x-amz-date": instant };
  const sent: Record<string, string> = { ...headers, ...own };
  const names = Object.keys(sent)
    .map((name) => name.toLowerCase())
    .toSorted();
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const lines = names.map((name) => `${name}:${sent[name]!.trim()}`);
  const canonical = [method, url.pathname, query, ...lines, "", names.join(";"), bodyHash].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", instant, scope, sha256(canonical)].join("\n");
  let key: string | Buffer = `AWS4${secretAccessKey}`;
  for (const part of scope.split("/")) key = createHmac("sha256", key).update(part).digest();
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  const signed = `Credential=${accessKeyId}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`;
  return { ...sent, authorization: `AWS4-HMAC-SHA256 ${signed}` };
}

/** RFC 3986 encoding: encodeURIComponent leaves some characters that the signature must encode. */
export function encode(text: string): string {
  const encodeOne = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, encodeOne);
}
