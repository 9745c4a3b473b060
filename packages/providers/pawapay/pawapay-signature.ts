import { createHash, type KeyObject, verify } from "node:crypto";
import { isRecent, isSame } from "@corridor/provider-kit/genuine.ts";
import type { RawCallback } from "@corridor/provider-kit/provider.ts";

/**
 * RFC 9421 as pawaPay uses it: one ecdsa-p256-sha256 signature over the components that `Signature-Input` names, of
 * which `Content-Digest` must be one to bind the body. pawaPay writes DER, the RFC r and s side by side; both are read.
 */
const RAW_SIGNATURE_BYTES = 64;
const SIGNATURE_INPUT = /^([a-z*][a-z0-9_.*-]{0,40})=(\(("[a-z0-9@-]+"(?: "[a-z0-9@-]+")*)\)(;[ -~]*))$/;
const DIGESTS: Readonly<Record<string, string>> = { "sha-256": "sha256", "sha-512": "sha512" };

export function isSigned(callback: RawCallback, publicKey: KeyObject, now: Date): boolean {
  const { headers, rawBody } = callback;
  const [, label, signatureParams, list, parameters] = SIGNATURE_INPUT.exec(headers["signature-input"] ?? "") ?? [];
  if (label === undefined) return false;
  const components = list!.split(" ").map((quoted) => quoted.slice(1, -1));
  if (!components.includes("content-digest") || !digestHolds(headers["content-digest"] ?? "", rawBody)) return false;
  // It expires after a minute, too short for clocks that differ. Five are allowed: a replay makes us poll.
  const created = /;created=(\d{1,12})(?:;|$)/.exec(parameters!)?.[1];
  if (created === undefined || !isRecent(created, now)) return false;
  const lines = components.map((name) => [name, valueOf(name, callback)] as const);
  if (lines.some(([, value]) => value === undefined)) return false;
  const base = [...lines, ["@signature-params", signatureParams!] as const]
    .map(([name, value]) => `"${name}": ${value}`)
    .join("\n");
  const signature = bytesOf(headers["signature"] ?? "", label);
  if (signature === null) return false;
  const dsaEncoding = signature.length === RAW_SIGNATURE_BYTES ? "ieee-p1363" : "der";
  return verify("sha256", Buffer.from(base), { key: publicKey, dsaEncoding }, signature);
}

function valueOf(component: string, { headers, path }: RawCallback): string | undefined {
  switch (component) {
    case "@method":
      return "POST";
    case "@authority":
      return headers["host"]?.toLowerCase().replace(/:(?:443|80)$/, "");
    case "@path":
      return path.replace(/[?#].*$/s, "");
    default:
      return component.startsWith("@") ? undefined : textOf(headers, component);
  }
}

/** The sender names the signed components: a name may be a property of every object, or a header that is a list. */
function textOf(headers: RawCallback["headers"], name: string): string | undefined {
  const value: unknown = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value.trim() : undefined;
}

/** Every known digest must match, and there must be at least one. */
function digestHolds(header: string, body: Buffer): boolean {
  const known = Object.keys(DIGESTS).flatMap((name) => {
    const given = bytesOf(header, name);
    return given === null ? [] : [{ given, actual: createHash(DIGESTS[name]!).update(body).digest() }];
  });
  return known.length > 0 && known.every(({ given, actual }) => isSame(given, actual));
}

/** One member of a dictionary of byte sequences: `name=:base64:`. */
function bytesOf(header: string, name: string): Buffer | null {
  const member = header
    .split(",")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=:`));
  const base64 = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(member?.slice(name.length + 1) ?? "")?.[1];
  return base64 === undefined ? null : Buffer.from(base64, "base64");
}
