import { timingSafeEqual } from "node:crypto";
import Type, { type Static } from "typebox";
import { Check } from "typebox/value";
import type { SecretBox } from "#src/kernel/secrets.ts";

/**
 * A chain's length and last hash as a line of JSON, signed with a key derived from CORRIDOR_SECRET; it vouches for the
 * whole chain up to there, and a ledger's for the accounts there. An attacker who rewrites rows and rebuilds their
 * hashes can change neither the line, which is stored elsewhere, nor obtain the key, which the database never sees.
 * Version 2 brought `balances` (`accountDigest`), and `whole_at`: when a head's chain was last verified from its start.
 */
export const CHAINS = ["ledger", "audit"] as const;
export type ChainName = (typeof CHAINS)[number];
/** The end of the name of each stored object that holds heads. */
export const HEADS_SUFFIX = ".heads.jsonl";

const SignedHead = Type.Object({
  version: Type.Optional(Type.Literal(2)),
  chain: Type.Union([Type.Literal("ledger"), Type.Literal("audit")]),
  org_id: Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }),
  position: Type.Integer({ minimum: 1 }),
  hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  balances: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
  at: Type.String({ maxLength: 40 }),
  whole_at: Type.Optional(Type.String({ maxLength: 40 })),
  signature: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});
export type SignedHead = Static<typeof SignedHead>;

/** Separates this use of the key from every other use. */
const PLACE = "chain head";

export function signHead(secrets: SecretBox, head: Omit<SignedHead, "signature">): SignedHead {
  return { ...head, signature: secrets.fingerprints(textOf(head), PLACE)[0].toString("hex") };
}

/** Returns the head, or why the line is not a head that this deployment signed. */
export function readHead(secrets: SecretBox, line: string): SignedHead | string {
  let head: unknown;
  try {
    head = JSON.parse(line);
  } catch {
    return "it is not JSON";
  }
  if (!Check(SignedHead, head)) return "the line is not the exported head of a chain";
  const signature = Buffer.from(head.signature, "hex");
  return secrets.fingerprints(textOf(head), PLACE).some((expected) => timingSafeEqual(expected, signature))
    ? head
    : "the line is not signed with CORRIDOR_SECRET or one of CORRIDOR_PREVIOUS_SECRETS";
}

function textOf({ version, chain, org_id, position, hash, balances, at, whole_at }: Omit<SignedHead, "signature">) {
  const first = [chain, org_id, position, hash, at];
  return JSON.stringify(version === undefined ? first : [...first, version, balances ?? null, whole_at ?? null]);
}
