import type { Static } from "typebox";
import { assertQuoted, findQuote, type FoundQuote } from "#src/pricing/quotes/index.ts";
import type { CheckLockDeps } from "#src/pricing/rates/index.ts";
import type { Beneficiary } from "#src/parties/beneficiaries/index.ts";
import type { Customer } from "#src/parties/customers/index.ts";
import type { OrganizationProfile } from "#src/parties/organizations/index.ts";
import { isFiat } from "@corridor/base/currencies.ts";
import { type ErrorDetail, invalidField, invalidFields } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { countryOfPhone } from "@corridor/base/phone.ts";
import type { BankAccount, CardDetails, PayerDetails } from "@corridor/provider-kit/provider.ts";
import type { PaymentDetails, StoredCard } from "#src/payments/core/index.ts";
import { isReturnAddress, RETURN_ADDRESS_RULE } from "#src/payments/at-providers/index.ts";
import { agreePrice } from "./agree-price.ts";
import type { CollectingPayinInput } from "./collecting-payin.ts";
import type { InitiationBody } from "#src/payments/wire/index.ts";
import {
  BankAccountInput,
  BankDetailsInput,
  checkCountries,
  checkMetadata,
  checkWallet,
  declaredFields,
  destinationOf,
  destinationRecordOf,
  isBlank,
  type Paths,
  PayerDetailsInput,
  readAmount,
  readPayerContext,
  readWallet,
  recipientOf,
  requireAllowed,
} from "#src/payments/requests/index.ts";
import type { PaymentIntent, Price } from "./payment-intent.ts";

/**
 * Reads an initiation request, or reports all of its faults at once: the rules between fields, since the schema has
 * checked types and formats. Only the route starts payments this way; the rest of the product builds a `PaymentIntent`
 * with `Money`, by `payoutIntentOf` for a beneficiary and `readPayin` for a customer's own form.
 */
export type ReadInitiationDeps = {
  rates: CheckLockDeps;
  findBeneficiary(orgId: string, beneficiaryId: string): Promise<Beneficiary | undefined>;
  profileOf(orgId: string): Promise<OrganizationProfile>;
  findCustomer(orgId: string, customerId: string): Promise<Customer | undefined>;
};

export async function readInitiation(deps: ReadInitiationDeps, orgId: string, given: InitiationBody) {
  if (isBlank(given.customer_id)) return readPriced(deps, orgId, given);
  const customer = await readCustomer(deps, orgId, given.customer_id!);
  const payer = given.direction === "payin" ? { payer_details: payerOf(customer, given.payer_details) } : {};
  const intent = await readPriced(deps, orgId, { ...given, ...payer });
  return { ...intent, details: { ...intent.details, customer_id: customer.customerId } };
}

export async function readCustomer(deps: Pick<ReadInitiationDeps, "findCustomer">, orgId: string, customerId: string) {
  const customer = await deps.findCustomer(orgId, customerId);
  if (customer === undefined) throw invalidField("customer_id", "is not a customer of this organization");
  return customer;
}

/** Of name, e-mail address and phone, those that a request omits come from the customer. */
function payerOf(customer: Customer, given: InitiationBody["payer_details"]) {
  const payer = { ...given };
  for (const field of ["name", "email", "phone"] as const)
    if (isBlank(payer[field])) payer[field] = customer[field] ?? undefined;
  return payer;
}

async function readPriced(deps: ReadInitiationDeps, orgId: string, body: InitiationBody): Promise<PaymentIntent> {
  if (isBlank(body.quote_id)) return readFields(deps, orgId, body);
  if (!isBlank(body.org_rate_id)) throw invalidField("org_rate_id", "must be left out: the quote has its own rate");
  const quote = await findQuote(deps.rates, orgId, body.quote_id!);
  const amount = readMoney(body.amount, body.currency, "amount").toString();
  const { target_currency, direction, payment_method, country } = body;
  await assertQuoted(deps.rates, quote, { amount, target_currency, direction, payment_method, country });
  const intent = await readFields(deps, orgId, { ...body, country: quote.terms.country }, quote);
  return { ...intent, fee: quote.fee, details: { ...intent.details, quote_id: quote.lock.orgRateId } };
}

async function readFields(deps: ReadInitiationDeps, orgId: string, body: InitiationBody, quote?: FoundQuote) {
  const problems: ErrorDetail[] = [];
  for (const path of ["currency", "target_currency"] as const)
    if (!isFiat(body[path])) problems.push({ path, message: "must be an ISO 4217 currency code" });
  checkFields(body, problems);
  if (problems.length > 0) throw invalidFields(problems);
  const amount = readAmount(body.amount, body.currency, "amount", problems);
  if (amount === null) throw invalidFields(problems);

  const beneficiary = isBlank(body.beneficiary_id) ? undefined : await findPayee(deps, orgId, body.beneficiary_id!);
  const { target_currency: currency, target_amount: targetAmount, org_rate_id: orgRateId } = body;
  const price = await agreePrice(deps.rates, orgId, amount, { currency, targetAmount, orgRateId, quote });
  if (body.direction === "payout") return payoutOf(await deps.profileOf(orgId), body, beneficiary!, price);
  const payin = await payinOf(deps, orgId, body, price);
  if (beneficiary === undefined) return payin;
  const details = { ...payin.details, recipient_info: recipientOf(beneficiary) };
  return { ...payin, beneficiaryId: beneficiary.beneficiaryId, details };
}

type PayinDeps = Pick<ReadInitiationDeps, "profileOf">;

/** A payer's form: all of an initiation except its amounts, which the module that shows the form sets. */
export type PayinFields = Static<typeof CollectingPayinInput>;

/** The payin of a form that another module shows and prices: a payment link, the funding of an escrow. */
export async function readPayin(deps: PayinDeps, orgId: string, fields: PayinFields, price: Price) {
  const problems: ErrorDetail[] = [];
  checkFields({ ...fields, direction: "payin" }, problems);
  if (problems.length > 0) throw invalidFields(problems);
  return payinOf(deps, orgId, fields, price);
}

async function payinOf(deps: PayinDeps, orgId: string, fields: PayinFields, price: Price): Promise<PaymentIntent> {
  const country = fields.country ?? (await countryOfPayer(deps, orgId, fields));
  const card = readCard(fields);
  const wallet =
    fields.payment_method === "mobile_money" ? readWallet(fields.mobile_money_details!, country) : undefined;
  const account = fields.bank_account == null ? undefined : declaredFields(BankAccountInput, fields.bank_account);
  return {
    ...price,
    direction: "inbound",
    method: fields.payment_method,
    country,
    clientReference: referenceOf(fields),
    beneficiaryId: null,
    card,
    context: readPayerContext(fields.payer_details),
    details: {
      ...commonDetails(fields, card),
      ...(wallet === undefined ? {} : { mobile_money_details: wallet }),
      ...(account === undefined ? {} : { bank_account: account as BankAccount }),
    },
  };
}

function payoutOf(
  profile: OrganizationProfile,
  body: InitiationBody,
  beneficiary: Beneficiary,
  price: Price,
): PaymentIntent {
  const card = readCard(body);
  const destination = destinationOf(beneficiary, {
    method: body.payment_method,
    country: body.country ?? beneficiary.country ?? profile.country,
    account: declaredFields(BankAccountInput, body.bank_account ?? {}),
    wallet: body.mobile_money_details ?? {},
  });
  requireAllowed(destination, profile, PATHS);
  return {
    ...price,
    direction: "outbound",
    method: body.payment_method,
    country: destination.country,
    clientReference: referenceOf(body),
    beneficiaryId: beneficiary.beneficiaryId,
    card,
    details: {
      ...commonDetails(body, card),
      ...destination.accounts,
      recipient_info: recipientOf(beneficiary),
      destination: destinationRecordOf(destination),
    },
  };
}

/** The request fields that correspond to the names in the record's `destination.differs`. */
const PATHS: Paths = {
  account_number: "bank_account.account_number",
  bank_code: "bank_account.bank_code",
  bank_name: "bank_account.bank_name",
  provider: "mobile_money_details.provider",
  phone_number: "mobile_money_details.phone_number",
};

type CheckedFields = PayinFields & Pick<InitiationBody, "direction" | "beneficiary_id">;

function checkFields(body: CheckedFields, problems: ErrorDetail[]): void {
  if (body.direction === "payin") checkPayer(body, problems);
  else if (isBlank(body.beneficiary_id)) problems.push({ path: "beneficiary_id", message: "is required for a payout" });
  checkMethod(body, problems);
  checkCountries(body, problems);
  if (body.return_url != null && !isReturnAddress(body.return_url))
    problems.push({ path: "return_url", message: RETURN_ADDRESS_RULE });
  checkMetadata(body.metadata, problems);
}

function checkPayer({ payer_details: payer }: CheckedFields, problems: ErrorDetail[]): void {
  if (payer == null) return void problems.push({ path: "payer_details", message: "is required for a payin" });
  if (isBlank(payer.name)) problems.push({ path: "payer_details.name", message: "is required for a payin" });
  if (isBlank(payer.email) && isBlank(payer.phone))
    problems.push({ path: "payer_details", message: "must have an email or a phone" });
}

/** Requires the object of the payment method (contract.md). A payout goes to the beneficiary's own account without. */
function checkMethod(body: CheckedFields, problems: ErrorDetail[]): void {
  const need = (path: string, message: string): number => problems.push({ path, message });
  if (body.payment_method === "card" && body.card_details == null)
    need("card_details", "is required when payment_method is card");
  if (body.direction === "payout") return;
  if (body.payment_method === "mobile_money") {
    const details = body.mobile_money_details;
    if (details == null) need("mobile_money_details", "is required when payment_method is mobile_money");
    else checkWallet(details, problems);
  }
  if (body.payment_method === "bank_transfer") {
    for (const path of ["bank_details", "bank_account"] as const) {
      const account = body[path];
      if (account == null) need(path, "is required when payment_method is bank_transfer");
      else if (isBlank(account.account_number)) need(`${path}.account_number`, "is required");
    }
  }
}

type PayeeDeps = Pick<ReadInitiationDeps, "findBeneficiary">;
export async function findPayee(deps: PayeeDeps, orgId: string, beneficiaryId: string): Promise<Beneficiary> {
  const beneficiary = await deps.findBeneficiary(orgId, beneficiaryId);
  if (beneficiary === undefined)
    throw invalidField("beneficiary_id", "is not a beneficiary of this organization", "BENEFICIARY_NOT_FOUND");
  return beneficiary;
}

type WithAccounts = Pick<PayinFields, "bank_details" | "mobile_money_details" | "payer_details">;

export async function countryOfPayer(deps: PayinDeps, orgId: string, fields: WithAccounts): Promise<string> {
  if (!isBlank(fields.bank_details?.country)) return fields.bank_details!.country!;
  for (const phone of [fields.mobile_money_details?.phone_number, fields.payer_details?.phone]) {
    const country = isBlank(phone) ? null : countryOfPhone(phone!);
    if (country !== null) return country;
  }
  return (await deps.profileOf(orgId)).country;
}

function referenceOf(fields: PayinFields): string | null {
  return isBlank(fields.client_reference) ? null : fields.client_reference!;
}

function readCard(fields: PayinFields): CardDetails | undefined {
  const card = fields.card_details;
  if (fields.payment_method !== "card" || card == null) return undefined;
  return {
    card_number: card.card_number.replace(/\D/g, ""),
    expiry_month: card.expiry_month.padStart(2, "0"),
    expiry_year: card.expiry_year,
    ...(card.cvv == null ? {} : { cvv: card.cvv }),
    ...(card.card_holder_name == null ? {} : { card_holder_name: card.card_holder_name }),
  };
}

function commonDetails(fields: PayinFields, card: CardDetails | undefined): PaymentDetails {
  const { description, payer_details: payer, bank_details: bank, return_url, metadata } = fields;
  return {
    ...(description == null ? {} : { description }),
    ...(payer == null ? {} : { payer_details: declaredFields(PayerDetailsInput, payer) as PayerDetails }),
    ...(card === undefined ? {} : { card_details: storedCardOf(card) }),
    ...(bank == null ? {} : { bank_details: declaredFields(BankDetailsInput, bank) as BankAccount }),
    ...(return_url == null ? {} : { return_url }),
    ...(metadata == null ? {} : { metadata }),
  };
}

/** The part of a card that may be stored: enough to recognize it, not enough to pay with it. */
function storedCardOf(card: CardDetails): StoredCard {
  const digits = card.card_number.replace(/\D/g, "");
  return {
    brand: brandOf(digits),
    first6: digits.slice(0, 6),
    last4: digits.slice(-4),
    expiry_month: card.expiry_month,
    expiry_year: card.expiry_year,
    card_holder_name: card.card_holder_name ?? null,
  };
}

/** The brand of a card, by the issuer ranges of ISO/IEC 7812; `unknown` for all others. */
function brandOf(digits: string): string {
  if (digits.startsWith("4")) return "visa";
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (/^(506[01]|507[89]|6500)/.test(digits)) return "verve";
  if (/^(6011|64[4-9]|65)/.test(digits)) return "discover";
  if (/^35(2[89]|[3-8])/.test(digits)) return "jcb";
  if (/^(30[0-5]|3[68])/.test(digits)) return "diners";
  if (/^(62|81)/.test(digits)) return "unionpay";
  return "unknown";
}
