import Type from "typebox";
import { isoOf } from "@corridor/base/instant.ts";
import { OutboundError, type OutboundResponse, redact } from "@corridor/provider-kit/outbound.ts";
import { createBankList, requireListed } from "@corridor/provider-kit/bank-list.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { InvalidCallback, ProviderUnavailable } from "@corridor/provider-kit/errors.ts";
import {
  type ActionRequest,
  type ActionResult,
  type DispatchRequest,
  type DispatchResult,
  type ProviderKind,
  type Refused,
  type RefundAnswer,
  type RefundQuery,
  type RefundRequest,
  type RefundResult,
  type StatusAnswer,
  type StatusQuery,
  type Unknown,
  UNPROMISED_SETTLING_MS,
} from "@corridor/provider-kit/provider.ts";
import { asking, createSpeaker, moving, preparing, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  balancesIn,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  textOf,
  webAddressOf,
} from "@corridor/provider-kit/wire.ts";
import { createChargebacks } from "./flutterwave-chargebacks.ts";
import { CORRIDORS } from "./flutterwave-codes.ts";
import {
  bankCodeOf,
  chargeOrder,
  PAGE_OPEN_FOR_MS,
  pageOrder,
  refundOrder,
  type Sender,
  transferOrder,
} from "./flutterwave-requests.ts";
import { createVerifier, seal } from "./flutterwave-secrets.ts";
import { createFlutterwaveSettlements } from "./flutterwave-settlements.ts";
import {
  type Answer,
  dataOf,
  listOf,
  readAnswer,
  readCallback,
  readChargeAnswer,
  readRefund,
  readTransaction,
  readTransfer,
  readTransferAnswer,
  type Transaction,
  transactionUpdate,
  transferUpdate,
} from "./flutterwave-wire.ts";

/**
 * Flutterwave, by its v3 API: card, mobile money and bank transfer payins, and payouts to Nigerian banks and mobile
 * money. Our reference is `tx_ref` of a payin and `reference` of a payout, and finds either again. Callbacks contain a
 * fixed secret and no signature, so they only make us poll.
 */
const settings = Type.Object(
  {
    secret_key: Type.String({
      minLength: 16,
      description: "Secret key, from Settings > API keys of the Flutterwave dashboard",
      "x-secret": true,
    }),
    secret_hash: Type.String({
      minLength: 16,
      description: "Secret hash, as written under Settings > Webhooks; it comes with every callback",
      "x-secret": true,
    }),
    encryption_key: Type.Optional(
      Type.String({
        pattern: "^[!-~]{24}$",
        description: "Encryption key, beside the secret key; only with direct_card_charges",
        "x-secret": true,
      }),
    ),
    direct_card_charges: Type.Optional(
      Type.Boolean({
        description:
          "Send card numbers to Flutterwave instead of opening its payment page. Only where Flutterwave has enabled " +
          "that for the account, and this deployment may handle them (PCI DSS)",
      }),
    ),
    sender_name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "Sender of payouts to M-PESA in Kenya: full name" }),
    ),
    sender_country: Type.Optional(
      Type.String({
        pattern: "^[A-Z]{2}$",
        description: "Sender of payouts to M-PESA in Kenya: country, ISO 3166-1 alpha-2",
      }),
    ),
    sender_phone: Type.Optional(
      Type.String({
        pattern: "^\\+[0-9]{6,15}$",
        description: "Sender of payouts to M-PESA in Kenya: phone, with + and country code",
      }),
    ),
    base_url: Type.String({
      format: "uri",
      default: "https://api.flutterwave.com/v3",
      description: "Address of the v3 API. There is no other address for tests: test keys move no money",
    }),
  },
  { additionalProperties: false },
);

export const FLUTTERWAVE: ProviderKind<typeof settings> = {
  name: "flutterwave",
  displayName: "Flutterwave",
  corridors: CORRIDORS,
  settings,
  create(configured, { outbound, clock }) {
    const { secret_key: key, secret_hash: secretHash, encryption_key: encryptionKey } = configured;
    const { send, clean } = createSpeaker({
      baseUrl: configured.base_url,
      outbound,
      secrets: [key, secretHash, encryptionKey ?? ""],
    });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sealCard = encryptionKey === undefined ? null : (plain: string) => seal(plain, encryptionKey);
    const { sender_name: name, sender_country: country, sender_phone: phone } = configured;
    const sender: Sender | null =
      name === undefined || country === undefined || phone === undefined ? null : { name, country, phone };

    const post = async (path: string, body: string, signal: AbortSignal): Promise<Answer> =>
      readAnswer(await send({ method: "POST", path, headers, body, signal }));
    const get = async (path: string, signal: AbortSignal): Promise<Answer> =>
      readAnswer(await send({ method: "GET", path, headers, signal }));

    const nigerianBanks = createBankList(async (signal) => {
      const answer = await get("/banks/NG", signal);
      if (answer.said === "error") throw new MalformedAnswer(`banks, with HTTP ${answer.statusCode}`);
      return listOf(answer.json);
    }, clock);

    async function dispatch(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
      const isPayin = request.direction === "inbound";
      const cleanOfCard = (text: string): string => redact(clean(text), request.card?.cvv ? [request.card.cvv] : []);
      return moving<DispatchResult>(async () => {
        if (isPayin && request.method === "card" && configured.direct_card_charges !== true)
          return openPage(request, signal);
        const { path, body } = isPayin ? chargeOrder(request, sealCard) : transferOrder(request, sender);
        if (!isPayin && request.method === "bank_transfer")
          requireListed(nigerianBanks, bankCodeOf(request.bankAccount?.bank_code ?? ""), "Flutterwave");
        const answer = await post(path, body, signal);
        if (answer.said === "error") return noOf(answer, cleanOfCard);
        return isPayin
          ? readChargeAnswer(answer.json, request, clock.now(), cleanOfCard)
          : readTransferAnswer(answer.json, request, cleanOfCard);
      });
    }

    /**
     * There is no transaction before the customer tries a card, so our own reference identifies the payment until it is
     * paid.
     */
    async function openPage(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
      const { path, body } = pageOrder(request);
      const answer = await post(path, body, signal);
      if (answer.said === "error") return noOf(answer, clean);
      const expires_at = isoOf(new Date(clock.now().getTime() + PAGE_OPEN_FOR_MS));
      const nextAction = {
        type: "redirect",
        redirect_url: webAddressOf(dataOf(answer.json), "link"),
        expires_at,
      } as const;
      return {
        outcome: "accepted",
        providerPaymentId: request.reference,
        providerStatus: "page",
        status: "pending",
        nextAction,
      };
    }

    async function fetchPayin(
      {
        reference,
        providerPaymentId,
      }: Pick<StatusQuery, "reference"> & Partial<Pick<StatusQuery, "providerPaymentId">>,
      signal: AbortSignal,
    ): Promise<StatusAnswer> {
      return asking<StatusAnswer>(async () => {
        const answer = await get(`/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`, signal);
        if (answer.said === "error") return isMissing(answer) ? { outcome: "not_found" } : doubt(answer);
        const transaction = readTransaction(dataOf(answer.json));
        if (transaction.reference !== reference) throw new MalformedAnswer("tx_ref");
        const update = transactionUpdate(transaction, clean);
        // On the page a declined card may be followed by another.
        if (providerPaymentId === reference && update.status !== "completed")
          return { outcome: "found", update: { ...update, providerPaymentId: reference, status: "pending" } };
        return { outcome: "found", update };
      });
    }

    async function fetchPayout(
      { reference, providerPaymentId: id }: StatusQuery,
      signal: AbortSignal,
    ): Promise<StatusAnswer> {
      return asking<StatusAnswer>(async () => {
        const isOurs = (transfer: Json): boolean => transfer["reference"] === reference;
        const byId = id === null ? null : await get(`/transfers/${encodeURIComponent(id)}`, signal);
        if (byId?.said === "success" && isOurs(dataOf(byId.json)))
          return { outcome: "found", update: transferUpdate(readTransfer(dataOf(byId.json)), clean) };
        const answer = await get(`/transfers?reference=${encodeURIComponent(reference)}`, signal);
        if (answer.said === "error") return doubt(answer);
        const found = listOf(answer.json);
        const ours = found.find(isOurs);
        if (ours !== undefined) return { outcome: "found", update: transferUpdate(readTransfer(ours), clean) };
        // If the list contains other transfers, it was not filtered by our reference, and ours may be on another page.
        if (found.length === 0) return { outcome: "not_found" };
        throw new MalformedAnswer("reference");
      });
    }

    /** Finds the transaction of a payin before an action on it, so that the action cannot hit another one. */
    async function findTransaction(
      { reference, providerPaymentId: id }: { reference: string; providerPaymentId: string },
      signal: AbortSignal,
    ): Promise<Transaction> {
      const path = isTransactionId(id)
        ? `/transactions/${id}/verify`
        : `/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`;
      const transaction = await readTransactionAt(path, signal);
      if (transaction === null) throw new Refusal("not_found", "Flutterwave has no such transaction");
      if (transaction.reference !== reference) throw new MalformedAnswer("tx_ref");
      return transaction;
    }

    /** Null when Flutterwave reports that there is no such transaction. */
    async function readTransactionAt(path: string, signal: AbortSignal): Promise<Transaction | null> {
      const answer = await get(path, signal);
      if (answer.said === "error" && isMissing(answer)) return null;
      if (answer.said === "error") throw new Refusal("not_found", clean(answer.message));
      return readTransaction(dataOf(answer.json));
    }

    async function submitOtp(
      request: ActionRequest & { action: "submit_otp" },
      signal: AbortSignal,
    ): Promise<ActionResult> {
      return moving<ActionResult>(async () => {
        const { flwRef } = await preparing(() => findTransaction(request, signal));
        const answer = await post(
          "/validate-charge",
          JSON.stringify({ otp: request.otp, flw_ref: flwRef, type: "card" }),
          signal,
        );
        if (answer.said === "error") return noOf(answer, (text) => redact(clean(text), [request.otp]));
        const { reference, status, word } = readTransaction(dataOf(answer.json));
        if (reference !== request.reference) throw new MalformedAnswer("tx_ref");
        return { outcome: "done", status, providerStatus: word };
      });
    }

    /**
     * Flutterwave cannot cancel a charge. For an unpaid charge we stop waiting; money that arrives later is kept apart.
     * A paid charge refuses the cancellation, whatever its amount: a charge that was paid with less than requested
     * would otherwise be waited for without end.
     */
    async function cancel({ reference }: ActionRequest, signal: AbortSignal): Promise<ActionResult> {
      const answer = await fetchPayin({ reference }, signal);
      if (answer.outcome === "unknown") return answer;
      if (answer.outcome === "not_found") return { outcome: "done", status: "pending", providerStatus: "none" };
      const { status, providerStatus } = answer.update;
      return status === "completed"
        ? { outcome: "refused", reason: "it has been paid" }
        : { outcome: "done", status, providerStatus };
    }

    async function submitAction(request: ActionRequest, signal: AbortSignal): Promise<ActionResult> {
      if (request.action === "submit_otp") return submitOtp(request, signal);
      if (request.action === "cancel") return cancel(request, signal);
      return { outcome: "refused", reason: "Flutterwave sends no second one-time password; pay again instead" };
    }

    async function transactionIdOf(
      payment: Pick<RefundQuery, "paymentReference" | "providerPaymentId">,
      signal: AbortSignal,
    ): Promise<string> {
      const { paymentReference: reference, providerPaymentId } = payment;
      return isTransactionId(providerPaymentId)
        ? providerPaymentId
        : (await findTransaction({ reference, providerPaymentId }, signal)).id;
    }

    async function refund(request: RefundRequest, signal: AbortSignal): Promise<RefundResult> {
      return moving<RefundResult>(async () => {
        const transactionId = await preparing(() => transactionIdOf(request, signal));
        const { path, body } = refundOrder(request, transactionId);
        const answer = await post(path, body, signal);
        if (answer.said === "error") return noOf(answer, clean);
        const data = dataOf(answer.json);
        const made = readRefund(data);
        if (made.transactionId !== transactionId) throw new MalformedAnswer("tx_id");
        if (!moneyOfMajor(data["amount_refunded"], request.amount.currency).equals(request.amount))
          throw new MalformedAnswer("amount_refunded");
        if (made.status === "failed")
          return { outcome: "refused", code: "declined", reason: "Flutterwave says that the refund failed" };
        return { outcome: "accepted", status: made.status, providerRefundId: made.id };
      });
    }

    async function fetchRefund(query: RefundQuery, signal: AbortSignal): Promise<RefundAnswer> {
      return asking<RefundAnswer>(async () => {
        const { providerRefundId } = query;
        if (providerRefundId === null) return findRefund(query, signal);
        const answer = await get(`/refunds/${encodeURIComponent(providerRefundId)}`, signal);
        if (answer.said === "error") return doubt(answer);
        const found = readRefund(dataOf(answer.json));
        if (found.id !== providerRefundId) throw new MalformedAnswer("id");
        return { outcome: "found", status: found.status };
      });
    }

    /** After a lost answer: finds the transaction's refund that has our reference. */
    async function findRefund(query: RefundQuery, signal: AbortSignal): Promise<RefundAnswer> {
      const transactionId = await transactionIdOf(query, signal);
      const answer = await get(`/refunds?id=${transactionId}`, signal);
      if (answer.said === "error") return doubt(answer);
      const refunds = listOf(answer.json).map(readRefund);
      const ours = refunds.find(({ comments }) => comments.includes(query.reference));
      if (ours !== undefined) return { outcome: "found", status: ours.status };
      if (refunds.length === 0) return { outcome: "not_found" };
      return {
        outcome: "unknown",
        reason: "none of the payment's refunds has our reference, but one of them may be this one",
      };
    }

    return {
      name: FLUTTERWAVE.name,
      displayName: FLUTTERWAVE.displayName,
      corridors: CORRIDORS,
      settings,
      // Flutterwave answers 503 after 28 seconds at the latest, and says itself that the request may then have been
      // accepted: verify, do not create again.
      settlesWithinMs: UNPROMISED_SETTLING_MS,
      dispatch,
      fetchStatus: (query, signal) =>
        query.direction === "inbound" ? fetchPayin(query, signal) : fetchPayout(query, signal),
      verifyCallback: createVerifier(secretHash),
      parseCallback({ rawBody }) {
        try {
          return readCallback(rawBody);
        } catch (error) {
          throw error instanceof MalformedAnswer ? new InvalidCallback(`flutterwave: ${error.message}`) : error;
        }
      },
      submitAction,
      refund,
      fetchRefund,
      ...createChargebacks({ get, send, headers, clean, noOf, findTransaction: readTransactionAt }),
      fetchBalance: (signal) =>
        asking(async () => {
          const answer = await get("/balances", signal);
          if (answer.said === "error") return doubt(answer);
          return {
            outcome: "found" as const,
            balances: balancesIn(answer.json["data"], "available_balance", moneyOfMajor),
          };
        }),
      fetchSettlements: createFlutterwaveSettlements(get),
      checkAccess: (signal) =>
        checkAccess(clean, [
          {
            ask: () => send({ method: "GET", path: "/balances", headers, signal }),
            isKnown: ({ json }) => json["status"] === "success" && Array.isArray(json["data"]),
          },
        ]),
      resolveAccount: (request, signal) =>
        resolveAccount(request, clean, (body) => post("/accounts/resolve", body, signal)),
    };
  },
};

type Clean = (text: string) => string;
type ErrorAnswer = Extract<Answer, { said: "error" }>;

/** With any other status the request may have been accepted: 408, 409 and 429 may come before or after that point. */
const NOT_DONE: ReadonlySet<OutboundResponse["statusCode"]> = new Set([400, 401, 403, 422]);
/** These messages mean that an earlier request used our reference, or that nobody waited for the end of this one. */
const HINTS_AT_MORE = /duplicat|already|unique|been used|in progress|processing|pending|time[d -]*out/i;

function noOf(answer: ErrorAnswer, clean: Clean): Refused | Unknown {
  if (!NOT_DONE.has(answer.statusCode)) return doubt(answer);
  const reason = clean(answer.message) || "declined";
  return HINTS_AT_MORE.test(answer.message)
    ? { outcome: "unknown", reason }
    : { outcome: "refused", code: "declined", reason };
}

function doubt({ statusCode }: ErrorAnswer): Unknown {
  return { outcome: "unknown", reason: `Flutterwave answered ${statusCode} with an error` };
}

function isMissing({ statusCode, message }: ErrorAnswer): boolean {
  return (statusCode === 400 || statusCode === 404) && /\bno transaction\b/i.test(message);
}

function isTransactionId(id: string): boolean {
  return /^\d{1,20}$/.test(id);
}

async function resolveAccount(
  request: { account_number: string; bank_code: string; country: string },
  clean: Clean,
  ask: (body: string) => Promise<Answer>,
): Promise<{ account_name: string } | null> {
  try {
    if (request.country !== "NG")
      throw new Refusal(
        "country_not_supported",
        `Flutterwave looks up accounts of Nigerian banks only, not of ${request.country}`,
      );
    const answer = await ask(
      JSON.stringify({ account_number: request.account_number, account_bank: bankCodeOf(request.bank_code) }),
    );
    if (answer.said === "success") return { account_name: clean(textOf(dataOf(answer.json), "account_name")) };
    if (
      answer.statusCode === 400 &&
      /\baccount\b.*\binvalid\b|\binvalid account\b|could not be resolved|not found/i.test(answer.message)
    )
      return null;
    throw new ProviderUnavailable(`the account could not be looked up: ${clean(answer.message)}`);
  } catch (error) {
    if (error instanceof OutboundError || error instanceof MalformedAnswer || error instanceof Refusal)
      throw new ProviderUnavailable(`the account could not be looked up: ${error.message}`);
    throw error;
  }
}
