import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type S3Credentials, sha256, signS3 } from "./sign-s3.ts";

/**
 * An S3-compatible store with everything a backup needs: multipart uploads, reading and listing. It checks the
 * signature of every request.
 */
export type S3Server = {
  readonly url: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  readonly openUploads: ReadonlyMap<string, Map<number, Buffer>>;
  /** This many of the next requests are answered with 503. */
  failNext(count: number): void;
  close(): Promise<void>;
};

const PAGE = 2;

export async function startS3Server(credentials: S3Credentials): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const openUploads = new Map<string, Map<number, Buffer>>();
  let failures = 0;

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url!, `http://${request.headers.host}`);
    const at = new Date(
      String(request.headers["x-amz-date"]).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"),
    );
    const expected = signS3({ method: request.method!, url, bodyHash: sha256(body) }, credentials, at);
    if (request.headers.authorization !== expected["authorization"])
      return void response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
    if (failures-- > 0) return void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
    const key = decodeURIComponent(url.pathname).replace(/^\/[^/]+\/?/, "");
    const query = url.searchParams;
    const uploadId = query.get("uploadId");
    const upload = openUploads.get(uploadId ?? "");
    if (query.has("uploads")) {
      openUploads.set(`upload&${key}`, new Map());
      response.end(
        `<InitiateMultipartUploadResult><UploadId>upload&amp;${key}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else if (request.method === "PUT" && upload !== undefined) {
      upload.set(Number(query.get("partNumber")), body);
      response.setHeader("etag", `"${sha256(body)}"`).end();
    } else if (request.method === "POST" && upload !== undefined) {
      objects.set(key, Buffer.concat([...upload].toSorted(([one], [other]) => one - other).map(([, part]) => part)));
      openUploads.delete(uploadId!);
      response.end("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
    } else if (request.method === "DELETE" && upload !== undefined) {
      openUploads.delete(uploadId!);
      response.writeHead(204).end();
    } else if (query.has("list-type")) {
      const names = [...objects.keys()].filter((name) => name.startsWith(query.get("prefix")!)).toSorted();
      const from = Number(query.get("continuation-token") ?? 0);
      const keys = names.slice(from, from + PAGE).map((name) => `<Contents><Key>${name}</Key></Contents>`);
      const isTruncated = names.length > from + PAGE;
      response.end(
        `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${keys.join("")}<NextContinuationToken>${from + PAGE}</NextContinuationToken></ListBucketResult>`,
      );
    } else if (request.method === "GET" && objects.has(key)) response.end(objects.get(key));
    else response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => answer(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    openUploads,
    failNext: (count) => void (failures = count),
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
