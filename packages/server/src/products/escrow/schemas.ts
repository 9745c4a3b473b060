import Type from "typebox";
import { CollectingPayinInput, StartedPayin } from "#src/payments/initiate/index.ts";
import {
  Amount,
  CreatedAt,
  CurrencyCode,
  Day,
  Email,
  filledText,
  Id,
  MoneyInput,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  OrgId,
  properties,
  Timestamp,
  UpdatedAt,
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

const name = (description: string) => filledText(MAX_NAME, { description });
const longText = () => Type.Optional(Nullable(Type.String({ maxLength: MAX_DESCRIPTION })));

export const Party = Named(["EscrowParty", "A party that gets a share of the milestones"], {
  party_id: [Id, "Id of the party"],
  name: [Type.String(), "Who the party is"],
  role: [Type.String(), "The party's part in the project: seller, contractor, agent and so on"],
  email: [Nullable(Type.String()), "E-mail address"],
  beneficiary_id: [Nullable(Id), "The registered beneficiary who is paid"],
  account_id: [Nullable(Id), "The virtual account that the party is paid to; null: the party is paid by payout"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

const SplitTypeSchema = OneOf(SPLIT_TYPES, {
  title: "SplitType",
  description: "Type of a party's share. percentage: of the milestone's amount; fixed: an amount",
});
export const Milestone = Named(["Milestone", "A milestone of an escrow project, and the shares that it pays"], {
  milestone_id: [Id, "Id of the milestone"],
  escrow_id: [Id, "Id of the escrow project"],
  label: [Type.String(), "Name of the milestone"],
  sequence: [Type.Integer(), "Place in the order of funding, counted from 1"],
  currency: CurrencyCode,
  expected_disbursement: [MoneyNumber, "The amount to release"],
  status: OneOf(MILESTONE_STATUSES, {
    title: "MilestoneStatus",
    description: "Status of a milestone: `releasing` from its release on, `disbursed` when its last share has arrived",
  }),
  disbursed_total: [MoneyNumber, "The amount that has arrived"],
  returned_total: [MoneyNumber, "The amount that went back to the project's funders"],
  description: [Type.Optional(Type.String()), "Free text for people"],
  due_date: [Type.Optional(Day), "The planned day, for information only"],
  contract_submitted_at: [Type.Optional(Timestamp), "When the contract was submitted; absent before"],
  disbursed_at: [Type.Optional(Timestamp), "When the last share arrived; absent before"],
  parties: [
    Type.Array(
      Named("MilestoneSplit", {
        party_id: [Id, "Id of the party"],
        split_type: SplitTypeSchema,
        split_value: [
          Type.Unsafe<Decimal | Money>({ type: "number", "x-money": true }),
          "Percentage, or a fixed amount",
        ],
      }),
    ),
    "Who gets which share",
  ],
  funding_status: OneOf(FUNDING_STATUSES, {
    title: "FundingStatus",
    description: "Whether the money that was paid in covers a milestone",
  }),
  covered_amount: [MoneyNumber, "The funded part of `expected_disbursement`"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const EscrowStatusSchema = OneOf(PROJECT_STATUSES, {
  title: "EscrowStatus",
  description: "Status of an escrow project: a draft can be changed, an active project can be funded",
});
const projectFields = properties({
  escrow_id: [Id, "Id of the escrow project"],
  org_id: OrgId,
  title: [Type.String(), "What the project is"],
  description: [Nullable(Type.String()), "Free text for people"],
  currency: CurrencyCode,
  total_amount: [MoneyNumber, "The total price of the project"],
  status: EscrowStatusSchema,
  created_by: [Id, "Who created the project"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export const Project = Named("EscrowProject", projectFields);
export const ProjectWithParts = Named(["EscrowProjectWithParts", "A project with its parties and milestones"], {
  ...projectFields,
  funded_amount: [MoneyNumber, "The money that was paid into the project"],
  pending_funding: [MoneyNumber, "Payins into the project that are in progress"],
  unspent_amount: [MoneyNumber, "Money that was paid in and neither released nor refunded"],
  parties: [Type.Array(Party), "Who gets which share"],
  milestones: [Type.Array(Milestone), "The milestones, in the order of funding"],
});

export const Contract = Named(["EscrowContract", "The contract of a milestone"], {
  milestone_id: [Id, "Id of the milestone"],
  title: [Type.String(), "Name of the contract"],
  terms: [Nullable(Type.String()), "The text of the contract; null: the contract is a document"],
  document_url: [Nullable(Type.String()), "Address of the contract's document; null: the contract is text"],
  status: [OneOf(["submitted", "approved"] as const), "approved: the milestone can be released"],
  submitted_by: [Id, "The user who submitted the contract"],
  submitted_at: [Timestamp, "When the contract was submitted"],
  approved_by: [Nullable(Id), "The user who approved the contract; null before"],
  approved_at: [Nullable(Timestamp), "When the contract was approved; null before"],
});

export const DisbursementStatusSchema = OneOf(DISBURSEMENT_STATUSES, {
  title: "DisbursementStatus",
  description: "Status of an escrow disbursement. returned: the money went back to the project's funders",
});
export const Funding = Named("EscrowFunding", {
  funding_id: [Id, "Id of the funding"],
  source: [OneOf(["virtual_account", "payin"] as const), "Where the money came from: a virtual account, or a payin"],
  account_id: [Nullable(Id), "The virtual account that paid; null: a payin did"],
  payment_id: [Nullable(Id), "Id of the payment; null or absent while there is none"],
  amount: Amount,
  currency: CurrencyCode,
  refunded_amount: [MoneyNumber, "The amount refunded so far"],
  status: DisbursementStatusSchema,
  created_by: [Id, "Who funded the project"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const FundingAnswer = Named(["EscrowFundingResult", "The funding, and the project after it"], {
  ...Funding.properties,
  escrow: ProjectWithParts,
  payment: Type.Optional(StartedPayin),
});

export const Disbursement = Named(["Disbursement", "A party's share of an escrow project, or a refund"], {
  disbursement_id: [Id, "Id of the disbursement"],
  escrow_id: [Id, "Id of the escrow project"],
  kind: [OneOf(["release", "refund"] as const), "release: to a party of the project; refund: to a funder"],
  method: [
    OneOf(["virtual_account", "payout", "payin_refund", "settlement"] as const),
    "payin_refund: by the payin's provider; settlement: to the organization's balance",
  ],
  milestone_id: [Nullable(Id), "Id of the milestone; null: none"],
  party_id: [Nullable(Id), "Id of the party; null: none"],
  funding_id: [Nullable(Id), "Id of the funding; null: none"],
  account_id: [Nullable(Id), "The virtual account paid; null: none"],
  beneficiary_id: [Nullable(Type.String()), "To whom it was redirected; null: the party's own, or a refund's payer"],
  payment_id: [Nullable(Id), "Id of the payment; null or absent while there is none"],
  amount: Amount,
  currency: CurrencyCode,
  status: DisbursementStatusSchema,
  failure_reason: [Nullable(Type.String()), "Why it failed, in words; null: it did not"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const ReturnedDisbursement = Named(["ReturnedDisbursement", "A share that could not be paid, and the refunds"], {
  ...Disbursement.properties,
  refunds: [Type.Array(Disbursement), "The refunds: who gets how much back"],
});

export const ProjectInput = Named("EscrowProjectInput", {
  title: name("What the project is"),
  description: [longText(), "Free text for people"],
  currency: Type.String({ description: "ISO 4217" }),
  total_amount: [MoneyInput, "The total price of the project"],
  org_id: Type.Optional(Type.String({ description: "For the platform" })),
});
export const ProjectPatch = Named(
  "EscrowProjectChange",
  {
    title: Type.Optional(name("What the project is")),
    description: [longText(), "Free text for people"],
    total_amount: [Type.Optional(MoneyInput), "The total price of the project"],
  },
  { minProperties: 1 },
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
  email: [Type.Optional(Nullable(Email)), "E-mail address"],
  ...destination,
});
export const PartyPatch = Named(
  "EscrowPartyChange",
  {
    name: Type.Optional(name("Who the party is")),
    role: Type.Optional(role),
    email: [Type.Optional(Nullable(Email)), "E-mail address"],
    ...destination,
  },
  { minProperties: 1 },
);

const SplitUpdate = Named("SplitUpdate", {
  party_id: [Type.String({ minLength: 1 }), "Id of the party"],
  split_value: Type.Number({
    maximum: MAX_SPLIT_VALUE,
    description: "Percent of the milestone, or a fixed amount, as the party's split_type says",
  }),
  split_type: [Type.Optional(SplitTypeSchema), "Required only for a party that has no share of this milestone yet"],
});
const NewSplit = Named("SplitInput", {
  party_id: [Type.String({ minLength: 1 }), "Id of the party"],
  split_type: SplitTypeSchema,
  split_value: [Type.Number({ maximum: MAX_SPLIT_VALUE }), "Percentage, or a fixed amount"],
});
const splitList = Type.Array(SplitUpdate, { minItems: 1, maxItems: MAX_PARTIES });

/** Shares are changed by `{ parties: [...] }`, a single update, or a bare array of updates. */
export const SplitsInput = Type.Union([
  Named("SplitUpdates", { parties: [splitList, "Who gets which share"] }),
  SplitUpdate,
  splitList,
]);

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
  description: [longText(), "Free text for people"],
  expected_disbursement: [milestoneFields.expected_disbursement, "The amount to release"],
  due_date: [Type.Optional(Nullable(Day)), "The planned day, for information only"],
  sequence: Type.Optional(milestoneFields.sequence),
  parties: [Type.Optional(Type.Array(NewSplit, { maxItems: MAX_PARTIES })), "Who gets which share"],
});
export const MilestonePatch = Named(
  "MilestoneChange",
  {
    label: Type.Optional(milestoneFields.label),
    description: [longText(), "Free text for people"],
    expected_disbursement: [Type.Optional(milestoneFields.expected_disbursement), "The amount to release"],
    due_date: [Type.Optional(Nullable(Day)), "The planned day, for information only"],
    sequence: Type.Optional(milestoneFields.sequence),
  },
  { minProperties: 1 },
);

export const ContractInput = Named("EscrowContractInput", {
  title: Type.Optional(name("Name of the contract")),
  terms: [
    Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: MAX_TERMS }))),
    "The text of the contract; null: it is a document",
  ],
  document_url: [
    Type.Optional(
      Nullable(
        Type.String({
          format: "uri",
          maxLength: MAX_URL,
          pattern: "^https://",
          "x-pattern-message": "must be an https URL",
        }),
      ),
    ),
    "Address of the contract's document; null: the contract is text",
  ],
});

export const FundInput = Named("EscrowFundingRequest", {
  amount: [MoneyInput, "The amount to fund, in the project's currency"],
  account_id: Type.Optional(Nullable(Type.String({ description: "The virtual account that pays" }))),
  payment: [Type.Optional(Nullable(CollectingPayinInput)), "The payin that funds the project"],
});

export const ReasonInput = Nullable(
  Named("EscrowReason", {
    reason: [Type.Optional(Nullable(Type.String({ maxLength: MAX_NAME }))), "The reason, for the audit log"],
  }),
);
