import type { CorridorEvent } from "./events.ts";
import { type As, type NumberForm, readJson } from "./json.ts";

/**
 * Proof that a request comes from the service, by the Standard Webhooks signature that every delivery carries:
 * HMAC-SHA256 over `id.timestamp.body`. The plain `X-Service-Signature` is not used, since it leaves the timestamp
 * unsigned: with it an old request could be sent again as a new one.
 */
export type WebhookProblem = "payload" | "secret" | "header" | "signature" | "timestamp" | "event";

export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  /**
   * What is wrong: the `payload` is not the raw body, the `secret` is malformed, a `header` is missing or malformed, no
   * `signature` matches the secret, the `timestamp` is too old or too new, or the signed body is not an `event`.
   */
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookRequest<N extends NumberForm = NumberForm> = {
  /** The raw body, before any parsing. */
  readonly payload: string | Uint8Array | ArrayBuffer;
  /** The headers of a `fetch` Request or of Node's IncomingMessage. */
  readonly headers: { get(name: string): string | null } | HeaderValues;
  /** The endpoint's `secret_key`; during a rotation, both secrets. */
  readonly secret: string | readonly string[];
  /** How far the timestamp may differ from now. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
  /** `text` returns every number as text. */
  readonly numbers?: N;
};

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = "whsec_";
/** The service signs with at most two secrets. A forged header with many signatures must not cost much time. */
const MAX_SIGNATURES = 4;

/**
 * Returns the event if the service sent it recently, and otherwise throws a `WebhookVerificationError`. An event may be
 * delivered more than once; recognize it by its `event_id`.
 */
export async function verifyWebhook<N extends NumberForm = "number">(
  request: WebhookRequest<N>,
): Promise<As<N, CorridorEvent>> {
  const body = bytesOf(request.payload);
  const id = readHeader(request.headers, "webhook-id");
  const timestamp = readHeader(request.headers, "webhook-timestamp");
  const signatures = readSignatures(readHeader(request.headers, "webhook-signature"));
  const secrets = typeof request.secret === "string" ? [request.secret] : request.secret;

  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSignedByOne(secrets, signatures, signed)))
    throw new WebhookVerificationError("signature", "no signature is by the secret");
  // Checked after the signature, so that the timestamp is known to come from the service.
  checkTime(timestamp, request.now ?? new Date(), request.toleranceSeconds ?? TOLERANCE_SECONDS);
  try {
    return readJson(new TextDecoder().decode(body), request.numbers ?? "number") as As<N, CorridorEvent>;
  } catch {
    throw new WebhookVerificationError("event", "the payload is not JSON");
  }
}

function bytesOf(payload: WebhookRequest["payload"]): Uint8Array<ArrayBuffer> {
  if (typeof payload === "string") return new TextEncoder().encode(payload);
  if (payload instanceof Uint8Array || payload instanceof ArrayBuffer) return new Uint8Array(payload);
  throw new WebhookVerificationError(
    "payload",
    "payload must be the raw body, as text or bytes: once it was parsed, what was signed is lost",
  );
}

function readHeader(headers: WebhookRequest["headers"], name: string): string {
  // Header names may have any case: a gateway may pass them on unchanged.
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError("header", `the header ${name} is missing`);
}

function isHeaders(headers: WebhookRequest["headers"]): headers is { get(name: string): string | null } {
  return typeof headers.get === "function";
}

/** Each signature is a version, a comma and base64. Signatures of other versions are ignored. */
function readSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  const signatures = header
    .split(" ")
    .filter((each) => each.startsWith("v1,"))
    .slice(0, MAX_SIGNATURES)
    .flatMap((each) => fromBase64(each.slice("v1,".length)) ?? []);
  if (signatures.length === 0)
    throw new WebhookVerificationError("header", "the header webhook-signature holds no signature of version 1");
  return signatures;
}

/** `subtle.verify` compares in constant time. */
async function isSignedByOne(
  secrets: readonly string[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const keys = await Promise.all(secrets.map(importKey));
  for (const key of keys) {
    for (const signature of signatures) if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  }
  return false;
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(SECRET_PREFIX) ? fromBase64(secret.slice(SECRET_PREFIX.length)) : null;
  if (bytes === null || bytes.length === 0)
    throw new WebhookVerificationError("secret", "secret must be the endpoint's secret_key, which begins with whsec_");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function checkTime(timestamp: string, now: Date, toleranceSeconds: number): void {
  const agoSeconds = now.getTime() / 1_000 - Number(timestamp);
  if (Math.abs(agoSeconds) <= toleranceSeconds) return;
  const distance = `${Math.abs(Math.round(agoSeconds))} seconds ${agoSeconds > 0 ? "ago" : "from now"}`;
  throw new WebhookVerificationError(
    "timestamp",
    `it was sent ${distance}, which is more than the ${toleranceSeconds} that are tolerated`,
  );
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
