import Type from "typebox";
import { inSnakeCase, present } from "#src/kernel/fields.ts";
import { type Caller, organizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Country,
  CountryCode,
  CreatedAt,
  Currency,
  CurrencyCode,
  Details,
  Email,
  Id,
  Named,
  Nullable,
  OneOf,
  OpenObject,
  OrgId,
  properties,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { created, nothing, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";
import { ACCOUNT_TYPES, BENEFICIARY_TYPES, type Beneficiary } from "./beneficiary.ts";
import { selectBeneficiaries, selectBeneficiary } from "./queries.ts";
import { changeBeneficiary, createBeneficiary, deleteBeneficiary, type WriteDeps } from "./write-beneficiary.ts";

const MAX_NAME_LENGTH = 200;
const MAX_DETAIL_LENGTH = 200;

const detail = (description: string) =>
  Type.Optional(Nullable(Type.String({ maxLength: MAX_DETAIL_LENGTH, description })));

const BankDetails = Named(["BeneficiaryBankDetailsInput", "Needed for account_type bank"], {
  account_number: detail("National account number; may be left out when an iban is given"),
  bank_code: detail("As /externals/banks lists it"),
  bank_name: detail("Name of the bank"),
  account_name: detail("Name of the account holder, as the bank knows it"),
  iban: detail("International account number; its check digits are verified"),
  swift_code: detail("BIC"),
  branch_code: detail("Branch, sort or routing code, if it is not the bank_code"),
});
const MomoDetails = Named(["MomoDetailsInput", "Needed for account_type mobile_money"], {
  provider: detail("A network name from POST /externals/networks"),
  phone_number: detail("Kept as E.164"),
});
const CryptoDetails = Named(["CryptoDetailsInput", "Required for account_type crypto; `currency` is the asset"], {
  network: detail("BITCOIN, ETHEREUM, POLYGON, BASE, BSC, CELO, TRON, SOLANA or STELLAR"),
  wallet_address: detail("Checked for its network"),
  memo: detail("The memo, if the receiver needs one"),
});

const Party = Named(["BeneficiaryParty", "What `needs` of `GET /corridors` asks for"], {
  line1: detail("Street and house number"),
  line2: detail("Further part of the address"),
  city: detail("City of the address"),
  state: detail("State or province, where the country has them"),
  postal_code: detail("Postal code of the address"),
  country: detail("Country of the address, by ISO 3166-1 alpha-2"),
  birth_date: detail("Day of birth, as 1990-12-31"),
  document_type: detail("Type of an identity document"),
  document_number: detail("Number of that document"),
  document_country: detail("Country that issued it"),
});

const name = () => Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });
const BeneficiaryTypeSchema = OneOf(BENEFICIARY_TYPES, {
  title: "BeneficiaryType",
  description: "Type of a beneficiary. loan_client: a person with `loan_client_details`",
});
const OptionalFields = properties({
  beneficiary_type: Type.Optional(
    Type.Unsafe<(typeof BENEFICIARY_TYPES)[number]>({ ...BeneficiaryTypeSchema, default: "individual" }),
  ),
  country: Type.Optional(Nullable(CountryCode)),
  currency: Type.Optional(Nullable(CurrencyCode)),
  lname: [Type.Optional(Nullable(Type.String({ maxLength: MAX_NAME_LENGTH }))), "Family name; absent for a business"],
  email: [Type.Optional(Nullable(Email)), "E-mail address"],
  phone_number: [Type.Optional(Nullable(Type.String({ maxLength: MAX_DETAIL_LENGTH }))), "Phone number by E.164"],
  bank_details: [Type.Optional(Nullable(BankDetails)), "For the account type `bank`"],
  momo_details: [Type.Optional(Nullable(MomoDetails)), "For the account type `mobile_money`"],
  crypto_details: [Type.Optional(Nullable(CryptoDetails)), "For the account type `crypto`"],
  loan_client_details: [Type.Optional(Nullable(OpenObject)), "For a `loan_client`: your own data, stored unchanged"],
  party: [Type.Optional(Nullable(Party)), "Address, birth and document, where a corridor needs them"],
  external_account_id: [
    Type.Optional(Nullable(Type.String({ maxLength: MAX_DETAIL_LENGTH }))),
    "The beneficiary's id in your own system",
  ],
});

const AccountTypeSchema = OneOf(ACCOUNT_TYPES, {
  title: "AccountType",
  description: "The kind of account by which a beneficiary is paid",
});
const CreateBody = Named("BeneficiaryInput", {
  account_type: AccountTypeSchema,
  fname: [name(), "First name of a person, or the name of a business"],
  ...OptionalFields,
  beneficiary_of: Type.Optional(Type.String({ description: "A member of the organization; the caller when absent" })),
  org_id: Type.Optional(Type.String({ description: "For platform people; members act in their own organization" })),
});

const ChangeBody = Named(
  "BeneficiaryChange",
  {
    account_type: Type.Optional(AccountTypeSchema),
    fname: [Type.Optional(name()), "First name of a person, or the name of a business"],
    ...OptionalFields,
  },
  { minProperties: 1 },
);

/** Fields that were never given are left out; details of the other kinds of account are empty objects. */
const BeneficiaryRecord = Named(["Beneficiary", "A person or business that is paid, and its account"], {
  beneficiary_id: [Id, "The registered beneficiary who is paid"],
  org_id: OrgId,
  account_type: AccountTypeSchema,
  beneficiary_of: Type.String({ description: "The user for whom the beneficiary is stored" }),
  beneficiary_type: BeneficiaryTypeSchema,
  country: Type.Optional(Country),
  currency: Currency,
  fname: [Type.String(), "First name of a person, or the name of a business"],
  lname: [Type.Optional(Type.String()), "Family name; absent for a business"],
  email: [Type.Optional(Type.String()), "E-mail address"],
  phone_number: [Type.Optional(Type.String()), "Phone number by E.164"],
  momo_details: Details(["MomoDetails", "The beneficiary's network and phone number"], {
    provider: [Type.String(), "Name of the mobile money network"],
    phone_number: [Type.String(), "Phone number by E.164"],
  }),
  bank_details: Details(["BankDetails", "The beneficiary's bank account"], {
    account_number: [Type.String(), "National account number, or IBAN"],
    bank_code: [Type.String(), "Code of the bank, as `/externals/banks` lists it"],
    bank_name: [Type.String(), "The bank's name"],
    account_name: [Type.String(), "Name of the account holder, as the bank knows it"],
    iban: [Type.String(), "International account number"],
    swift_code: [Type.String(), "BIC"],
    branch_code: [Type.String(), "Branch, sort or routing code, if it is not the `bank_code`"],
  }),
  crypto_details: Details(["CryptoDetails", "The beneficiary's wallet"], {
    network: [Type.String(), "The blockchain"],
    wallet_address: [Type.String(), "Address of the wallet that the crypto is sent to"],
    memo: [Type.String(), "The memo of the transfer; null: none"],
  }),
  loan_client_details: [OpenObject, "For a `loan_client`: your own data, stored unchanged"],
  party: Type.Optional(Party),
  external_account_id: [Type.Optional(Type.String()), "The beneficiary's id in your own system"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export function beneficiaryRoutes(deps: WriteDeps): (app: App) => void {
  return (app) => {
    const on = operations(app, "Beneficiaries");
    on("GET /beneficiaries", {
      id: "listBeneficiaries",
      summary: "List beneficiaries",
      query: Type.Object({
        user_id: Type.Optional(Type.String({ description: "Only beneficiaries that are stored for this user" })),
        org_id: Type.Optional(
          Type.String({ description: "For platform people: only beneficiaries of this organization" }),
        ),
      }),
      answer: pages("Beneficiaries", BeneficiaryRecord),
      handle: async (request) => {
        const { user_id: userId, org_id: orgId } = request.query;
        const scope = scopeOf(request.caller, orgId);
        const page = readPage(request, "beneficiaries", scope);
        const rows = await selectBeneficiaries(deps.db, scope, userId, page);
        return shownPage(rows, page, (row) => [row.beneficiaryId], recordOf);
      },
    });

    on("POST /beneficiaries", {
      id: "createBeneficiary",
      summary: "Add a beneficiary",
      description:
        "Exactly one of bank_details, momo_details and crypto_details, according to account_type. `currency` " +
        "defaults to the country's.",
      body: CreateBody,
      answer: created("Beneficiary created", BeneficiaryRecord),
      errors: { 404: null },
      handle: async (request) => {
        const { org_id, beneficiary_of: beneficiaryOf, ...fields } = request.body;
        // The organization that the request names counts only for platform people; a member's credential decides.
        const orgId = organizationOf(request.caller, request.caller.platformRole === null ? undefined : org_id);
        const key = { orgId, beneficiaryId: request.idempotencyId ?? newId() };
        return recordOf(await createBeneficiary(deps, request, key, fields, beneficiaryOf));
      },
    });

    on("GET /beneficiaries/:beneficiary_id", {
      id: "getBeneficiary",
      summary: "Read a beneficiary",
      answer: ok("Beneficiary", BeneficiaryRecord),
      handle: async (request) => recordOf(await oneOf(request.caller, request.params.beneficiary_id)),
    });

    on("PATCH /beneficiaries/:beneficiary_id", {
      id: "changeBeneficiary",
      summary: "Change a beneficiary",
      description:
        "Given fields replace stored ones (detail objects as a whole), null empties a field. Payments that were " +
        "already initiated keep their copy.",
      body: ChangeBody,
      answer: ok("Beneficiary changed", BeneficiaryRecord),
      handle: async (request) => {
        const beneficiary = await oneOf(request.caller, request.params.beneficiary_id);
        return recordOf(await changeBeneficiary(deps, request, beneficiary, request.body));
      },
    });

    on("DELETE /beneficiaries/:beneficiary_id", {
      id: "deleteBeneficiary",
      summary: "Delete a beneficiary",
      description: "409 while an unfinished payment uses the beneficiary.",
      answer: nothing,
      errors: { 409: "An unfinished payment uses the beneficiary" },
      handle: async (request) => {
        await deleteBeneficiary(deps, request, await oneOf(request.caller, request.params.beneficiary_id));
      },
    });
  };

  async function oneOf(caller: Caller, beneficiaryId: string): Promise<Beneficiary> {
    const beneficiary = await selectBeneficiary(deps.db, scopeOf(caller), beneficiaryId);
    if (beneficiary === undefined) throw notFound("Beneficiary");
    return beneficiary;
  }
}

function recordOf({ accountSince: _, accountSeal: __, ...beneficiary }: Beneficiary) {
  return {
    ...present(inSnakeCase(beneficiary)),
    momo_details: { ...beneficiary.momoDetails },
    bank_details: { ...beneficiary.bankDetails },
    crypto_details: { ...beneficiary.cryptoDetails },
    loan_client_details: { ...beneficiary.loanClientDetails },
  };
}
