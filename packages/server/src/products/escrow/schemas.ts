import Type from "typebox";
import { CollectingPayinInput, StartedPayin } from "#src/payments/initiate/index.ts";
import {
  CurrencyCode,
  DateInput,
  Email,
  Id,
  MoneyInput,
  MoneyNumber,
  Nullable,
  OneOf,
  Timestamp,
  Named,
} from "#src/kernel/http/schemas.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import type { Money } from "@corridor/base/money.ts";
import {
  DISBURSEMENT_STATUSES,
  FUNDING_STATUSES,
  MAX_PARTIES,
  MILESTONE_STATUSES,
  PROJECT_STATUSES,
} from "./escrow.ts";
import { SPLIT_TYPES } from "./split-amount.ts";

const MAX_NAME = 200;
const MAX_ROLE = 100;
const MAX_DESCRIPTION = 2_000;
const MAX_TERMS = 100_000;
const MAX_URL = 2_000;
const MAX_SEQUENCE = 1_000_000;
/** No amount has more than 15 digits. */
const MAX_SPLIT_VALUE = 1e15;

const name = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_NAME,
    pattern: "\\S",
    "x-pattern-message": "must not be blank",
    description,
  });
const longText = () => Type.Optional(Nullable(Type.String({ maxLength: MAX_DESCRIPTION })));

/* ---- answers ---- */

export const Party = Named("EscrowParty", {
  party_id: Id,
  name: Type.String(),
  role: Type.String(),
  email: Nullable(Type.String()),
  beneficiary_id: Nullable(Id),
  account_id: Nullable(Id),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const Milestone = Named("Milestone", {
  milestone_id: Id,
  escrow_id: Id,
  label: Type.String(),
  sequence: Type.Integer(),
  currency: CurrencyCode,
  expected_disbursement: MoneyNumber,
  status: OneOf(MILESTONE_STATUSES, { title: "MilestoneStatus" }),
  disbursed_total: MoneyNumber,
  returned_total: MoneyNumber,
  description: Type.Optional(Type.String()),
  due_date: Type.Optional(Type.String({ format: "date" })),
  contract_submitted_at: Type.Optional(Timestamp),
  disbursed_at: Type.Optional(Timestamp),
  parties: Type.Array(
    Named("MilestoneSplit", {
      party_id: Id,
      split_type: OneOf(SPLIT_TYPES, { title: "SplitType" }),
      split_value: Type.Unsafe<Decimal | Money>({ type: "number", "x-money": true }),
    }),
  ),
  funding_status: OneOf(FUNDING_STATUSES, { title: "FundingStatus" }),
  covered_amount: MoneyNumber,
  created_at: Timestamp,
  updated_at: Timestamp,
});

const projectFields = {
  escrow_id: Id,
  org_id: Id,
  title: Type.String(),
  description: Nullable(Type.String()),
  currency: CurrencyCode,
  total_amount: MoneyNumber,
  status: OneOf(PROJECT_STATUSES, { title: "EscrowStatus" }),
  created_by: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const Project = Named("EscrowProject", projectFields);
export const ProjectWithParts = Named("EscrowProjectWithParts", {
  ...projectFields,
  funded_amount: MoneyNumber,
  pending_funding: MoneyNumber,
  unspent_amount: MoneyNumber,
  parties: Type.Array(Party),
  milestones: Type.Array(Milestone),
});

export const Contract = Named("EscrowContract", {
  milestone_id: Id,
  title: Type.String(),
  terms: Nullable(Type.String()),
  document_url: Nullable(Type.String()),
  status: OneOf(["submitted", "approved"] as const),
  submitted_by: Id,
  submitted_at: Timestamp,
  approved_by: Nullable(Id),
  approved_at: Nullable(Timestamp),
});

export const Funding = Named("EscrowFunding", {
  funding_id: Id,
  source: OneOf(["virtual_account", "payin"] as const),
  account_id: Nullable(Id),
  payment_id: Nullable(Id),
  amount: MoneyNumber,
  currency: CurrencyCode,
  refunded_amount: MoneyNumber,
  status: OneOf(DISBURSEMENT_STATUSES, { title: "DisbursementStatus" }),
  created_by: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const FundingAnswer = Named("EscrowFundingResult", {
  ...Funding.properties,
  escrow: ProjectWithParts,
  payment: Type.Optional(StartedPayin),
});

export const Disbursement = Named("Disbursement", {
  disbursement_id: Id,
  kind: OneOf(["release", "refund"] as const),
  method: OneOf(["virtual_account", "payout", "payin_refund", "settlement"] as const),
  milestone_id: Nullable(Id),
  party_id: Nullable(Id),
  funding_id: Nullable(Id),
  account_id: Nullable(Id),
  beneficiary_id: Nullable(
    Type.String({
      description:
        "The beneficiary to whom the disbursement was redirected; null: the party's own beneficiary, or the payer of " +
        "a refund",
    }),
  ),
  payment_id: Nullable(Id),
  amount: MoneyNumber,
  currency: CurrencyCode,
  status: OneOf(DISBURSEMENT_STATUSES, {
    title: "DisbursementStatus",
    description: "`returned`: a share that could not be paid and went back to the project's funders",
  }),
  failure_reason: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const ReturnedDisbursement = Named("ReturnedDisbursement", {
  ...Disbursement.properties,
  refunds: Type.Array(Disbursement),
});

/* ---- requests ---- */

export const ProjectPath = Type.Object({ escrow_id: Id });
export const PartyPath = Type.Object({ escrow_id: Id, party_id: Id });
export const MilestonePath = Type.Object({ escrow_id: Id, milestone_id: Id });
export const DisbursementPath = Type.Object({ escrow_id: Id, disbursement_id: Id });

export const ProjectInput = Named("EscrowProjectInput", {
  title: name("What the project is"),
  description: longText(),
  currency: Type.String({ description: "ISO 4217" }),
  total_amount: MoneyInput,
  org_id: Type.Optional(Type.String({ description: "For the platform" })),
});
export const ProjectPatch = Type.Object(
  {
    title: Type.Optional(name("What the project is")),
    description: longText(),
    total_amount: Type.Optional(MoneyInput),
  },
  { title: "EscrowProjectChange", minProperties: 1 },
);

const destination = {
  beneficiary_id: Type.Optional(Nullable(Type.String({ description: "Paid by payout" }))),
  account_id: Type.Optional(Nullable(Type.String({ description: "Paid to a virtual account of the organization" }))),
};
export const RedirectInput = Named("DisbursementRedirect", destination);
const role = Type.String({ minLength: 1, maxLength: MAX_ROLE, description: "seller, contractor, agent, ..." });
export const PartyInput = Named("EscrowPartyInput", {
  name: name("Who the party is"),
  role,
  email: Type.Optional(Nullable(Email)),
  ...destination,
});
export const PartyPatch = Type.Object(
  {
    name: Type.Optional(name("Who the party is")),
    role: Type.Optional(role),
    email: Type.Optional(Nullable(Email)),
    ...destination,
  },
  { title: "EscrowPartyChange", minProperties: 1 },
);

const SplitUpdate = Named("SplitUpdate", {
  party_id: Type.String({ minLength: 1 }),
  split_value: Type.Number({
    maximum: MAX_SPLIT_VALUE,
    description: "Percent of the milestone, or a fixed amount, as the party's split_type says",
  }),
  split_type: Type.Optional(
    OneOf(SPLIT_TYPES, {
      title: "SplitType",
      description: "Required only for a party that has no share of this milestone yet",
    }),
  ),
});
const NewSplit = Named("SplitInput", {
  party_id: Type.String({ minLength: 1 }),
  split_type: OneOf(SPLIT_TYPES, { title: "SplitType" }),
  split_value: Type.Number({ maximum: MAX_SPLIT_VALUE }),
});
const splitList = Type.Array(SplitUpdate, { minItems: 1, maxItems: MAX_PARTIES });

/**
 * The three accepted forms of a request that changes shares: `{ parties: [...] }`, a single update, or a bare array of
 * updates.
 */
export const SplitsInput = Type.Union([Named("SplitUpdates", { parties: splitList }), SplitUpdate, splitList]);

const milestoneFields = {
  label: name("What is reached"),
  expected_disbursement: MoneyInput,
  sequence: Type.Integer({
    minimum: 1,
    maximum: MAX_SEQUENCE,
    description: "Place in the order of funding; absent: after the last milestone",
  }),
};
export const MilestoneInput = Named("MilestoneInput", {
  label: milestoneFields.label,
  description: longText(),
  expected_disbursement: milestoneFields.expected_disbursement,
  due_date: Type.Optional(Nullable(DateInput)),
  sequence: Type.Optional(milestoneFields.sequence),
  parties: Type.Optional(Type.Array(NewSplit, { maxItems: MAX_PARTIES })),
});
export const MilestonePatch = Type.Object(
  {
    label: Type.Optional(milestoneFields.label),
    description: longText(),
    expected_disbursement: Type.Optional(milestoneFields.expected_disbursement),
    due_date: Type.Optional(Nullable(DateInput)),
    sequence: Type.Optional(milestoneFields.sequence),
  },
  { title: "MilestoneChange", minProperties: 1 },
);

export const ContractInput = Named("EscrowContractInput", {
  title: Type.Optional(name("Name of the contract")),
  terms: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: MAX_TERMS }))),
  document_url: Type.Optional(
    Nullable(
      Type.String({
        format: "uri",
        maxLength: MAX_URL,
        pattern: "^https://",
        "x-pattern-message": "must be an https URL",
      }),
    ),
  ),
});

export const FundInput = Named("EscrowFundingRequest", {
  amount: MoneyInput,
  account_id: Type.Optional(Nullable(Type.String({ description: "The virtual account that pays" }))),
  payment: Type.Optional(Nullable(CollectingPayinInput)),
});

export const ReasonInput = Nullable(
  Named("EscrowReason", { reason: Type.Optional(Nullable(Type.String({ maxLength: MAX_NAME }))) }),
);
