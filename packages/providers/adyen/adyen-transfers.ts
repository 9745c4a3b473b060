import type { BankAccount, DispatchRequest, PaymentUpdate, ProviderStatus } from "@corridor/provider-kit/provider.ts";
import type { Sighting } from "@corridor/provider-kit/outcomes.ts";
import { type Clean, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  byMeaning,
  formOf,
  type Json,
  listOf,
  MalformedAnswer,
  optionalTextOf,
  optionalTimeOf,
  statusIn,
  textOf,
} from "@corridor/provider-kit/wire.ts";
import { amountBody } from "./adyen-amount.ts";

/** Adyen's Transfers API (v4), without I/O: payouts from a balance account to a bank account. */

export function transferBody(request: DispatchRequest, balanceAccountId: string): object {
  const account = request.bankAccount;
  if (account === undefined) throw new Refusal("bank_account_missing", "adyen needs the payee's bank account");
  return {
    balanceAccountId,
    reference: request.reference,
    category: "bank",
    type: "bankTransfer",
    amount: amountBody(request.targetAmount),
    counterparty: {
      bankAccount: {
        accountHolder: { fullName: holderOf(account.account_name ?? request.recipient?.name) },
        accountIdentification: identify(account, account.country ?? request.country),
      },
    },
    // The local route first; Adyen uses the more expensive cross-border one only if there is none.
    priorities: ["regular", "crossBorder"],
    description: descriptionOf(request.description) || undefined,
  };
}

const MAX_DESCRIPTION = 140;
const NAME = /^[A-Za-z0-9 ,.;:\-—/\\+&!?@()"']+$/;

function holderOf(name: string | undefined): string {
  const plain = withoutAccents(name).trim();
  if (plain === "") throw new Refusal("name_missing", "adyen needs the name of the payee");
  if (!NAME.test(plain)) throw new Refusal("name_not_supported", "adyen takes the payee's name in Latin letters only");
  return plain;
}

function withoutAccents(text = ""): string {
  return text.normalize("NFD").replace(/\p{M}+/gu, "");
}

/** Banks in the United States allow other characters than banks elsewhere; these are allowed by both. */
function descriptionOf(text: string | undefined): string {
  const plain = withoutAccents(text).replace(/[^A-Za-z0-9+'?-]+/g, " ");
  return plain.trim().slice(0, MAX_DESCRIPTION).trim();
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

function identify(account: BankAccount, country: string): object {
  const number = compact(account.account_number);
  const codes = [account.bank_code, account.branch_code, account.swift_code].map((code) => compact(code ?? ""));
  const codeLike = (form: RegExp): string | undefined => codes.find((code) => form.test(code));
  if (IBAN.test(number)) return { type: "iban", iban: number };
  if (country === "GB") {
    const sortCode = codeLike(/^\d{6}$/);
    if (/^\d{8}$/.test(number) && sortCode !== undefined) return { type: "ukLocal", accountNumber: number, sortCode };
    throw new Refusal(
      "bank_account_not_supported",
      "adyen needs an account number of 8 digits and a sort code of 6, or an IBAN, in GB",
    );
  }
  if (country === "US") {
    const routingNumber = codeLike(/^\d{9}$/);
    if (/^\d{2,18}$/.test(number) && routingNumber !== undefined)
      return { type: "usLocal", accountNumber: number, routingNumber };
    throw new Refusal(
      "bank_account_not_supported",
      "adyen needs an account number and a routing number of 9 digits in US",
    );
  }
  const bic = codeLike(BIC);
  if (/^[A-Z0-9]{1,34}$/.test(number) && bic !== undefined) return { type: "numberAndBic", accountNumber: number, bic };
  throw new Refusal(
    "bank_account_not_supported",
    `adyen needs an IBAN, or an account number with the bank's BIC, in ${country}`,
  );
}

function compact(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/**
 * "booked" has left the balance account; if a bank returns it later, it becomes "returned". Some fifty further
 * statuses, for cards, fees and corrections, affect no payout.
 */
const STATUS_OF_TRANSFER = byMeaning<ProviderStatus>({
  processing:
    "received pending approvalPending pendingApproval pendingExecution authorised bookingPending bankTransferPending",
  completed: "booked",
  failed: "refused rejected cancelled expired failed returned",
});

export function wasTurnedDown({ providerStatus }: Pick<PaymentUpdate, "providerStatus">): boolean {
  return providerStatus === "refused" || providerStatus === "rejected";
}

export function readTransfer(json: Json, clean: Clean): Sighting["update"] {
  const { providerStatus, status } = statusIn(STATUS_OF_TRANSFER, json);
  const reason = optionalTextOf(json, "reason");
  return {
    kind: "payment",
    reference: textOf(json, "reference"),
    providerPaymentId: textOf(json, "id"),
    providerStatus,
    status,
    reason: status === "failed" ? clean(reason ?? providerStatus) : undefined,
    code: status === "failed" && reason !== undefined ? clean(reason) : undefined,
    occurredAt: optionalTimeOf(json, "updatedAt"),
  };
}

export function isPayout(json: Json): boolean {
  return json["category"] === "bank" && json["direction"] === "outgoing";
}

/** One query may cover at most half a year. */
const LOOK_BACK_MS = 170 * 86_400_000;
const LOOK_AHEAD_MS = 86_400_000;

export function transferSearch(reference: string, balanceAccountId: string, now: Date): string {
  const since = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  return `/transfers?${formOf({
    balanceAccountId,
    reference,
    category: "bank",
    createdSince: since(-LOOK_BACK_MS),
    createdUntil: since(LOOK_AHEAD_MS),
  })}`;
}

/** Null if there is none. Throws if there are two, because we must not choose. */
export function readTransferList(json: Json, reference: string): Json | null {
  const ours = listOf(json, "data").filter((entry) => entry["reference"] === reference && isPayout(entry));
  if (ours.length > 1) throw new MalformedAnswer("several transfers have this reference");
  return ours[0] ?? null;
}
