import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { OperatorError } from "../../operator-error.ts";
import type { BackupPlace } from "./backup-place.ts";
import { EMPTY_HASH, encode, type S3Credentials, sha256, signS3 } from "./sign-s3.ts";

/** Uploaded in parts, as its length is known only at its end; shown once all are joined. A failed upload is aborted. */
export type S3Settings = S3Credentials & { readonly endpoint: string };
type S3Target = S3Settings & { readonly bucket: string; readonly prefix: string };
type Call = { method: "GET" | "PUT" | "POST" | "DELETE"; key?: string; query?: Record<string, string>; body?: Buffer };
type Answer = Awaited<ReturnType<typeof request>>;

/** A store accepts 10,000 parts of at least 5 MiB. They grow: little memory for small backups, 1.2 TB at most. */
const FIRST_PART_BYTES = 8 * 1_024 * 1_024;
const PARTS_OF_ONE_SIZE = 2_500;
const MAX_PARTS = 10_000;
const ANSWER_TIMEOUT_MS = 120_000;
const TRIES = 4;
const RETRY_PAUSE_MS = 500;
const MAX_ANSWER_SHOWN = 300;
const MAX_PAGES = 1_000;

export function createS3Place(target: S3Target): BackupPlace {
  const keyOf = (name: string): string => (target.prefix === "" ? name : `${target.prefix}/${name}`);
  const description = `s3://${target.bucket}/${target.prefix}`;
  return {
    description,
    async write(name, content) {
      const key = keyOf(name);
      const answer = await send(target, { method: "POST", key, query: { uploads: "" } });
      const uploadId = textOf(await answer.body.text(), "UploadId");
      try {
        await upload(target, key, uploadId, content);
      } catch (error) {
        // The store's own rule for unfinished uploads then removes it.
        await send(target, { method: "DELETE", key, query: { uploadId } }).catch(() => undefined);
        throw error;
      }
      return `s3://${target.bucket}/${key}`;
    },
    async *read(name, onSize) {
      const { headers, body } = await send(target, { method: "GET", key: keyOf(name) });
      onSize?.(Number(headers["content-length"] ?? 0));
      yield* body as AsyncIterable<Buffer>;
    },
    async list() {
      const names: string[] = [];
      const prefix = target.prefix === "" ? "" : `${target.prefix}/`;
      let token = "";
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = { "list-type": "2", prefix, ...(token === "" ? {} : { "continuation-token": token }) };
        const text = await (await send(target, { method: "GET", query })).body.text();
        names.push(...[...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => match[1]!.slice(prefix.length)));
        if (!text.includes("<IsTruncated>true</IsTruncated>")) break;
        token = textOf(text, "NextContinuationToken");
      }
      return names.toSorted();
    },
  };
}

async function upload(target: S3Target, key: string, uploadId: string, content: AsyncIterable<Buffer>): Promise<void> {
  const tags: string[] = [];
  for await (const body of inParts(content)) {
    const partNumber = tags.length + 1;
    if (partNumber > MAX_PARTS)
      throw new OperatorError("The backup is larger than the store takes in one upload; write it to a folder.");
    const query = { partNumber: String(partNumber), uploadId };
    const { headers, body: answer } = await send(target, { method: "PUT", key, query, body });
    await answer.dump();
    tags.push(String(headers["etag"]));
  }
  const partOf = (tag: string, index: number): string =>
    `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', "&quot;")}</ETag></Part>`;
  const parts = tags.map(partOf).join("");
  const body = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
  const answer = await (await send(target, { method: "POST", key, query: { uploadId }, body })).body.text();
  // The store may begin its answer with 200 and report the error later in the body.
  if (!answer.includes("<CompleteMultipartUploadResult"))
    throw new OperatorError(`The store did not join the parts of the backup: ${shortened(answer)}`);
}

async function* inParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  let parts = 0;
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
    if (length < FIRST_PART_BYTES * 4 ** Math.floor(parts / PARTS_OF_ONE_SIZE)) continue;
    yield Buffer.concat(pieces, length);
    [pieces, length, parts] = [[], 0, parts + 1];
  }
  if (length > 0 || parts === 0) yield Buffer.concat(pieces, length);
}

/** A separate HTTP client: the client for provider calls keeps whole answers in memory, and a backup does not fit. */
async function send(target: S3Target, call: Call): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await sendOnce(target, call);
    } catch (error) {
      if (tries === TRIES || error instanceof OperatorError) throw explained(target, error);
      await pause(RETRY_PAUSE_MS * 2 ** tries);
    }
  }
}

const agent = new Agent({ headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: ANSWER_TIMEOUT_MS });

async function sendOnce(target: S3Target, { method, key, query = {}, body }: Call): Promise<Answer> {
  const path = [target.bucket, ...(key?.split("/") ?? [])].map(encode).join("/");
  const url = new URL(`${target.endpoint}/${path}`);
  url.search = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join("&");
  const headers = signS3({ method, url, bodyHash: body === undefined ? EMPTY_HASH : sha256(body) }, target, new Date());
  const answer = await request(url, { method, headers, dispatcher: agent, ...(body === undefined ? {} : { body }) });
  if (answer.statusCode < 300) return answer;
  const text = shortened(await answer.body.text());
  if (answer.statusCode >= 500 || answer.statusCode === 429) throw new Error(`${answer.statusCode} ${text}`);
  throw new OperatorError(`The store refused ${method} in s3://${target.bucket} with ${answer.statusCode}: ${text}`);
}

function explained({ endpoint }: S3Target, error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  return new OperatorError(
    `The store at ${endpoint} cannot be reached or does not answer (${shortened((error as Error).message)}). Check ` +
      "BACKUP_S3_ENDPOINT.",
    { cause: error },
  );
}

function shortened(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, MAX_ANSWER_SHOWN);
}

function textOf(xml: string, element: string): string {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  if (found === undefined) throw new OperatorError(`The store's answer has no ${element}: ${shortened(xml)}`);
  return found.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
}
