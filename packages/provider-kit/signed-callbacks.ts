import { verify, X509Certificate } from "node:crypto";
import { createLocalJWKSet, errors, flattenedVerify, type JSONWebKeySet } from "jose";
import { createKeptReading } from "./kept-reading.ts";
import type { Provider, ProviderTools, RawCallback } from "./provider.ts";
import { bodyOf, createSpeaker } from "./speak.ts";
import { entryOf, type Json, MalformedAnswer, objectOf } from "./wire.ts";

/**
 * Callbacks that are signed by a key which the provider publishes. Nothing in a callback is believed before its signature
 * was checked, so no callback decides where a key is read: that is one address, by the adapter's sender, on a host of the
 * manifest. A key that cannot be read throws, and the service asks for the callback again.
 */
type Verify = Provider["verifyCallback"];
type Tools = Pick<ProviderTools, "outbound" | "clock">;

const KEPT_MS = 10 * 60_000;
const READ_WITHIN_MS = 5_000;
const MAX_CERTIFICATES = 4;

const read = (url: string, { outbound }: Tools) =>
  createSpeaker({ baseUrl: url, outbound, secrets: [] }).get("", AbortSignal.timeout(READ_WITHIN_MS));

function jsonIn(text: string): Json | null {
  try {
    return objectOf(JSON.parse(text), "the body");
  } catch {
    return null;
  }
}

export type DetachedJws = {
  /** The header, in small letters, that has the JWS without its payload (RFC 7515, appendix F). */
  header: string;
  /** Where the keys are published (JWKS). The addresses and keys that a JWS itself names are not looked at. */
  keysAt: string;
  algorithms: readonly string[];
  /** What was signed; null when that does not cover what it must. `signed`: the JWS's own header. */
  payloadOf(callback: RawCallback, signed: Json): Buffer | null;
  idOf(rawBody: Buffer): string;
};

export function detachedJws({ header, keysAt, algorithms, payloadOf, idOf }: DetachedJws, tools: Tools): Verify {
  const publishedKeys = createKeptReading(
    async () => createLocalJWKSet(bodyOf(await read(keysAt, tools)) as unknown as JSONWebKeySet),
    tools.clock,
    KEPT_MS,
  );
  return async (callback) => {
    const [head = "", detached, signature = "", more] = (callback.headers[header] ?? "").split(".");
    const signed = jsonIn(Buffer.from(head, "base64url").toString("utf8"));
    const payload = signed === null || detached !== "" || more !== undefined ? null : payloadOf(callback, signed);
    if (payload === null) return null;
    const keys = await publishedKeys();
    try {
      const whole = { protected: head, payload: payload.toString("base64url"), signature };
      await flattenedVerify(whole, keys, { algorithms: [...algorithms] });
      return { externalId: idOf(callback.rawBody) };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  };
}

const CONFIRMATION = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
const SIGNED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: CONFIRMATION,
  UnsubscribeConfirmation: CONFIRMATION,
};
const DIGESTS: Readonly<Record<string, string>> = { "1": "sha1", "2": "sha256" };
const TOPIC = /^arn:aws:sns:([a-z0-9-]+):\d{12}:[\w.-]+$/;

/** Amazon SNS, of one topic: everybody can have a topic, whose messages Amazon signs as well. */
export function snsMessages({ topicArn }: { topicArn: string }, tools: Tools): Verify {
  const place = `https://sns.${TOPIC.exec(topicArn)?.[1] ?? ""}.amazonaws.com/SimpleNotificationService-`;
  const certificates = new Map<string, X509Certificate>();

  async function certificateAt(address: string): Promise<X509Certificate> {
    const known = certificates.get(address);
    if (known !== undefined) return known;
    const answer = await read(address, tools);
    try {
      const certificate = new X509Certificate(answer.body);
      if (certificates.size === MAX_CERTIFICATES) certificates.delete(certificates.keys().next().value!);
      certificates.set(address, certificate);
      return certificate;
    } catch {
      throw new MalformedAnswer("the certificate");
    }
  }

  return async ({ rawBody }, now) => {
    const message = jsonIn(rawBody.toString("utf8")) ?? {};
    const text = (name: string): string => (typeof message[name] === "string" ? message[name] : "");
    const [fields, digest] = [entryOf(SIGNED_FIELDS, text("Type")), entryOf(DIGESTS, text("SignatureVersion"))];
    const [address, externalId] = [text("SigningCertURL"), text("MessageId")];
    const isTheirs = address.startsWith(place) && /^\w+\.pem$/.test(address.slice(place.length));
    if (fields === undefined || digest === undefined || !isTheirs) return null;
    if (text("TopicArn") !== topicArn || externalId === "") return null;
    const { publicKey, validFromDate, validToDate } = await certificateAt(address);
    const signed = fields.flatMap((name) => (name in message ? [`${name}\n${text(name)}\n`] : [])).join("");
    const isGenuine = verify(digest, Buffer.from(signed), publicKey, Buffer.from(text("Signature"), "base64"));
    return isGenuine && validFromDate <= now && now <= validToDate ? { externalId } : null;
  };
}
