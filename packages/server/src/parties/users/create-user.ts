import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { toE164 } from "@corridor/base/phone.ts";
import { insertUser, markServiceAccount } from "./queries.ts";
import { normalizeEmail, type User } from "./user.ts";

const SYSTEM: AuditActor = { type: "system", id: "users" };

export type NewUser = Pick<User, "email" | "name"> &
  Partial<Pick<User, "phone" | "country">> & { platformRole?: User["platform_role"]; actor?: AuditActor; at: Date };

/** The audit log explains every role over the platform (`corridor verify`). */
export async function createUser(tx: Tx, { platformRole = null, actor = SYSTEM, ...input }: NewUser): Promise<User> {
  const phone = readPhone(input.phone ?? null, input.country ?? undefined);
  const email = normalizeEmail(input.email);
  const user = newUser(newId(), { ...input, email, phone, platform_role: platformRole });
  if (!(await insertUser(tx, user))) throw conflict("A user with this e-mail address already exists", "EMAIL_TAKEN");
  const by = { orgId: null, actor, at: input.at };
  if (platformRole !== null) await audit(tx, by, "user.created", user.user_id, { email, platform_role: platformRole });
  return user;
}

/**
 * Not a person: it belongs to one organization, cannot sign in, and only API keys act as it, which so outlive their
 * creators. Its e-mail domain exists nowhere (RFC 2606). False when it exists: the same request, before a crash.
 */
export async function createServiceAccount(
  tx: Tx,
  { userId, orgId, ...input }: { userId: string; orgId: string; name: string; at: Date },
): Promise<boolean> {
  const user = newUser(userId, { ...input, email: `${userId}@service-account.invalid` });
  if (!(await insertUser(tx, user))) return false;
  await markServiceAccount(tx, userId, orgId);
  return true;
}

function newUser(userId: string, { at, ...given }: Pick<User, "email" | "name"> & Partial<User> & { at: Date }): User {
  return {
    phone: null,
    platform_role: null,
    kyc_status: "not_started",
    default_org_id: null,
    disabled_at: null,
    ...given,
    user_id: userId,
    name: given.name.trim(),
    country: given.country ?? null,
    created_at: at,
    updated_at: at,
  };
}

export function readPhone(phone: string | null, country: string | undefined): string | null {
  if (phone === null) return null;
  const e164 = toE164(phone, country);
  if (e164 === null)
    throw invalidField("phone", "is not a phone number; write it with its country code, e.g. +233241234567");
  return e164;
}
