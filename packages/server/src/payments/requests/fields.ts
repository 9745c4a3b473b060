import type { Beneficiary } from "#src/parties/beneficiaries/index.ts";
import { findNetwork } from "@corridor/base/networks/reference-data.ts";
import { isCountry } from "@corridor/base/countries.ts";
import { type ErrorDetail, invalidField } from "#src/kernel/http/errors.ts";
import { InvalidMoney, Money } from "@corridor/base/money.ts";
import { toE164 } from "@corridor/base/phone.ts";
import type { MobileMoneyDetails } from "@corridor/provider-kit/provider.ts";

/** Rules for single fields of requests that start a payment or a ramp. The schema checks types and lengths. */
const MAX_METADATA_BYTES = 64 * 1024;

export function isBlank(text: string | null | undefined): boolean {
  return text == null || text.trim() === "";
}

export function checkMetadata(metadata: Record<string, unknown> | null | undefined, problems: ErrorDetail[]): void {
  if (metadata != null && Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
    problems.push({ path: "metadata", message: `must be at most ${MAX_METADATA_BYTES} bytes as JSON` });
}

type WithCountry = { country?: string | null };
type WithCountries = WithCountry & { bank_details?: WithCountry | null };
export function checkCountries(body: WithCountries, problems: ErrorDetail[]): void {
  const message = "must be an ISO 3166-1 alpha-2 code";
  if (body.country != null && !isCountry(body.country)) problems.push({ path: "country", message });
  const ofBank = body.bank_details?.country;
  if (!isBlank(ofBank) && !isCountry(ofBank!)) problems.push({ path: "bank_details.country", message });
}

export type GivenWallet = { provider?: string | null; phone_number?: string | null };

export function checkWallet(wallet: GivenWallet, problems: ErrorDetail[]): void {
  const missing = "is required: a network name from POST /externals/networks";
  if (isBlank(wallet.provider)) problems.push({ path: "mobile_money_details.provider", message: missing });
  if (isBlank(wallet.phone_number))
    problems.push({ path: "mobile_money_details.phone_number", message: "is required" });
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

/** The network must exist in the country. Callers write network and number in several ways; a provider gets one. */
export function readWallet(details: GivenWallet, country: string): MobileMoneyDetails {
  for (const field of ["provider", "phone_number"] as const)
    if (isBlank(details[field])) throw invalidField(`mobile_money_details.${field}`, "is required");
  const phone = toE164(details.phone_number!, country);
  if (phone === null) throw invalidField("mobile_money_details.phone_number", "is not a phone number");
  const network = findNetwork(country, details.provider!);
  const unknown = `is not a mobile money network of ${country}; see POST /externals/networks`;
  if (network === null) throw invalidField("mobile_money_details.provider", unknown, "NETWORK_NOT_SUPPORTED");
  return { provider: network.name, phone_number: phone };
}

/** Drops what the schema does not know: unchecked, it would reach database and events, even a card number. */
export function declaredFields({ properties }: { readonly properties: object }, value: object): object {
  const declared: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value))
    if (field != null && Object.hasOwn(properties, name)) declared[name] = field;
  return declared;
}

/** The payee's name on the record. */
export function recipientOf(beneficiary: Beneficiary): { name: string; email?: string; phone?: string } {
  return {
    name: [beneficiary.fname, beneficiary.lname].filter((part) => !isBlank(part)).join(" "),
    ...(isBlank(beneficiary.email) ? {} : { email: beneficiary.email! }),
    ...(isBlank(beneficiary.phoneNumber) ? {} : { phone: beneficiary.phoneNumber! }),
  };
}
