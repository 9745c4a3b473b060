import Type from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db, Queryable } from "#src/kernel/db/client.ts";
import type { AccessTable } from "#src/kernel/http/access-control.ts";
import { FEATURES, PERMISSIONS, type Caller } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import {
  Country,
  CreatedAt,
  Email,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  OrgId,
  Tag,
  Timestamp,
  UpdatedAt,
  Closed,
  CountryCode,
  MoneyInput,
  Name,
} from "#src/kernel/http/schemas.ts";
import type { Environment } from "#src/config.ts";
import type { RunSettings } from "#src/run-settings.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import type { Logger } from "#src/kernel/log.ts";
import { RoleSchema, VerificationStatusSchema } from "#src/parties/users/index.ts";
import type { RevokeKeysOfMember } from "./change-member.ts";
import { PAYOUT_DESTINATIONS, type PlatformRules, SETTING_SOURCES } from "./controls.ts";
import { INVITE_STATUSES } from "./invite.ts";
import type { KybProvider } from "./kyb/kyb-provider.ts";
import { ORGANIZATION_STATUSES } from "./organization.ts";
import { findOrganization } from "./queries.ts";
import { LimitScopeSchema, PolicyConditionSchema, ControlsSchema, MAX_MARGIN_BPS, MAX_TAGS } from "./settings.ts";
import type { LimitMailTo, NotifyOrganization, NotifyPlatform, QueueMail } from "./send-mail.ts";

export type OrganizationsDeps = {
  db: Db;
  cells: CellsInUse;
  clock: Clock;
  log: Logger;
  queueMail: QueueMail;
  limitMailTo: LimitMailTo;
  revokeKeysOfMember: RevokeKeysOfMember;
  publicBaseUrl: string;
  askSecondPerson: AskSecondPerson;
  environment: Environment;
  settings: PlatformRules & Pick<RunSettings, "rateMarginBps" | "rateLockDriftBps">;
  access: AccessTable;
  /** Null when an admin decides verifications. */
  kyb: () => KybProvider | null;
  notifyPlatform: NotifyPlatform;
  notifyOrganization: NotifyOrganization;
};

export const TAG = "Organizations";

export const FeatureSchema = OneOf(FEATURES, { title: "Feature" });
export const OrganizationItem = Named(["Organization", "A tenant, to which every other resource belongs"], {
  org_id: OrgId,
  name: [Type.String(), "The organization's name"],
  country: Country,
  status: [OneOf(ORGANIZATION_STATUSES), "Members of a suspended organization are refused"],
  features: [Type.Array(FeatureSchema), "The features that the organization may use"],
  settings: Named(["OrganizationSettings", "The settings as they are enforced"], {
    payout_review_above: [
      Type.Record(Type.String(), MoneyNumber),
      "By currency, `*` for all others: a payout of at least this amount waits for a second person. Empty: no " +
        "payout does",
    ],
    controls: Named(["Controls", "The organization's rules for payouts: approvals and limits"], {
      policies: [
        Type.Array(
          Named("ApprovalPolicy", {
            when: PolicyConditionSchema,
            currency: [Type.String(), "The currency that the rule applies to; `*`: every currency, at face value"],
            above: [Type.Optional(MoneyNumber), "The amount from which on the rule applies"],
            approvers: [Type.Integer(), "How many other people must approve"],
            role: [Type.Optional(OneOf(["org-admin"] as const)), "The role that an approver must have"],
          }),
        ),
        "Rules that make payouts wait for the approval of other people",
      ],
      limits: [
        Type.Array(
          Named("Limit", {
            per: LimitScopeSchema,
            window: [OneOf(["hour", "day"] as const), "Payouts of the last hour or of the last 24 hours are counted"],
            currency: [Type.String(), "The currency that is counted; `*` counts every currency at face value"],
            count: [Type.Optional(Type.Integer()), "The highest number of payouts"],
            amount: [Type.Optional(MoneyNumber), "The highest total of payouts; absent: any"],
            action: [
              OneOf(["refuse", "review"] as const),
              "refuse: by 409 LIMIT_EXCEEDED; review: a person must approve",
            ],
          }),
        ),
        "How much may be paid within a period",
      ],
      beneficiary_cool_off_hours: [
        Type.Integer(),
        "How many hours must pass before a new beneficiary, or one whose account was changed, can be paid",
      ],
      escrow_separation: [Type.Boolean(), "Different people submit, approve and release a milestone"],
    }),
    margin_bps: Type.Integer({ description: "Added to rates quoted to this organization, in hundredths of a percent" }),
    require_second_factor: Type.Boolean({
      description: "Whether members must sign in with a second factor; a member without one can only set it up",
    }),
    payout_destinations: [
      OneOf(PAYOUT_DESTINATIONS),
      "`registered`: payouts go to the beneficiary's own account only: the stricter of the platform's rule and the " +
        "organization's own. `any`: to other accounts too",
    ],
    hold_payouts_until_kyb: [Type.Boolean(), "Whether payouts are refused until the business is verified"],
    api_keys_may_administer: [Type.Boolean(), "Whether API keys without scopes may change people, keys and controls"],
    sources: [Type.Record(Type.String(), OneOf(SETTING_SOURCES)), "Where each value comes from, by its name"],
    tags: [Type.Array(Tag), "By which the platform's routing programs choose organizations"],
    unique_client_reference: Type.Boolean({
      description: "A `client_reference` that a payment or ramp has used is refused: 409 REFERENCE_USED",
    }),
  }),
  kyb_status: VerificationStatusSchema,
  kyb_provider: [Nullable(Type.String()), "The provider of business verification; null: people verify"],
  kyb_customer_id: Nullable(Type.String({ description: "The organization's identifier at the verification provider" })),
  kyb_reason: [Nullable(Type.String()), "Why it was decided so, or what the verifier still asks for; null: not said"],
  kyb_decided_by: [
    Type.Optional(Nullable(Type.String())),
    "Shown to the platform: the person who decided the verification; null when the verification provider did",
  ],
  kyb_review: [
    Type.Optional(
      Nullable(
        Named(
          [
            "KybReview",
            "Shown to the platform: the verification provider's later result, if it contradicts the person's decision",
          ],
          {
            status: VerificationStatusSchema,
            reason: [Nullable(Type.String()), "The verification provider's reason for a rejection; null otherwise"],
            occurred_at: [Timestamp, "When the verification was decided"],
          },
        ),
      ),
    ),
    "The verification provider's later result, if it contradicts a person's decision; null: there is none",
  ],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const OrganizationChangeSchema = Closed({
  name: [Type.Optional(Name), "The organization's name"],
  country: Type.Optional(CountryCode),
  status: [Type.Optional(OneOf(ORGANIZATION_STATUSES)), "Members of a suspended one are refused"],
  features: [
    Type.Optional(Type.Array(FeatureSchema, { maxItems: FEATURES.length })),
    "The features that the organization may use",
  ],
  settings: [
    Type.Optional(
      // A misspelled control must not be ignored: its owner would rely on it.
      Closed({
        payout_review_above: [
          Type.Optional(Nullable(Type.Union([MoneyInput, Type.Record(Type.String(), MoneyInput)]))),
          "For each currency, or `*` for all others: payouts of at least this amount wait for a second person",
        ],
        controls: [Type.Optional(Nullable(ControlsSchema)), "Rules for payouts: approvals and limits"],
        margin_bps: [
          Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_MARGIN_BPS })),
          "Our margin in the rate, in hundredths of a percent",
        ],
        payout_destinations: [
          Type.Optional(OneOf(PAYOUT_DESTINATIONS)),
          "`registered`: payouts may go to the beneficiary's own account only",
        ],
        unique_client_reference: [
          Type.Optional(Type.Boolean()),
          "Whether a `client_reference` that was used before is refused (409 REFERENCE_USED)",
        ],
        require_second_factor: [Type.Optional(Type.Boolean()), "Whether members must use a second factor"],
        tags: [
          Type.Optional(Type.Array(Tag, { maxItems: MAX_TAGS, uniqueItems: true })),
          "By which the platform's routing programs choose organizations",
        ],
      }),
    ),
    "The settings to change; omitted fields stay unchanged",
  ],
});

export const PermissionSchema = OneOf(PERMISSIONS, {
  title: "Permission",
  description: "A permission that a member may have beyond the role",
});
export const MemberItem = Named(["Member", "A person, or a service account, within an organization"], {
  org_id: OrgId,
  user_id: [Id, "The member"],
  email: [Type.String(), "E-mail address"],
  name: [Type.String(), "The person's name"],
  role: RoleSchema,
  permissions: Type.Array(PermissionSchema, { description: "Granted beyond the role" }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const InviteItem = Named(["Invite", "An invitation to become a member"], {
  org_id: OrgId,
  invite_id: [Id, "Id of the invite"],
  email: [Email, "E-mail address"],
  role: RoleSchema,
  permissions: [Type.Array(PermissionSchema), "Permissions that the person gets beyond the role"],
  status: OneOf(INVITE_STATUSES, {
    title: "InviteStatus",
    description: "Status of an invite; only a pending invite can be accepted",
  }),
  invited_by: [Id, "The user who sent the invite"],
  expires_at: [Timestamp, "Until when it can be accepted"],
  accepted_at: [Nullable(Timestamp), "When the invite was accepted; null before"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

/** A platform person may name an organization that does not exist; its lists would look empty without this check. */
export async function assertExists(db: Queryable, caller: Caller, orgId: string): Promise<void> {
  if (caller.platformRole !== null && (await findOrganization(db, orgId)) === null) throw notFound("Organization");
}
