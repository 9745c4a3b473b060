import Type from "typebox";
import type { Clock } from "#src/platform/clock.ts";
import type { Db, Queryable } from "#src/platform/db/client.ts";
import type { AccessTable } from "#src/platform/http/access-control.ts";
import { FEATURES, ORGANIZATION_ROLES, organizationOf, PERMISSIONS, type Caller } from "#src/platform/http/caller.ts";
import { notFound } from "#src/platform/http/errors.ts";
import { Email, Id, MoneyNumber, Nullable, OneOf, Timestamp } from "#src/platform/http/schemas.ts";
import { isId } from "#src/platform/ids.ts";
import type { Logger } from "#src/platform/log.ts";
import type { RevokeKeysOfMember } from "./change-member.ts";
import { INVITE_STATUSES } from "./invite.ts";
import type { KybProvider } from "./kyb/kyb-provider.ts";
import { KYB_STATUSES, ORGANIZATION_STATUSES } from "./organization.ts";
import { findOrganization } from "./queries.ts";
import { PAYOUT_DESTINATIONS } from "./settings.ts";
import type { LimitMailTo, QueueMail } from "./send-mail.ts";

/** What the routes of this module share: needs, schemas, path reading. */
export type OrganizationsDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  queueMail: QueueMail;
  limitMailTo: LimitMailTo;
  revokeKeysOfMember: RevokeKeysOfMember;
  publicBaseUrl: string;
  /** The table that decides what each role may do, for the answer of the permission check. */
  access: AccessTable;
  /** Null: verification is decided by an admin. */
  kyb: KybProvider | null;
};

export const TAGS = ["Organizations"];

export const OrganizationItem = Type.Object({
  org_id: Id,
  name: Type.String(),
  country: Type.String(),
  status: OneOf(ORGANIZATION_STATUSES),
  features: Type.Array(OneOf(FEATURES)),
  settings: Type.Object({
    payout_review_above: Type.Record(Type.String(), MoneyNumber, {
      description: "By currency, `*` for every other: a payout at or above it waits for a second person. Empty: none does",
    }),
    margin_bps: Type.Integer({ description: "Added to rates quoted to this organisation, in hundredths of a percent" }),
    payout_destinations: OneOf(PAYOUT_DESTINATIONS, {
      description: "`registered`: payouts go to the beneficiary's own account only. `any`: as the platform's `PAYOUT_DESTINATIONS` says",
    }),
  }),
  kyb_status: OneOf(KYB_STATUSES),
  kyb_provider: Nullable(Type.String()),
  kyb_customer_id: Nullable(Type.String({ description: "The organisation's identifier at the verification provider" })),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const MemberItem = Type.Object({
  org_id: Id,
  user_id: Id,
  email: Type.String(),
  name: Type.String(),
  role: OneOf(ORGANIZATION_ROLES),
  permissions: Type.Array(OneOf(PERMISSIONS), { description: "Granted beyond the role" }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const InviteItem = Type.Object({
  org_id: Id,
  invite_id: Id,
  email: Email,
  role: OneOf(ORGANIZATION_ROLES),
  status: OneOf(INVITE_STATUSES),
  invited_by: Id,
  expires_at: Timestamp,
  accepted_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** The organisation of the path, if the caller may act in it. */
export function organizationOfPath(caller: Caller, orgId: string): string {
  if (!isId(orgId)) throw notFound("Organization");
  return organizationOf(caller, orgId.toLowerCase());
}

/** A member's own exists; a platform person may name one that does not, whose lists would otherwise merely look empty. */
export async function assertExists(db: Queryable, caller: Caller, orgId: string): Promise<void> {
  if (caller.platformRole !== null && (await findOrganization(db, orgId)) === null) throw notFound("Organization");
}

export function idOfPath(id: string, what: string): string {
  if (!isId(id)) throw notFound(what);
  return id.toLowerCase();
}
