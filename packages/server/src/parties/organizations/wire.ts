import Type from "typebox";
import type { ApprovalDeps } from "#src/parties/approvals/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db, Queryable } from "#src/kernel/db/client.ts";
import type { AccessTable } from "#src/kernel/http/access-control.ts";
import { FEATURES, ORGANIZATION_ROLES, organizationOf, PERMISSIONS, type Caller } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import {
  Closed,
  Email,
  Id,
  MoneyInput,
  MoneyNumber,
  Nullable,
  OneOf,
  Timestamp,
  Named,
} from "#src/kernel/http/schemas.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { RevokeKeysOfMember } from "./change-member.ts";
import { LIMIT_SCOPES, POLICY_CONDITIONS } from "./controls.ts";
import { INVITE_STATUSES } from "./invite.ts";
import type { KybProvider } from "./kyb/kyb-provider.ts";
import { KYB_STATUSES, ORGANIZATION_STATUSES } from "./organization.ts";
import { findOrganization } from "./queries.ts";
import { PAYOUT_DESTINATIONS } from "./stored-settings.ts";
import type { LimitMailTo, QueueMail, NotifyPlatform } from "./send-mail.ts";

/** Shared parts of this module's routes: dependencies, schemas, path reading. */
export type OrganizationsDeps = {
  db: Db;
  cells: CellsInUse;
  clock: Clock;
  log: Logger;
  queueMail: QueueMail;
  limitMailTo: LimitMailTo;
  revokeKeysOfMember: RevokeKeysOfMember;
  publicBaseUrl: string;
  /** Requests a second person's approval. */
  approvals: ApprovalDeps;
  /** The initial rate margin of a new organization. */
  firstMarginBps: number;
  /** The table of what each role may do, for the permission check endpoint. */
  access: AccessTable;
  /** Null when an admin decides verifications. */
  kyb: KybProvider | null;
  notifyPlatform: NotifyPlatform;
};

export const TAG = "Organizations";

const MAX_POLICIES = 20;
const MAX_APPROVERS = 5;
const MAX_COOL_OFF_HOURS = 720;

/** Unknown fields are refused: a misspelled control would protect nothing. */
export const ControlsSchema = Closed({
  policies: Type.Optional(
    Type.Array(
      Closed({
        when: OneOf(POLICY_CONDITIONS, {
          title: "PolicyCondition",
          description: "What makes a payout wait for approval; daily conditions count the last 24 hours",
        }),
        currency: Type.Optional(Type.String({ description: "`*`, the default: every currency, at face value" })),
        above: Type.Optional(MoneyInput),
        approvers: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_APPROVERS,
            description: "How many other people must approve; 1 when absent",
          }),
        ),
        role: Type.Optional(OneOf(["org-admin"] as const)),
      }),
      { maxItems: MAX_POLICIES },
    ),
  ),
  limits: Type.Optional(
    Type.Array(
      Closed({
        per: OneOf(LIMIT_SCOPES, {
          title: "LimitScope",
          description:
            "Whose payouts are counted together. `customer` counts payins and payouts of one payer, by each of " +
            "`payer_details.email`, `payer_details.phone` and, for a payin, `mobile_money_details.phone_number`",
        }),
        window: OneOf(["hour", "day"] as const),
        currency: Type.Optional(Type.String()),
        count: Type.Optional(Type.Integer({ minimum: 1 })),
        amount: Type.Optional(MoneyInput),
        action: OneOf(["refuse", "review"] as const),
      }),
      { maxItems: MAX_POLICIES },
    ),
  ),
  beneficiary_cool_off_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_COOL_OFF_HOURS })),
  escrow_separation: Type.Optional(
    Type.Boolean({ description: "Whether different people must submit, approve and release a milestone" }),
  ),
});

export const OrganizationItem = Named("Organization", {
  org_id: Id,
  name: Type.String(),
  country: Type.String(),
  status: OneOf(ORGANIZATION_STATUSES),
  features: Type.Array(OneOf(FEATURES, { title: "Feature" })),
  settings: Named("OrganizationSettings", {
    payout_review_above: Type.Record(Type.String(), MoneyNumber, {
      description:
        "By currency, `*` for all others: a payout of at least this amount waits for a second person. Empty: no " +
        "payout does",
    }),
    controls: Named("Controls", {
      policies: Type.Array(
        Named("ApprovalPolicy", {
          when: OneOf(POLICY_CONDITIONS, { title: "PolicyCondition" }),
          currency: Type.String(),
          above: Type.Optional(MoneyNumber),
          approvers: Type.Integer(),
          role: Type.Optional(OneOf(["org-admin"] as const)),
        }),
      ),
      limits: Type.Array(
        Named("Limit", {
          per: OneOf(LIMIT_SCOPES, { title: "LimitScope" }),
          window: OneOf(["hour", "day"] as const),
          currency: Type.String(),
          count: Type.Optional(Type.Integer()),
          amount: Type.Optional(MoneyNumber),
          action: OneOf(["refuse", "review"] as const),
        }),
      ),
      beneficiary_cool_off_hours: Type.Optional(Type.Integer()),
      escrow_separation: Type.Optional(Type.Boolean()),
    }),
    margin_bps: Type.Integer({ description: "Added to rates quoted to this organization, in hundredths of a percent" }),
    require_second_factor: Type.Boolean({
      description: "Whether members must sign in with a second factor; a member without one can only set it up",
    }),
    payout_destinations: OneOf(PAYOUT_DESTINATIONS, {
      description:
        "`registered`: payouts go to the beneficiary's own account only. `any`: as the platform's " +
        "`PAYOUT_DESTINATIONS` says",
    }),
    unique_client_reference: Type.Boolean({
      description: "A `client_reference` that a payment or ramp has used is refused: 409 REFERENCE_USED",
    }),
  }),
  kyb_status: OneOf(KYB_STATUSES, { title: "VerificationStatus" }),
  kyb_provider: Nullable(Type.String()),
  kyb_customer_id: Nullable(Type.String({ description: "The organization's identifier at the verification provider" })),
  kyb_decided_by: Type.Optional(
    Nullable(
      Type.String({
        description:
          "Shown to the platform: the person who decided the verification; null when the verification provider did",
      }),
    ),
  ),
  kyb_review: Type.Optional(
    Nullable(
      Type.Object(
        {
          status: OneOf(KYB_STATUSES, { title: "VerificationStatus" }),
          reason: Nullable(Type.String()),
          occurred_at: Timestamp,
        },
        {
          title: "KybReview",
          description:
            "Shown to the platform: the verification provider's later result, if it contradicts the person's decision",
        },
      ),
    ),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const MemberItem = Named("Member", {
  org_id: Id,
  user_id: Id,
  email: Type.String(),
  name: Type.String(),
  role: OneOf(ORGANIZATION_ROLES, { title: "Role" }),
  permissions: Type.Array(OneOf(PERMISSIONS, { title: "Permission" }), { description: "Granted beyond the role" }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const InviteItem = Named("Invite", {
  org_id: Id,
  invite_id: Id,
  email: Email,
  role: OneOf(ORGANIZATION_ROLES, { title: "Role" }),
  status: OneOf(INVITE_STATUSES, { title: "InviteStatus" }),
  invited_by: Id,
  expires_at: Timestamp,
  accepted_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** The organization in the path, if the caller may act in it. */
export function organizationOfPath(caller: Caller, orgId: string): string {
  if (!isId(orgId)) throw notFound("Organization");
  return organizationOf(caller, orgId.toLowerCase());
}

/** A platform person may name an organization that does not exist; its lists would look empty without this check. */
export async function assertExists(db: Queryable, caller: Caller, orgId: string): Promise<void> {
  if (caller.platformRole !== null && (await findOrganization(db, orgId)) === null) throw notFound("Organization");
}

export function idOfPath(id: string, what: string): string {
  if (!isId(id)) throw notFound(what);
  return id.toLowerCase();
}
