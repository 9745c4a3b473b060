import type { Beneficiary } from "#src/parties/beneficiaries/index.ts";
import { checkAddress } from "@corridor/base/crypto-assets/check-address.ts";
import type { CryptoNetwork } from "@corridor/base/crypto-assets/crypto-assets.ts";
import { readChain } from "#src/pricing/quotes/index.ts";
import type { PaymentDetails, RampDetails } from "#src/payments/core/index.ts";
import { countryOfPayer, findPayee, type ReadInitiationDeps } from "#src/payments/initiate/index.ts";
import {
  BankDetailsInput,
  checkCountries,
  checkMetadata,
  checkWallet,
  declaredFields,
  destinationOf,
  destinationRecordOf,
  type GivenDestination,
  hasReviews,
  isBlank,
  type Paths,
  type PayoutRules,
  readAmount,
  readWallet,
  recipientOf,
  requireAllowed,
} from "#src/payments/requests/index.ts";
import { isFiat } from "@corridor/base/currencies.ts";
import { type ErrorDetail, invalidField, invalidFields } from "#src/kernel/http/errors.ts";
import type { Money } from "@corridor/base/money.ts";
import type { BankAccount } from "@corridor/provider-kit/provider.ts";
import type { RampBody } from "./ramp-schema.ts";

/** Reads a ramp request, or reports all of its faults at once. The rate is checked afterwards. */
export type RampRequestRead = {
  direction: RampDetails["direction"];
  fiat: Money;
  asset: string;
  country: string;
  beneficiaryId: string | null;
  clientReference: string | null;
  details: Omit<PaymentDetails, "ramp"> & { ramp: Omit<RampDetails, "rate"> };
};

export type ReadRampDeps = Pick<ReadInitiationDeps, "findBeneficiary" | "profileOf">;

/** In which direction `client_rate` is the live rate, for a request that names both a wallet and a payee. */
export type DirectionOfRate = (fiat: string, asset: string) => Promise<RampDetails["direction"]>;

export async function readRamp(
  deps: ReadRampDeps,
  orgId: string,
  body: RampBody,
  directionOfRate: DirectionOfRate,
): Promise<RampRequestRead> {
  const problems: ErrorDetail[] = [];
  const fiat = readFiat(body, problems);
  const chain = readChain(body, problems);
  const direction = await chooseDirection(body, problems, async () =>
    fiat === null || chain === null ? null : directionOfRate(fiat.currency, chain.asset),
  );
  checkCustomer(body, problems);
  if (direction !== null) checkRequired(body, direction, chain?.network, problems);
  checkCountries(body, problems);
  checkMetadata(body.metadata, problems);
  if (problems.length > 0 || direction === null || fiat === null || chain === null) throw invalidFields(problems);

  const namesPayee = direction === "off_ramp" && !isBlank(body.beneficiary_id);
  const payee = namesPayee ? await findFiatPayee(deps, orgId, body.beneficiary_id!) : undefined;
  const ofPayee = isBlank(body.bank_details?.country) ? payee?.country : null;
  const country = body.country ?? ofPayee ?? (await countryOfPayer(deps, orgId, body));
  const { fiat_method, ...accounts } =
    direction === "on_ramp" ? fiatSource(body, country) : fiatTarget(body, country, payee, await deps.profileOf(orgId));
  return {
    direction,
    fiat,
    country,
    asset: chain.asset,
    beneficiaryId: payee?.beneficiaryId ?? null,
    clientReference: isBlank(body.client_reference) ? null : body.client_reference!,
    details: {
      ...accounts,
      ...recipient(body, payee),
      ...(body.metadata == null ? {} : { metadata: body.metadata }),
      ramp: {
        direction,
        fiat_method,
        crypto_currency: chain.asset,
        crypto_network: chain.network,
        ...(direction === "on_ramp" ? { wallet_address: body.wallet_address!.trim() } : {}),
        customer_type: body.customer_type ?? "retail",
        ...(isBlank(body.business_id) ? {} : { business_id: body.business_id! }),
        ...(isBlank(body.business_name) ? {} : { business_name: body.business_name! }),
      },
    },
  };
}

/** As the request says, or by its destination (a wallet, or a payee in fiat). If it names both, the rate decides. */
async function chooseDirection(
  body: RampBody,
  problems: ErrorDetail[],
  byRate: () => Promise<RampDetails["direction"] | null>,
) {
  if (body.direction != null) return body.direction;
  const toWallet = !isBlank(body.wallet_address);
  const toPayee = !isBlank(body.beneficiary_id) || body.destination != null;
  if (toWallet !== toPayee) return toWallet ? "on_ramp" : "off_ramp";
  if (toWallet) return byRate();
  const payee = "beneficiary_id, destination, bank_details or mobile_money_details";
  const message = `is required: on_ramp (with wallet_address) or off_ramp (with ${payee})`;
  problems.push({ path: "direction", message });
  return null;
}

function readFiat(body: RampBody, problems: ErrorDetail[]): Money | null {
  if (isFiat(body.fiat_currency)) return readAmount(body.fiat_amount, body.fiat_currency, "fiat_amount", problems);
  problems.push({ path: "fiat_currency", message: "must be an ISO 4217 currency code" });
  return null;
}

function checkCustomer(body: RampBody, problems: ErrorDetail[]): void {
  if (body.customer_type !== "business") return;
  for (const path of ["business_id", "business_name"] as const)
    if (isBlank(body[path])) problems.push({ path, message: "is required when customer_type is business" });
}

function checkRequired(
  body: RampBody,
  direction: RampDetails["direction"],
  network: CryptoNetwork | undefined,
  problems: ErrorDetail[],
): void {
  if (direction === "on_ramp") {
    if (isBlank(body.wallet_address)) problems.push({ path: "wallet_address", message: "is required for on_ramp" });
    else if (network !== undefined) {
      const check = checkAddress(network, body.wallet_address!.trim());
      if (!check.valid) problems.push({ path: "wallet_address", message: check.reason });
    }
    if (body.mobile_money_details != null) checkWallet(body.mobile_money_details, problems);
    return;
  }
  if (!isBlank(body.beneficiary_id)) return;
  if (body.destination != null) {
    if (isBlank(body.destination.accountNumber))
      problems.push({ path: "destination.accountNumber", message: "is required" });
  } else if (body.bank_details != null) {
    if (isBlank(body.bank_details.account_number))
      problems.push({ path: "bank_details.account_number", message: "is required" });
  } else if (body.mobile_money_details != null) checkWallet(body.mobile_money_details, problems);
  else
    problems.push({
      path: "beneficiary_id",
      message: "is required for off_ramp, unless destination, bank_details or mobile_money_details says who is paid",
    });
}

async function findFiatPayee(deps: ReadRampDeps, orgId: string, beneficiaryId: string): Promise<Beneficiary> {
  const beneficiary = await findPayee(deps, orgId, beneficiaryId);
  const wrong = "is a crypto beneficiary; an off_ramp pays fiat to a bank or mobile money account";
  if (beneficiary.accountType === "crypto") throw invalidField("beneficiary_id", wrong);
  return beneficiary;
}

type FiatSide = Pick<RampDetails, "fiat_method"> &
  Pick<PaymentDetails, "bank_details" | "bank_account" | "mobile_money_details" | "destination">;

/** Mobile money if a wallet to collect from is named; otherwise a bank transfer, from any account of the customer. */
function fiatSource(body: RampBody, country: string): FiatSide {
  if (body.mobile_money_details != null)
    return { fiat_method: "mobile_money", mobile_money_details: readWallet(body.mobile_money_details, country) };
  const hasAccount = body.bank_details != null && !isBlank(body.bank_details.account_number);
  return {
    fiat_method: "bank_transfer",
    ...(hasAccount ? { bank_details: declaredFields(BankDetailsInput, body.bank_details!) as BankAccount } : {}),
  };
}

/** The fiat payee: a beneficiary, by the rule of every payout, or the account of a request without one. */
function fiatTarget(body: RampBody, country: string, payee: Beneficiary | undefined, rules: PayoutRules): FiatSide {
  if (payee !== undefined) return payeeTarget(body, country, payee, rules);
  const missing = "is required: fiat is paid to registered beneficiaries only";
  if (rules.payoutDestinations === "registered") throw invalidField("beneficiary_id", missing, "BENEFICIARY_MISMATCH");
  return accountTarget(body, country);
}

function payeeTarget(body: RampBody, country: string, payee: Beneficiary, rules: PayoutRules): FiatSide {
  const { method, paths, ...given } = givenTarget(body, payee);
  if (method === "bank_transfer" && payee.bankDetails === null && isBlank(given.account?.account_number))
    throw invalidField(paths.account_number!, "is required");
  const destination = destinationOf(payee, { method, country, ...given });
  // A ramp is not reviewed. So a payout that needs a second person's review cannot be made by a ramp.
  requireAllowed(destination, hasReviews(rules) ? { ...rules, payoutDestinations: "registered" } : rules, paths);
  const { bank_account: account, mobile_money_details: wallet } = destination.accounts;
  return {
    fiat_method: method,
    ...(account === undefined ? {} : { bank_account: { ...account, country } }),
    ...(wallet === undefined ? {} : { mobile_money_details: wallet }),
    destination: destinationRecordOf(destination),
  };
}

type GivenTarget = Pick<GivenDestination, "account" | "wallet"> & { method: RampDetails["fiat_method"]; paths: Paths };

/**
 * As the request gives it, under the request's names: the first one, in the order of the contract. Without one, the
 * payee's own account is used.
 */
function givenTarget(body: RampBody, payee?: Beneficiary): GivenTarget {
  if (body.destination != null) {
    const { accountNumber: account_number, bankCode: bank_code, bankName: bank_name } = body.destination;
    const paths = {
      payment_method: "destination",
      account_number: "destination.accountNumber",
      bank_code: "destination.bankCode",
      bank_name: "destination.bankName",
    };
    return { method: "bank_transfer", account: { account_number, bank_code, bank_name }, paths };
  }
  if (body.bank_details != null) {
    const paths = {
      payment_method: "bank_details",
      country: body.country == null ? "bank_details.country" : "country",
      account_number: "bank_details.account_number",
      bank_code: "bank_details.bank_code",
      bank_name: "bank_details.bank_name",
    };
    return { method: "bank_transfer", account: declaredFields(BankDetailsInput, body.bank_details), paths };
  }
  const paths = {
    payment_method: "mobile_money_details",
    provider: "mobile_money_details.provider",
    phone_number: "mobile_money_details.phone_number",
  };
  if (body.mobile_money_details != null) return { method: "mobile_money", wallet: body.mobile_money_details, paths };
  return { method: payee?.momoDetails == null ? "bank_transfer" : "mobile_money", paths };
}

/** The payee's account from a request without a beneficiary. */
function accountTarget(body: RampBody, country: string): FiatSide {
  const { method, account } = givenTarget(body);
  if (method === "mobile_money")
    return { fiat_method: method, mobile_money_details: readWallet(body.mobile_money_details!, country) };
  const name = isBlank(body.beneficiary_name) ? null : body.beneficiary_name;
  return {
    fiat_method: method,
    bank_account: declaredFields(BankDetailsInput, { country, account_name: name, ...account }) as BankAccount,
  };
}

function recipient(body: RampBody, payee: Beneficiary | undefined): Pick<PaymentDetails, "recipient_info"> {
  if (payee !== undefined) return { recipient_info: recipientOf(payee) };
  const name = body.beneficiary_name ?? body.bank_details?.account_name;
  return isBlank(name) ? {} : { recipient_info: { name: name! } };
}
