import Type from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import { shortReferenceOf } from "@corridor/base/short-reference.ts";
import { everywhere } from "@corridor/provider-kit/corridors.ts";
import { paymentCodeOf } from "@corridor/provider-kit/emv-code.ts";
import { InvalidCallback } from "@corridor/provider-kit/errors.ts";
import { accepted, WAIT } from "@corridor/provider-kit/outcomes.ts";
import type { DispatchRequest, DispatchResult, Provider } from "@corridor/provider-kit/provider.ts";
import { MANUAL_FAILURES } from "./manual-failures.ts";

/**
 * The provider that is a person: an operator makes or sees the transfer, and only an operator's decision changes the
 * status. Nothing leaves this process: a dispatch is never `unknown`, and a payment exists once its dispatch is
 * recorded.
 */
export type ManualAccount = {
  currency: string;
  account_name: string;
  account_number: string;
  bank_name: string;
  bank_code: string | null;
  /** The static EMVCo code of the account, if its bank issued one. */ qr_code?: string;
};

export type ManualOptions = {
  /** Where customers send money, by currency; `*` for any other. */
  accounts: readonly ManualAccount[];
  clock: Clock;
  /** In development the ending 0002 is refused by every provider, this one included. */
  refusesSandboxEnding: boolean;
};

/** Bank transfers take days, and a person checks the account only now and then. */
const INSTRUCTIONS_VALID_MS = 3 * 24 * 60 * 60_000;
const REFUSED_ENDING = "0002";

/** An invented account, so that a development deployment shows instructions without any set-up. */
export const DEVELOPMENT_ACCOUNTS: readonly ManualAccount[] = [
  {
    currency: "*",
    account_name: "Corridor Development",
    account_number: "0000000000",
    bank_name: "Corridor Manual Bank",
    bank_code: null,
  },
];

const settings = Type.Object({
  accounts: Type.Array(
    Type.Object({
      currency: Type.String({ description: "ISO 4217, or * for any other" }),
      account_name: Type.String({ minLength: 1 }),
      account_number: Type.String({ minLength: 1 }),
      bank_name: Type.String({ minLength: 1 }),
      bank_code: Type.Union([Type.String(), Type.Null()]),
      qr_code: Type.Optional(Type.String({ description: "EMVCo code of the account" })),
    }),
    { description: "Accounts that customers are told to pay into" },
  ),
});

export function createManualProvider(options: ManualOptions): Provider {
  function dispatch(request: DispatchRequest): DispatchResult {
    if (request.method !== "bank_transfer")
      return { outcome: "refused", code: "method_not_supported", reason: `manual does not support ${request.method}` };
    const customerNumber = (request.bankAccount ?? request.bankDetails)?.account_number.replace(/\D/g, "");
    if (options.refusesSandboxEnding && customerNumber?.endsWith(REFUSED_ENDING))
      return { outcome: "refused", code: "declined", reason: "declined: the account number ends in 0002" };
    const providerPaymentId = `manual_${request.reference}`;
    if (request.direction === "outbound") return accepted(providerPaymentId, "awaiting_operator", "processing", WAIT);
    const { currency } = request.amount;
    const account =
      options.accounts.find((each) => each.currency === currency) ??
      options.accounts.find((each) => each.currency === "*");
    if (account === undefined)
      return { outcome: "refused", code: "no_account", reason: `no account is set up to receive ${currency}` };
    const reference = shortReferenceOf(request.reference);
    const code =
      account.qr_code === undefined
        ? null
        : paymentCodeOf(account.qr_code, { amount: request.amount.toDatabase(), reference });
    return accepted(providerPaymentId, "awaiting_transfer", "pending", {
      type: "bank_transfer",
      account_name: account.account_name,
      account_number: account.account_number,
      bank_name: account.bank_name,
      bank_code: account.bank_code,
      reference,
      expires_at: new Date(options.clock.now().getTime() + INSTRUCTIONS_VALID_MS).toISOString(),
      ...(code !== null && { qr_code: code }),
    });
  }

  return {
    name: "manual",
    displayName: "Manual",
    corridors: everywhere(["inbound", "outbound"], ["bank_transfer"]),
    settings,
    codes: MANUAL_FAILURES,
    // Nothing leaves this process.
    settlesWithinMs: 0,
    dispatch: async (request) => dispatch(request),
    // Without an id the dispatch was never recorded: nobody saw an account or was asked to pay. Nothing exists here.
    fetchStatus: async ({ reference, providerPaymentId, direction }) =>
      providerPaymentId === null
        ? { outcome: "not_found" }
        : {
            outcome: "found",
            update: {
              kind: "payment",
              reference,
              providerPaymentId,
              providerStatus: direction === "inbound" ? "awaiting_transfer" : "awaiting_operator",
              status: direction === "inbound" ? "pending" : "processing",
            },
          },
    verifyCallback: () => null,
    parseCallback: () => {
      throw new InvalidCallback("manual: a person decides, no callback does");
    },
  };
}
