import { isoOf } from "@corridor/base/instant.ts";
import { providerKind } from "@corridor/provider-kit/adapter.ts";
import { createBankList, requireListed } from "@corridor/provider-kit/bank-list.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { type OutboundResponse, redact } from "@corridor/provider-kit/outbound.ts";
import { createLatestReading } from "@corridor/provider-kit/kept-reading.ts";
import { accepted, foundAs } from "@corridor/provider-kit/outcomes.ts";
import type {
  ActionRequest,
  ActionResult,
  DispatchRequest,
  DispatchResult,
  RefundAnswer,
  RefundQuery,
  StatusAnswer,
  StatusQuery,
} from "@corridor/provider-kit/provider.ts";
import { address, flag, optional, secret, settingsOf, text } from "@corridor/provider-kit/settings.ts";
import { asking, type Clean, createSpeaker, preparing, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  balancesIn,
  type Json,
  listOf,
  MalformedAnswer,
  moneyOfMajor,
  requireSame,
  textOf,
  Undecided,
  webAddressOf,
} from "@corridor/provider-kit/wire.ts";
import { createChargebacks } from "./flutterwave-chargebacks.ts";
import { CORRIDORS } from "./flutterwave-codes.ts";
import { codeOf, FLUTTERWAVE_FAILURES } from "./flutterwave-failures.ts";
import * as requests from "./flutterwave-requests.ts";
import { createVerifier, seal } from "./flutterwave-secrets.ts";
import { createFlutterwaveSettlements } from "./flutterwave-settlements.ts";
import * as wire from "./flutterwave-wire.ts";

/**
 * Flutterwave v3: card, mobile money and bank transfer payins; payouts to Nigerian banks and mobile money. Our
 * reference is a payin's `tx_ref` and a payout's `reference`. Callbacks have a fixed secret and no signature: they make
 * us poll.
 */
const KEY = { minLength: 16 };
const SENDER = "Sender of payouts to M-PESA in Kenya";
const settings = settingsOf({
  secret_key: secret("Secret key, from Settings > API keys of the Flutterwave dashboard", KEY),
  secret_hash: secret("Secret hash, as written under Settings > Webhooks; it comes with every callback", KEY),
  encryption_key: optional(
    secret("Encryption key, beside the secret key; only with direct_card_charges", { pattern: "^[!-~]{24}$" }),
  ),
  direct_card_charges: flag(
    "Send card numbers to Flutterwave instead of opening its payment page. Only where Flutterwave has enabled " +
      "that for the account, and this deployment may handle them (PCI DSS)",
  ),
  sender_name: optional(text(`${SENDER}: full name`, { minLength: 1, maxLength: 100 })),
  sender_country: optional(text(`${SENDER}: country, ISO 3166-1 alpha-2`, { pattern: "^[A-Z]{2}$" })),
  sender_phone: optional(text(`${SENDER}: phone, with + and country code`, { pattern: "^\\+[0-9]{6,15}$" })),
  base_url: address(
    "Address of the v3 API. There is no other address for tests: test keys move no money",
    "https://api.flutterwave.com/v3",
  ),
});

/** With any other status the request may have been accepted: 408, 409 and 429 may come before or after that point. */
const NOT_DONE: ReadonlySet<OutboundResponse["statusCode"]> = new Set([400, 401, 403, 422]);
/** These messages mean that an earlier request used our reference, or that nobody waited for the end of this one. */
const HINTS_AT_MORE = /duplicat|already|unique|been used|in progress|processing|pending|time[d -]*out/i;
const NO_SUCH_ACCOUNT = /\baccount\b.*\binvalid\b|\binvalid account\b|could not be resolved|not found/i;
const LIST_WITHIN_MS = 30_000;
const LIST_REFRESHED_AFTER_MS = 60 * 60_000;
const LIST_COUNTS_FOR_MS = 24 * 60 * 60_000;
const TRANSACTION_ID = /^\d{1,20}$/;

const IDENTITY = {
  name: "flutterwave",
  displayName: "Flutterwave",
  kit: "^1.0.0",
  corridors: CORRIDORS,
  settings,
  hosts: ["api.flutterwave.com"],
  callbacks: ["shared secret"],
} as const;

// Flutterwave answers 503 after at most 28 seconds, and says that the request may then have been accepted: verify, do
// not create again. So it settles within the time of those that promise nothing.
export const FLUTTERWAVE = providerKind(IDENTITY, (configured, { outbound, clock }) => {
  const { secret_key: key, secret_hash: secretHash, encryption_key: encryptionKey } = configured;
  const { sender_name: name, sender_country: country, sender_phone: phone } = configured;
  const sender = name === undefined || country === undefined || phone === undefined ? null : { name, country, phone };
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const secrets = [key, secretHash, encryptionKey];
  const speaker = createSpeaker({ baseUrl: configured.base_url, outbound, headers, secrets });
  const { clean } = speaker;
  const sealCard = encryptionKey === undefined ? null : (plain: string) => seal(plain, encryptionKey);

  const get = async (path: string, signal: AbortSignal): Promise<wire.Answer> =>
    wire.readAnswer(await speaker.get(path, signal));

  async function ask(path: string, signal: AbortSignal): Promise<Json> {
    const answer = await get(path, signal);
    if (answer.said === "error") throw doubt(answer);
    return answer.json;
  }

  async function post(order: requests.Order, signal: AbortSignal, cleanAll = clean): Promise<Json> {
    return doneBy(wire.readAnswer(await speaker.post(order.path, order.body, signal)), cleanAll);
  }

  const nigerianBanks = createBankList(async (signal) => listOf(await ask("/banks/NG", signal), "data"), clock);

  const ivorianNetworks = createLatestReading(
    async () => listOf(await ask("/banks/CI", AbortSignal.timeout(LIST_WITHIN_MS)), "data"),
    clock,
    { refreshAfterMs: LIST_REFRESHED_AFTER_MS, countsForMs: LIST_COUNTS_FOR_MS },
  );

  /** There is no transaction before a card is tried: until it is paid, our reference identifies the payment. */
  async function openPage(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const json = await post(requests.pageOrder(request), signal);
    const expires_at = isoOf(new Date(clock.now().getTime() + requests.PAGE_OPEN_FOR_MS));
    const redirect_url = webAddressOf(wire.dataOf(json), "link");
    return accepted(request.reference, "page", "pending", { type: "redirect", redirect_url, expires_at });
  }

  async function fetchPayin(
    { reference, providerPaymentId }: { reference: string; providerPaymentId?: string | null },
    signal: AbortSignal,
  ): Promise<StatusAnswer> {
    const answer = await get(wire.byReference(reference), signal);
    if (answer.said === "error" && isMissing(answer)) return { outcome: "not_found" };
    if (answer.said === "error") throw doubt(answer);
    const { update } = wire.readTransaction(wire.dataOf(answer.json), clean);
    // On the page a declined card may be followed by another.
    if (providerPaymentId === reference && update.status !== "completed")
      return foundAs(reference, { update: { ...update, providerPaymentId: reference, status: "pending" } });
    return foundAs(reference, { update });
  }

  async function fetchPayout(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> {
    const { reference, providerPaymentId: id } = query;
    const isOurs = (transfer: Json): boolean => transfer["reference"] === reference;
    const byId = id === null ? null : await get(`/transfers/${encodeURIComponent(id)}`, signal);
    if (byId?.said === "success" && isOurs(wire.dataOf(byId.json)))
      return foundAs(reference, wire.readTransfer(wire.dataOf(byId.json), clean));
    const found = listOf(await ask(`/transfers?reference=${encodeURIComponent(reference)}`, signal), "data");
    const ours = found.find(isOurs);
    if (ours !== undefined) return foundAs(reference, wire.readTransfer(ours, clean));
    // If the list contains other transfers, it was not filtered by our reference, and ours may be on another page.
    if (found.length === 0) return { outcome: "not_found" };
    throw new MalformedAnswer("reference");
  }

  /** Finds the transaction of a payin before an action on it, so that the action cannot hit another one. */
  async function findTransaction(reference: string, id: string, signal: AbortSignal): Promise<wire.Transaction> {
    const path = TRANSACTION_ID.test(id) ? `/transactions/${id}/verify` : wire.byReference(reference);
    const transaction = await readTransactionAt(path, signal);
    if (transaction === null) throw new Refusal("not_found", "Flutterwave has no such transaction");
    requireSame("tx_ref", transaction.update.reference, reference);
    return transaction;
  }

  /** Null when Flutterwave reports that there is no such transaction. */
  async function readTransactionAt(path: string, signal: AbortSignal): Promise<wire.Transaction | null> {
    const answer = await get(path, signal);
    if (answer.said === "error" && isMissing(answer)) return null;
    if (answer.said === "error") throw new Refusal("not_found", clean(answer.message));
    return wire.readTransaction(wire.dataOf(answer.json), clean);
  }

  async function submitOtp(
    { reference, providerPaymentId, otp }: ActionRequest & { action: "submit_otp" },
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const { flwRef } = await preparing(() => findTransaction(reference, providerPaymentId, signal));
    const order = { path: "/validate-charge", body: { otp, flw_ref: flwRef, type: "card" } };
    const json = await post(order, signal, (said) => redact(clean(said), [otp]));
    const { update } = wire.readTransaction(wire.dataOf(json), clean);
    requireSame("tx_ref", update.reference, reference);
    return { outcome: "done", status: update.status, providerStatus: update.providerStatus };
  }

  /**
   * Flutterwave cannot cancel a charge. For an unpaid one we stop waiting; money that arrives later is kept apart. A
   * paid one refuses, whatever its amount: a charge paid with less than requested would otherwise be waited for without
   * end.
   */
  async function cancel({ reference }: ActionRequest, signal: AbortSignal): Promise<ActionResult> {
    const answer = await asking(() => fetchPayin({ reference }, signal));
    if (answer.outcome === "unknown") return answer;
    if (answer.outcome === "not_found") return { outcome: "done", status: "pending", providerStatus: "none" };
    const { status, providerStatus } = answer.update;
    if (status === "completed") return { outcome: "refused", reason: "it has been paid" };
    return { outcome: "done", status, providerStatus };
  }

  async function transactionIdOf(
    { paymentReference, providerPaymentId: id }: Pick<RefundQuery, "paymentReference" | "providerPaymentId">,
    signal: AbortSignal,
  ): Promise<string> {
    if (TRANSACTION_ID.test(id)) return id;
    return (await findTransaction(paymentReference, id, signal)).update.providerPaymentId;
  }

  /** After a lost answer: finds the transaction's refund that has our reference. */
  async function findRefund(query: RefundQuery, signal: AbortSignal): Promise<RefundAnswer> {
    const transactionId = await transactionIdOf(query, signal);
    const refunds = listOf(await ask(`/refunds?id=${transactionId}`, signal), "data").map(wire.readRefund);
    const ours = refunds.find(({ comments }) => comments.includes(query.reference));
    if (ours !== undefined) return { outcome: "found", status: ours.status };
    if (refunds.length === 0) return { outcome: "not_found" };
    throw new Undecided("none of the payment's refunds has our reference, but one of them may be this one");
  }

  return {
    codes: FLUTTERWAVE_FAILURES,
    async dispatch(request, signal) {
      const { direction, method, card, bankAccount } = request;
      const cleanOfCard: Clean = (said) => redact(clean(said), [card?.cvv]);
      if (direction === "inbound") {
        if (method === "card" && configured.direct_card_charges !== true) return openPage(request, signal);
        const json = await post(requests.chargeOrder(request, sealCard), signal, cleanOfCard);
        return wire.readChargeAnswer(json, request, clock.now(), cleanOfCard);
      }
      const listed = request.mobileMoney?.network_code.endsWith("_CI") === true ? ivorianNetworks.latest() : undefined;
      const order = requests.transferOrder(request, sender, listed);
      if (method === "bank_transfer")
        requireListed(nigerianBanks, requests.bankCodeOf(bankAccount?.bank_code ?? ""), "Flutterwave");
      return wire.readTransferAnswer(await post(order, signal, cleanOfCard), request, cleanOfCard);
    },
    fetchStatus: (query, signal) =>
      query.direction === "inbound" ? fetchPayin(query, signal) : fetchPayout(query, signal),
    verifyCallback: createVerifier(secretHash),
    parseCallback: ({ rawBody }) => wire.readCallback(rawBody),
    async submitAction(request, signal) {
      if (request.action === "submit_otp") return submitOtp(request, signal);
      if (request.action === "cancel") return cancel(request, signal);
      return { outcome: "refused", reason: "Flutterwave sends no second one-time password; pay again instead" };
    },
    async refund(request, signal) {
      const { amount } = request;
      const transactionId = await preparing(() => transactionIdOf(request, signal));
      const data = wire.dataOf(await post(requests.refundOrder(request, transactionId), signal));
      const made = wire.readRefund(data);
      requireSame("tx_id", made.transactionId, transactionId);
      requireSame("amount_refunded", moneyOfMajor(data["amount_refunded"], amount.currency), amount);
      if (made.status === "failed") throw new Refusal("declined", "Flutterwave says that the refund failed");
      return { outcome: "accepted", status: made.status, providerRefundId: made.id };
    },
    async fetchRefund(query, signal) {
      const { providerRefundId: id } = query;
      if (id === null) return findRefund(query, signal);
      const found = wire.readRefund(wire.dataOf(await ask(`/refunds/${encodeURIComponent(id)}`, signal)));
      requireSame("id", found.id, id);
      return { outcome: "found", status: found.status };
    },
    ...createChargebacks({ speaker, ask, doneBy, findTransaction: readTransactionAt }),
    async fetchBalance(signal) {
      const { data } = await ask("/balances", signal);
      return { outcome: "found", balances: balancesIn(data, "available_balance", moneyOfMajor) };
    },
    fetchSettlements: createFlutterwaveSettlements(ask),
    checkAccess: (signal) =>
      checkAccess(clean, [
        {
          ask: () => speaker.get("/balances", signal),
          isKnown: ({ json }) => json["status"] === "success" && Array.isArray(json["data"]),
        },
      ]),
    async resolveAccount({ account_number, bank_code, country: place }, signal) {
      if (place !== "NG")
        throw new Refusal(
          "country_not_supported",
          `Flutterwave looks up accounts of Nigerian banks only, not of ${place}`,
        );
      const question = { account_number, account_bank: requests.bankCodeOf(bank_code) };
      const answer = wire.readAnswer(await speaker.post("/accounts/resolve", question, signal));
      if (answer.said === "success") return { account_name: clean(textOf(wire.dataOf(answer.json), "account_name")) };
      if (answer.statusCode === 400 && NO_SUCH_ACCOUNT.test(answer.message)) return null;
      throw new Undecided(clean(answer.message));
    },
  };
});

type ErrorAnswer = Extract<wire.Answer, { said: "error" }>;

function doneBy(answer: wire.Answer, clean: Clean): Json {
  if (answer.said === "success") return answer.json;
  if (!NOT_DONE.has(answer.statusCode)) throw doubt(answer);
  const reason = clean(answer.message) || "declined";
  throw HINTS_AT_MORE.test(answer.message) ? new Undecided(reason) : new Refusal(codeOf(reason) ?? "declined", reason);
}

function doubt({ statusCode }: ErrorAnswer): Undecided {
  return new Undecided(`Flutterwave answered ${statusCode} with an error`);
}

function isMissing({ statusCode, message }: ErrorAnswer): boolean {
  return (statusCode === 400 || statusCode === 404) && /\bno transaction\b/i.test(message);
}
