import { audit, findAuditRecords, PLATFORM_CHAIN } from "#src/record/audit/index.ts";
import { findMembershipsOf } from "#src/parties/organizations/index.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { storedUserAgent } from "#src/kernel/http/use-recorder.ts";
import type { IdentityDeps } from "./identity.ts";
import type { SessionKind } from "./session-queries.ts";

export type SignInTrace = {
  userId: string;
  email: string;
  address: string;
  userAgent: string | null;
  isKnownDevice: boolean;
  requestId: string;
  at: Date;
};

export const SIGN_IN_OUTCOMES = ["user.signed_in", "user.sign_in_refused"] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/**
 * Records a sign-in, in the audit logs of the platform and of the person's organizations, without waiting: an answer
 * that took longer for existing accounts would reveal which exist.
 */
export function recordSignIn(
  deps: Pick<IdentityDeps, "db" | "cells" | "log">,
  outcome: SignInOutcome,
  trace: SignInTrace,
  more: object = {},
): void {
  const { userId, requestId, at } = trace;
  const changes = {
    address: trace.address,
    user_agent: storedUserAgent(trace.userAgent),
    known_device: trace.isKnownDevice,
    ...more,
  };
  // Nobody knows who was behind a refused sign-in.
  const actor =
    outcome === "user.signed_in"
      ? ({ type: "user", id: userId, userId } as const)
      : ({ type: "system", id: "identity" } as const);
  const by = { auditId: newId(), actor: { ...actor, requestId }, at };
  const write = (db: Db, orgId: string | null) =>
    db.transaction((tx) => audit(tx, { ...by, orgId }, outcome, userId, changes));
  const writeAll = async (): Promise<void> => {
    await write(deps.db, null);
    for (const { org_id: orgId } of await findMembershipsOf(deps.cells, userId))
      await deps.cells.within(orgId, (there) => write(there, orgId));
  };
  void writeAll().catch((error: unknown) =>
    deps.log.error({ err: error, user_id: userId }, "a sign-in could not be recorded"),
  );
}

export const NOTICE_OF_GUESSING = {
  type: "user.codes_guessed",
  priority: "urgent",
  subject: "Somebody is guessing the codes of your second factor",
  text:
    `Too many wrong codes were given for your account today. Whoever gave them knows your password, or can read your ` +
    `e-mail.\n\nUntil tomorrow no code of your authenticator app is accepted, from anybody. Your passkeys and ` +
    `recovery codes work. If it was not you, change your password and that of your e-mail.\n`,
} as const;

/** Sign-ins that are looked at for the addresses of a person. */
const LATEST = 100;

/** A program keeps no cookie and would be new each time, so its address must be new, and must not be the first. */
async function isNewAddress(db: Db, { userId, address, requestId }: SignInTrace): Promise<boolean> {
  const filter = { actions: ["user.signed_in"], resourceType: "user", resourceId: userId };
  const records = await findAuditRecords(db, { orgId: PLATFORM_CHAIN, filter, afterId: null, limit: LATEST });
  const earlier = records.filter(({ request_id }) => request_id !== requestId);
  return earlier.length > 0 && earlier.every(({ changes }) => changes?.["address"] !== address);
}

export function tellNewDevice(
  deps: Pick<IdentityDeps, "db" | "log" | "notifyPerson">,
  trace: SignInTrace,
  kind: SessionKind,
): void {
  const { at, address, userAgent, userId } = trace;
  const where = kind === "token" ? "by a program, from an address" : "in a browser";
  const text =
    `Somebody signed in to your account ${where} that was not used for it before.\n\nWhen: ${at.toISOString()}\n` +
    `From: ${address}\nWith: ${storedUserAgent(userAgent) ?? "an unknown browser"}\n\n` +
    `If it was you, do nothing. If it was not, change your password at once, and end every session.\n`;
  const tell = async (): Promise<void> => {
    if (kind === "token" && !(await isNewAddress(deps.db, trace))) return;
    await deps.notifyPerson(userId, { type: "user.new_device", subject: "A new sign-in to your account", text });
  };
  void tell().catch((err: unknown) =>
    deps.log.error({ err, user_id: userId }, "the notice of a new device could not be sent"),
  );
}
