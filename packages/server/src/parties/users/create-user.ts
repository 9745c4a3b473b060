import type { Tx } from "#src/kernel/db/client.ts";
import type { PlatformRole } from "#src/kernel/http/caller.ts";
import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { toE164 } from "@corridor/base/phone.ts";
import { insertUser } from "./queries.ts";
import { normalizeEmail, type User } from "./user.ts";

export type NewUser = {
  email: string;
  name: string;
  phone?: string | null;
  country?: string | null;
  platformRole?: PlatformRole | null;
  at: Date;
};

/** A person, without a way to sign in yet and without an organization. */
export async function createUser(tx: Tx, input: NewUser): Promise<User> {
  const user: User = {
    user_id: newId(),
    email: normalizeEmail(input.email),
    name: input.name.trim(),
    phone: readPhone(input.phone ?? null, input.country ?? undefined),
    country: input.country ?? null,
    platform_role: input.platformRole ?? null,
    kyc_status: "not_started",
    default_org_id: null,
    disabled_at: null,
    created_at: input.at,
    updated_at: input.at,
  };
  if (!(await insertUser(tx, user))) throw conflict("A user with this e-mail address already exists", "EMAIL_TAKEN");
  return user;
}

export function readPhone(phone: string | null, country: string | undefined): string | null {
  if (phone === null) return null;
  const e164 = toE164(phone, country);
  if (e164 === null)
    throw invalidField("phone", "is not a phone number; write it with its country code, e.g. +233241234567");
  return e164;
}
