import { checkAddress } from "@corridor/base/crypto-assets/check-address.ts";
import {
  findCryptoAsset,
  findCryptoNetwork,
  isAssetOnNetwork,
  networksOf,
} from "@corridor/base/crypto-assets/crypto-assets.ts";
import { isAccountNumber, readIban } from "@corridor/base/networks/account-format.ts";
import { findNetwork, REFERENCE_COUNTRIES } from "@corridor/base/networks/reference-data.ts";
import { isCountry } from "@corridor/base/countries.ts";
import { isFiat } from "@corridor/base/currencies.ts";
import { type ErrorDetail, invalidFields } from "#src/kernel/http/errors.ts";
import type { ErrorCode } from "#src/kernel/http/error-codes.ts";
import { toE164 } from "@corridor/base/phone.ts";
import {
  type AccountType,
  type BankDetails,
  type BeneficiaryContent,
  type BeneficiaryParty,
  type BeneficiaryType,
  type CryptoDetails,
  type MomoDetails,
  PARTY_NAMES,
} from "./beneficiary.ts";

/**
 * Or throws the 400 that names every invalid field. A change is merged into the stored fields and checked as a whole,
 * so that no sequence of changes leads to an invalid one.
 */
export type ContentFields = {
  account_type: AccountType;
  beneficiary_type?: BeneficiaryType | null;
  country?: string | null;
  currency?: string | null;
  fname: string;
  lname?: string | null;
  email?: string | null;
  phone_number?: string | null;
  bank_details?: Fields | null;
  momo_details?: Fields | null;
  crypto_details?: Fields | null;
  loan_client_details?: Record<string, unknown> | null;
  party?: Fields | null;
  external_account_id?: string | null;
};
type Fields = Readonly<Record<string, unknown>>;
type Refuse = (path: string, message: string) => null;

const MAX_LOAN_CLIENT_BYTES = 8_192;
const BANK_TEXT_FIELDS = ["bank_code", "bank_name", "account_name", "swift_code", "branch_code"] as const;

const DETAILS_OF: Readonly<Record<AccountType, "bank_details" | "momo_details" | "crypto_details">> = {
  bank: "bank_details",
  mobile_money: "momo_details",
  crypto: "crypto_details",
};

export function readContent(fields: ContentFields): BeneficiaryContent {
  const problems: ErrorDetail[] = [];
  const refuse: Refuse = (path, message) => {
    problems.push({ path, message });
    return null;
  };
  const accountType = fields.account_type;
  const beneficiaryType = fields.beneficiary_type ?? "individual";
  refuseForeignDetails(fields, refuse);

  const country = readCountry(fields, refuse);
  const currency = readCurrency(fields, country, refuse);
  const phoneNumber = readPhone(fields.phone_number, country, "phone_number", refuse);
  const content: BeneficiaryContent = {
    accountType,
    beneficiaryType,
    country,
    currency,
    fname: fields.fname.trim(),
    lname: textOrNull(fields.lname),
    email: textOrNull(fields.email)?.toLowerCase() ?? null,
    phoneNumber,
    bankDetails: accountType === "bank" ? readBankDetails(given(fields.bank_details), country, refuse) : null,
    momoDetails: accountType === "mobile_money" ? readMomoDetails(given(fields.momo_details), country, refuse) : null,
    cryptoDetails: accountType === "crypto" ? readCryptoDetails(given(fields.crypto_details), currency, refuse) : null,
    loanClientDetails: readLoanClientDetails(fields, beneficiaryType, refuse),
    party: readParty(given(fields.party), refuse),
    externalAccountId: textOrNull(fields.external_account_id),
  };
  if (content.fname === "") refuse("fname", "must not be blank");
  if (problems.length > 0) throw invalidFields(problems, codeOf(problems));
  return content;
}

/** A wrong network has its own error code, as in a payment request. It is used when nothing else is wrong. */
function codeOf(problems: readonly ErrorDetail[]): ErrorCode {
  return problems.every((problem) => problem.path === "momo_details.provider")
    ? "NETWORK_NOT_SUPPORTED"
    : "VALIDATION_ERROR";
}

/** Details of another kind of account would send money to the wrong place. Empty objects mean none. */
function refuseForeignDetails(fields: ContentFields, refuse: Refuse): void {
  for (const [accountType, name] of Object.entries(DETAILS_OF)) {
    if (accountType !== fields.account_type && given(fields[name]) !== null)
      refuse(name, `belongs to account_type ${accountType}`);
  }
}

function readCountry(fields: ContentFields, refuse: Refuse): string | null {
  const country = textOrNull(fields.country);
  if (country === null) {
    if (fields.account_type !== "crypto") refuse("country", "is required");
    return null;
  }
  if (!isCountry(country)) refuse("country", "must be an ISO 3166-1 alpha-2 code");
  return country;
}

function readCurrency(fields: ContentFields, country: string | null, refuse: Refuse): string {
  const currency =
    textOrNull(fields.currency) ?? REFERENCE_COUNTRIES.find((each) => each.country === country)?.currency ?? null;
  if (fields.account_type === "crypto") {
    const code = textOrNull(fields.currency);
    if (code === null) refuse("currency", "is required: the crypto asset");
    else if (findCryptoAsset(code) === null) refuse("currency", "must be a crypto asset we support");
    return code ?? "";
  }
  if (currency === null) refuse("currency", "is required");
  else if (!isFiat(currency)) refuse("currency", "must be an ISO 4217 code");
  return currency ?? "";
}

function readBankDetails(details: Fields | null, country: string | null, refuse: Refuse): BankDetails | null {
  if (details === null) return refuse("bank_details", "is required for account_type bank");
  const iban = readStoredIban(details, refuse);
  const accountNumber = textField(details, "bank_details", "account_number", refuse) ?? iban;
  if (accountNumber === null) return refuse("bank_details.account_number", "is required, unless an iban is given");
  if (!isAccountNumber(accountNumber)) refuse("bank_details.account_number", "must have 1 to 34 letters and digits");
  if (iban !== null && country !== null && iban.slice(0, 2) !== country)
    refuse("bank_details.iban", `is an IBAN of ${iban.slice(0, 2)}, but country is ${country}`);
  const texts = Object.fromEntries(
    BANK_TEXT_FIELDS.map((name) => [name, textField(details, "bank_details", name, refuse)]).filter(
      ([, text]) => text !== null,
    ),
  );
  if (iban === null && texts.bank_code === undefined && texts.bank_name === undefined) {
    refuse("bank_details.bank_code", "is required: or give bank_name or an iban, so that the bank is known");
  }
  return { account_number: accountNumber, ...texts, ...(iban === null ? {} : { iban }) };
}

function readStoredIban(details: Fields, refuse: Refuse): string | null {
  const text = textField(details, "bank_details", "iban", refuse);
  if (text === null) return null;
  const read = readIban(text);
  if ("iban" in read) return read.iban;
  refuse("bank_details.iban", read.problem);
  return null;
}

function readMomoDetails(details: Fields | null, country: string | null, refuse: Refuse): MomoDetails | null {
  if (details === null) return refuse("momo_details", "is required for account_type mobile_money");
  const provider = textField(details, "momo_details", "provider", refuse);
  const phone = textField(details, "momo_details", "phone_number", refuse);
  if (provider === null) refuse("momo_details.provider", "is required: a network name from POST /externals/networks");
  if (phone === null) refuse("momo_details.phone_number", "is required");
  if (provider === null || phone === null || country === null) return null;
  const network = findNetwork(country, provider);
  if (network === null)
    refuse("momo_details.provider", `is not a mobile money network of ${country}; see POST /externals/networks`);
  const number = readPhone(phone, country, "momo_details.phone_number", refuse);
  return { provider: network?.name ?? provider, phone_number: number ?? phone };
}

function readCryptoDetails(details: Fields | null, asset: string, refuse: Refuse): CryptoDetails | null {
  if (details === null) return refuse("crypto_details", "is required for account_type crypto");
  const name = textField(details, "crypto_details", "network", refuse);
  const address = textField(details, "crypto_details", "wallet_address", refuse);
  const memo = textField(details, "crypto_details", "memo", refuse);
  if (address === null) refuse("crypto_details.wallet_address", "is required");
  if (name === null) return refuse("crypto_details.network", "is required");
  const network = findCryptoNetwork(name);
  if (network === null) return refuse("crypto_details.network", "is not a network we support");
  if (findCryptoAsset(asset) !== null && !isAssetOnNetwork(asset, network)) {
    refuse("crypto_details.network", `does not carry ${asset}; it exists on ${networksOf(asset).join(", ")}`);
  }
  if (address === null) return null;
  const check = checkAddress(network, address);
  if (!check.valid) refuse("crypto_details.wallet_address", check.reason);
  return { network, wallet_address: address, ...(memo === null ? {} : { memo }) };
}

function readLoanClientDetails(
  fields: ContentFields,
  beneficiaryType: BeneficiaryType,
  refuse: Refuse,
): Record<string, unknown> | null {
  const details = given(fields.loan_client_details);
  if (details === null) return null;
  if (beneficiaryType !== "loan_client") refuse("loan_client_details", "belongs to beneficiary_type loan_client");
  if (Buffer.byteLength(JSON.stringify(details)) > MAX_LOAN_CLIENT_BYTES)
    refuse("loan_client_details", `must be at most ${MAX_LOAN_CLIENT_BYTES} bytes of JSON`);
  return details as Record<string, unknown>;
}

function readParty(fields: Fields | null, refuse: Refuse): BeneficiaryParty | null {
  if (fields === null) return null;
  const party: BeneficiaryParty = Object.fromEntries(
    PARTY_NAMES.map((name) => [name, textField(fields, "party", name, refuse)]).filter(([, text]) => text !== null),
  );
  for (const name of ["country", "document_country"] as const)
    if (party[name] !== undefined && !isCountry(party[name]))
      refuse(`party.${name}`, "must be an ISO 3166-1 alpha-2 code");
  const { birth_date: born, document_type, document_number, document_country } = party;
  if (born !== undefined && !(/^[12]\d{3}-\d\d-\d\d$/.test(born) && isDay(born)))
    refuse("party.birth_date", "must be a day, as 1990-12-31");
  const document = [document_type, document_number, document_country];
  if (document.includes(undefined) && document.some((part) => part !== undefined))
    refuse("party.document_number", "needs document_type, document_number and document_country together");
  return Object.keys(party).length === 0 ? null : party;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function readPhone(
  text: string | null | undefined,
  country: string | null,
  path: string,
  refuse: Refuse,
): string | null {
  const phone = textOrNull(text);
  if (phone === null) return null;
  const number = toE164(phone, country ?? undefined);
  if (number === null)
    refuse(path, "must be a phone number, in international form unless it is of the beneficiary's country");
  return number;
}

function textField(details: Fields, object: string, name: string, refuse: Refuse): string | null {
  const value = details[name];
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return textOrNull(value);
  refuse(`${object}.${name}`, "must be a string");
  return null;
}

function given<T extends object>(details: T | null | undefined): T | null {
  return details === null || details === undefined || Object.keys(details).length === 0 ? null : details;
}

function textOrNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}
