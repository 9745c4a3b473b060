import { findLockedRate } from "#src/modules/terms/rates/find-locked-rate.ts";
import { findNetwork } from "#src/modules/reference/networks/reference-data.ts";
import type { Beneficiary } from "#src/modules/people/beneficiaries/beneficiary.ts";
import type { Clock } from "#src/platform/clock.ts";
import { isCountry } from "#src/platform/countries.ts";
import { isFiat } from "#src/platform/currencies.ts";
import type { Queryable } from "#src/platform/db/client.ts";
import { ApiError, badRequest, type ErrorDetail, invalidField } from "#src/platform/http/errors.ts";
import { InvalidMoney, Money } from "#src/platform/money.ts";
import { countryOfPhone, toE164 } from "#src/platform/phone.ts";
import type { BankAccount, CardDetails, MobileMoneyDetails, PayerDetails } from "#src/providers/provider.ts";
import { storedCardOf } from "./card.ts";
import { BankAccountInput, BankDetailsInput, type InitiationBody, PayerDetailsInput } from "./initiation-schema.ts";
import type { PaymentDetails } from "../payment.ts";
import { isReturnAddress } from "../providers/return-customer.ts";

/**
 * Reads an initiation request into what the payment core works with, or says everything that is wrong with it at once. The schema has
 * checked types and formats; here are the rules between fields: what a flow requires, which country it is in, whether amounts agree.
 */
export type PaymentIntent = {
  direction: "inbound" | "outbound";
  method: "mobile_money" | "bank_transfer" | "card";
  country: string;
  amount: Money;
  targetAmount: Money;
  orgRateId: string | null;
  clientReference: string | null;
  beneficiaryId: string | null;
  details: PaymentDetails;
  /** In memory for the dispatch only. */
  card: CardDetails | undefined;
};

export type ReadInitiationDeps = {
  db: Queryable;
  clock: Clock;
  findBeneficiary(orgId: string, beneficiaryId: string): Promise<Beneficiary | undefined>;
  countryOfOrganization(orgId: string): Promise<string>;
};

const MAX_METADATA_BYTES = 64 * 1024;

export async function readInitiation(deps: ReadInitiationDeps, orgId: string, body: InitiationBody): Promise<PaymentIntent> {
  const problems: ErrorDetail[] = [];
  checkCurrencies(body, problems);
  checkRequiredByFlow(body, problems);
  checkFreeFields(body, problems);
  if (problems.length > 0) throw validationFailed(problems);

  const amount = readAmount(body.amount, body.currency, "amount", problems);
  const targetAmount = readAmount(body.target_amount, body.target_currency, "target_amount", problems);
  if (amount === null || targetAmount === null) throw validationFailed(problems);

  const beneficiary = await findPayee(deps, orgId, body);
  const country = body.country ?? (await countryOf(deps, orgId, body, beneficiary));
  const mobileMoney = readMobileMoney(body, country);
  await checkAmounts(deps, orgId, body, amount, targetAmount);
  const card = readCard(body);
  return {
    direction: body.direction === "payin" ? "inbound" : "outbound",
    method: body.payment_method,
    country,
    amount,
    targetAmount,
    orgRateId: amount.currency === targetAmount.currency ? null : body.org_rate_id!,
    clientReference: isBlank(body.client_reference) ? null : body.client_reference!,
    beneficiaryId: beneficiary?.beneficiaryId ?? null,
    card,
    details: detailsOf(body, mobileMoney, card, beneficiary),
  };
}

/* ---- rules ---- */

function checkCurrencies(body: InitiationBody, problems: ErrorDetail[]): void {
  for (const path of ["currency", "target_currency"] as const) {
    if (!isFiat(body[path])) problems.push({ path, message: "must be an ISO 4217 currency code" });
  }
}

function checkRequiredByFlow(body: InitiationBody, problems: ErrorDetail[]): void {
  const need = (path: string, message: string): number => problems.push({ path, message });
  if (body.direction === "payin") {
    const payer = body.payer_details;
    if (payer == null) need("payer_details", "is required for a payin");
    else {
      if (isBlank(payer.name)) need("payer_details.name", "is required for a payin");
      if (isBlank(payer.email) && isBlank(payer.phone)) need("payer_details", "must hold an email or a phone");
    }
  } else if (isBlank(body.beneficiary_id)) need("beneficiary_id", "is required for a payout");

  if (body.payment_method === "mobile_money") {
    const details = body.mobile_money_details;
    if (details == null) need("mobile_money_details", "is required when payment_method is mobile_money");
    else {
      if (isBlank(details.provider)) need("mobile_money_details.provider", "is required: a network name from POST /externals/networks");
      if (isBlank(details.phone_number)) need("mobile_money_details.phone_number", "is required");
    }
  }
  if (body.payment_method === "card" && body.card_details == null) need("card_details", "is required when payment_method is card");
  if (body.payment_method === "bank_transfer") {
    for (const path of ["bank_details", "bank_account"] as const) {
      const account = body[path];
      if (account == null) need(path, "is required when payment_method is bank_transfer");
      else if (isBlank(account.account_number)) need(`${path}.account_number`, "is required");
    }
  }
}

function checkFreeFields(body: InitiationBody, problems: ErrorDetail[]): void {
  if (body.country != null && !isCountry(body.country)) problems.push({ path: "country", message: "must be an ISO 3166-1 alpha-2 code" });
  const payerCountry = body.bank_details?.country;
  if (!isBlank(payerCountry) && !isCountry(payerCountry!)) problems.push({ path: "bank_details.country", message: "must be an ISO 3166-1 alpha-2 code" });
  if (body.return_url != null && !isReturnAddress(body.return_url)) problems.push({ path: "return_url", message: "must be an http or https URL" });
  checkMetadata(body.metadata, problems);
}

export function checkMetadata(metadata: Record<string, unknown> | null | undefined, problems: ErrorDetail[]): void {
  if (metadata != null && Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
    problems.push({ path: "metadata", message: `must be at most ${MAX_METADATA_BYTES} bytes as JSON` });
}

export function readAmount(value: number, currency: string, path: string, problems: ErrorDetail[]): Money | null {
  try {
    return Money.fromWire(value, currency);
  } catch (error) {
    if (!(error instanceof InvalidMoney)) throw error;
    problems.push({ path, message: error.message });
    return null;
  }
}

/** Same currency: the amounts are equal. Otherwise they agree at the locked rate, after rounding to the target's minor unit. */
async function checkAmounts(deps: ReadInitiationDeps, orgId: string, body: InitiationBody, amount: Money, targetAmount: Money): Promise<void> {
  if (amount.currency === targetAmount.currency) {
    if (!amount.equals(targetAmount)) throw invalidField("target_amount", "must equal amount when both currencies are the same");
    return;
  }
  if (isBlank(body.org_rate_id)) throw invalidField("org_rate_id", "is required when currency differs from target_currency", "RATE_REQUIRED");
  const locked = await findLockedRate(deps.db, orgId, body.org_rate_id!);
  if (locked === undefined) throw invalidField("org_rate_id", "names no rate that was locked for this organization", "RATE_NOT_FOUND");
  if (locked.fromCurrency !== amount.currency || locked.toCurrency !== targetAmount.currency) {
    throw rateMismatch("org_rate_id", `the locked rate is from ${locked.fromCurrency} to ${locked.toCurrency}`);
  }
  if (locked.expiresAt <= deps.clock.now()) throw rateMismatch("org_rate_id", "the locked rate has expired; fetch a new one");
  const expected = amount.convert(locked.rate, targetAmount.currency);
  if (!expected.equals(targetAmount))
    throw rateMismatch("target_amount", `must be ${expected.toDatabase()}: ${amount.toDatabase()} at the locked rate of ${locked.rate.toString()}`);
}

function rateMismatch(path: string, message: string): ApiError {
  return invalidField(path, message, "RATE_MISMATCH");
}

async function findPayee(deps: ReadInitiationDeps, orgId: string, body: InitiationBody): Promise<Beneficiary | undefined> {
  if (isBlank(body.beneficiary_id)) return undefined;
  const beneficiary = await deps.findBeneficiary(orgId, body.beneficiary_id!);
  if (beneficiary === undefined) throw invalidField("beneficiary_id", "names no beneficiary of this organization", "BENEFICIARY_NOT_FOUND");
  return beneficiary;
}

async function countryOf(deps: ReadInitiationDeps, orgId: string, body: InitiationBody, beneficiary: Beneficiary | undefined): Promise<string> {
  if (body.direction === "payout") return beneficiary?.country ?? deps.countryOfOrganization(orgId);
  if (!isBlank(body.bank_details?.country)) return body.bank_details!.country!;
  for (const phone of [body.mobile_money_details?.phone_number, body.payer_details?.phone]) {
    const country = isBlank(phone) ? null : countryOfPhone(phone!);
    if (country !== null) return country;
  }
  return deps.countryOfOrganization(orgId);
}

/* ---- what is kept ---- */

function readMobileMoney(body: InitiationBody, country: string): MobileMoneyDetails | undefined {
  const details = body.mobile_money_details;
  if (body.payment_method !== "mobile_money" || details == null) return undefined;
  return readWallet(details, country);
}

/**
 * A mobile money wallet whose two fields are known to be there: its network must be one of the country, its number a phone number. Callers may
 * write both in several ways; a provider is told one.
 */
export function readWallet(details: { provider?: string; phone_number?: string }, country: string): MobileMoneyDetails {
  const phone = toE164(details.phone_number!, country);
  if (phone === null) throw invalidField("mobile_money_details.phone_number", "is not a phone number");
  const network = findNetwork(country, details.provider!);
  if (network === null) {
    throw invalidField("mobile_money_details.provider", `is not a mobile money network of ${country}; see POST /externals/networks`, "NETWORK_NOT_SUPPORTED");
  }
  return { provider: network.name, phone_number: phone };
}

function readCard(body: InitiationBody): CardDetails | undefined {
  const card = body.card_details;
  if (body.payment_method !== "card" || card == null) return undefined;
  return {
    card_number: card.card_number.replace(/\D/g, ""),
    expiry_month: card.expiry_month.padStart(2, "0"),
    expiry_year: card.expiry_year,
    ...(card.cvv == null ? {} : { cvv: card.cvv }),
    ...(card.card_holder_name == null ? {} : { card_holder_name: card.card_holder_name }),
  };
}

function detailsOf(
  body: InitiationBody,
  mobileMoney: MobileMoneyDetails | undefined,
  card: CardDetails | undefined,
  beneficiary: Beneficiary | undefined,
): PaymentDetails {
  return {
    ...(body.description == null ? {} : { description: body.description }),
    ...(body.payer_details == null ? {} : { payer_details: declaredFields(PayerDetailsInput, body.payer_details) as PayerDetails }),
    ...(mobileMoney === undefined ? {} : { mobile_money_details: mobileMoney }),
    ...(card === undefined ? {} : { card_details: storedCardOf(card) }),
    ...(body.bank_details == null ? {} : { bank_details: declaredFields(BankDetailsInput, body.bank_details) as BankAccount }),
    ...(body.bank_account == null ? {} : { bank_account: declaredFields(BankAccountInput, body.bank_account) as BankAccount }),
    ...(beneficiary === undefined ? {} : { recipient_info: recipientOf(beneficiary) }),
    ...(body.return_url == null ? {} : { return_url: body.return_url }),
    ...(body.metadata == null ? {} : { metadata: body.metadata }),
  };
}

export function recipientOf(beneficiary: Beneficiary): { name: string; email?: string; phone?: string } {
  return {
    name: [beneficiary.fname, beneficiary.lname].filter((part) => !isBlank(part)).join(" "),
    ...(isBlank(beneficiary.email) ? {} : { email: beneficiary.email! }),
    ...(isBlank(beneficiary.phoneNumber) ? {} : { phone: beneficiary.phoneNumber! }),
  };
}

/** What a request says in the fields that the schema has. Any other is ignored: kept, it would reach the database and events unchecked, a card number too. */
export function declaredFields(schema: { readonly properties: object }, value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([name, field]) => field !== null && field !== undefined && Object.hasOwn(schema.properties, name)));
}

export function isBlank(text: string | null | undefined): boolean {
  return text == null || text.trim() === "";
}

export function validationFailed(problems: readonly ErrorDetail[]): ApiError {
  return badRequest(problems.map((problem) => `${problem.path}: ${problem.message}`).join("; "), problems);
}
