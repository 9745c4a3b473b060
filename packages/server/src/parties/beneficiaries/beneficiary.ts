import { isDeepStrictEqual } from "node:util";
import type { Environment } from "#src/config.ts";
import { sortedJson } from "#src/kernel/fields.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";

export const ACCOUNT_TYPES = ["bank", "mobile_money", "crypto"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const BENEFICIARY_TYPES = ["individual", "business", "loan_client"] as const;
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];

/** Either `account_number` with a bank, or an IBAN, which `account_number` then repeats. */
export type BankDetails = {
  readonly account_number: string;
  readonly bank_code?: string;
  readonly bank_name?: string;
  readonly account_name?: string;
  readonly iban?: string;
  readonly swift_code?: string;
  readonly branch_code?: string;
};
export type MomoDetails = { readonly provider: string; readonly phone_number: string };
export type CryptoDetails = { readonly network: string; readonly wallet_address: string; readonly memo?: string };

/** Of the person, beside name and account: what some corridors require. */
export type BeneficiaryParty = { readonly [Name in (typeof PARTY_NAMES)[number]]?: string };
export const PARTY_NAMES = [
  "line1",
  "line2",
  "city",
  "state",
  "postal_code",
  "country",
  "birth_date",
  "document_type",
  "document_number",
  "document_country",
] as const;

export type BeneficiaryContent = {
  readonly accountType: AccountType;
  readonly beneficiaryType: BeneficiaryType;
  /** The country of the account; null only for crypto, which needs none. */
  readonly country: string | null;
  readonly currency: string;
  readonly fname: string;
  readonly lname: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly bankDetails: BankDetails | null;
  readonly momoDetails: MomoDetails | null;
  readonly cryptoDetails: CryptoDetails | null;
  readonly loanClientDetails: Readonly<Record<string, unknown>> | null;
  readonly party: BeneficiaryParty | null;
  readonly externalAccountId: string | null;
};

export type Beneficiary = BeneficiaryContent & {
  readonly orgId: string;
  readonly beneficiaryId: string;
  readonly beneficiaryOf: string;
  /** When the current account was entered: controls of payouts trust a changed account like a new beneficiary. */
  readonly accountSince: Date;
  /** A keyed digest of the account (`sealsOf`). None: demo data, or somebody removed it. */
  readonly accountSeal?: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

const ACCOUNT_FIELDS = [
  "accountType",
  "country",
  "currency",
  "bankDetails",
  "momoDetails",
  "cryptoDetails",
] as const satisfies readonly (keyof BeneficiaryContent)[];

export function isSameAccount(one: BeneficiaryContent, other: BeneficiaryContent): boolean {
  return ACCOUNT_FIELDS.every((field) => isDeepStrictEqual(one[field], other[field]));
}

/**
 * Under the current master secret first, then under earlier ones. Who can write to the database but does not have the
 * secret cannot make a seal, and a seal counts for one beneficiary.
 */
export function sealsOf(secrets: SecretBox, beneficiary: Beneficiary): string[] {
  const { orgId, beneficiaryId, accountSince } = beneficiary;
  const text = sortedJson([ACCOUNT_FIELDS.map((field) => beneficiary[field]), accountSince]);
  const place = `beneficiaries.account_seal:${orgId}:${beneficiaryId}`;
  return secrets.fingerprints(text, place).map((seal) => seal.toString("base64url"));
}

export type SealRule = { readonly secrets: SecretBox; readonly environment: Environment };

/** Whether the service itself stored the account. Development pays one without a seal, too: demo data has none. */
export function isSealed({ secrets, environment }: SealRule, beneficiary: Beneficiary): boolean {
  const { accountSeal: seal = null } = beneficiary;
  return seal === null ? environment === "development" : sealsOf(secrets, beneficiary).includes(seal);
}

/** The account as the audit log shows it: enough to recognize it, not enough to use it. */
export function maskedAccountOf(content: BeneficiaryContent): string {
  const account =
    content.bankDetails?.account_number ??
    content.momoDetails?.phone_number ??
    content.cryptoDetails?.wallet_address ??
    "";
  return `****${account.slice(-4)}`;
}
