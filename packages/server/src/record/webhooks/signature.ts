import { createHmac, createSecretKey, randomBytes, type KeyObject } from "node:crypto";

/**
 * A delivery is signed twice, so that both kinds of receiver verify it without help from us:
 *
 *   X-Service-Signature  hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`, prefix included
 *   webhook-signature    Standard Webhooks: base64 HMAC-SHA256 of `id.timestamp.body`; the key is what follows
 *                        `whsec_`, decoded from base64
 *
 * While a rotation overlaps, `webhook-signature` holds both signatures, as its standard provides for. Receivers compare
 * the plain header as a whole: it is made with the old secret, which every receiver still has, and
 * X-Service-Signature-Other with the new one. The two are exchanged with every further attempt: whichever secret a
 * receiver holds, it verifies the first attempt or the second.
 */
const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function newSigningSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** A secret as the two keys it stands for. */
export type SigningKey = { readonly secret: string; readonly plain: KeyObject; readonly standard: KeyObject };

export function signingKey(secret: string): SigningKey {
  return {
    secret,
    plain: createSecretKey(secret, "utf8"),
    standard: createSecretKey(secret.slice(SECRET_PREFIX.length), "base64"),
  };
}

/** `previous` is null unless a rotation overlaps. */
export type SigningKeys = { readonly current: SigningKey; readonly previous: SigningKey | null };

/** `tries`: attempts made before this one. */
type SignedMessage = { readonly eventId: string; readonly body: Buffer; readonly sentAt: Date; readonly tries: number };

export function signatureHeaders(keys: SigningKeys, message: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1_000));
  const headers: Record<string, string> = {
    "x-service-timestamp": timestamp,
    "x-service-event-id": message.eventId,
    "webhook-id": message.eventId,
    "webhook-timestamp": timestamp,
  };
  if (keys.previous === null) {
    headers["x-service-signature"] = plainSignature(keys.current, message.body);
    headers["webhook-signature"] = standardSignature(keys.current, timestamp, message);
    return headers;
  }
  const [shown, other] = message.tries % 2 === 0 ? [keys.previous, keys.current] : [keys.current, keys.previous];
  headers["x-service-signature"] = plainSignature(shown, message.body);
  headers["x-service-signature-other"] = plainSignature(other, message.body);
  headers["webhook-signature"] =
    `${standardSignature(keys.current, timestamp, message)} ${standardSignature(keys.previous, timestamp, message)}`;
  return headers;
}

function plainSignature(key: SigningKey, body: Buffer): string {
  return createHmac("sha256", key.plain).update(body).digest("hex");
}

function standardSignature(key: SigningKey, timestamp: string, message: SignedMessage): string {
  return `v1,${createHmac("sha256", key.standard).update(`${message.eventId}.${timestamp}.`).update(message.body).digest("base64")}`;
}
