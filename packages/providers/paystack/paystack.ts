import Type from "typebox";
import { providerKind } from "@corridor/provider-kit/adapter.ts";
import { createBankList, requireListed } from "@corridor/provider-kit/bank-list.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { ProviderUnavailable } from "@corridor/provider-kit/errors.ts";
import { redact } from "@corridor/provider-kit/outbound.ts";
import { accepted, acceptedAs, failedAtOnce, foundAs, WAIT } from "@corridor/provider-kit/outcomes.ts";
import type {
  ActionRequest,
  ActionResult,
  DispatchRequest,
  DispatchResult,
  ProviderStatus,
  StatusQuery,
} from "@corridor/provider-kit/provider.ts";
import { address, optional, secret, settingsOf } from "@corridor/provider-kit/settings.ts";
import { asking, type Clean, createSpeaker, preparing, readPages, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  balancesIn,
  formOf,
  type Json,
  listOf,
  moneyOfMinor,
  partOf,
  requireSame,
  textOf,
  webAddressOf,
} from "@corridor/provider-kit/wire.ts";
import { createPaystackDisputes } from "./paystack-disputes.ts";
import { PAYSTACK_FAILURES } from "./paystack-failures.ts";
import { createPaystackRefunds } from "./paystack-refunds.ts";
import { type Ask, BANK_RAILS, collectionOf, CORRIDORS, payoutOf, TRANSFER_WITHIN_MS } from "./paystack-requests.ts";
import { createPaystackSettlements } from "./paystack-settlements.ts";
import { createPaystackVerifier } from "./paystack-signature.ts";
import * as wire from "./paystack-wire.ts";

/**
 * Paystack: payins by mobile money (Ghana, Kenya), bank transfer (Nigeria) and card; payouts to banks (Nigeria, Ghana,
 * South Africa) and mobile money. Our reference identifies a transaction or a transfer, and Paystack accepts it once:
 * if an answer says that it was used before, it is looked up.
 */
const settings = settingsOf({
  secret_key: secret(
    "Secret key of the Paystack account (sk_live_...). It also signs callbacks, and decides between live and test mode",
    { minLength: 16 },
  ),
  direct_card_charges: optional(
    Type.Boolean({
      default: false,
      description:
        "Send card data to Paystack directly. Only for accounts that Paystack has approved for it; otherwise the " +
        "customer types the card on its page",
    }),
  ),
  base_url: address(
    "Address of Paystack's API. There is no other address for tests: use a test key (sk_test_...) as secret_key",
    "https://api.paystack.co",
  ),
});

const IDENTITY = {
  name: "paystack",
  displayName: "Paystack",
  kit: "^1.0.0",
  corridors: CORRIDORS,
  settings,
  // Evidence is uploaded to an address at S3 that Paystack signs.
  hosts: ["api.paystack.co", "s3.eu-west-1.amazonaws.com"],
  callbacks: ["signature"],
} as const;

const RESOLVABLE_COUNTRIES: readonly string[] = ["NG", "GH"];
/** Messages of a pending transaction: nobody has paid yet, or an attempt on the page was declined. */
const UNUSED_PAGE: ReadonlySet<string> = new Set(["abandoned", "failed", "timeout"]);
/** The longest step is a transfer. Plus a quarter of an hour: one that left in time may arrive late. */
const LONGEST_STEP_MS = TRANSFER_WITHIN_MS + 15 * 60_000;
const BANKS_PER_PAGE = 100;
const MAX_BANK_PAGES = 20;
const NO_SUCH_ACCOUNT = /^(could not resolve account name|entity not found)/i;

/** The first answer may say `success` for a transfer that is only queued: a poll or a callback reports its end. */
function notYetEnded<S extends ProviderStatus>(status: S): Exclude<S, "completed"> | "processing" {
  return status === "completed" ? "processing" : (status as Exclude<S, "completed">);
}

export const PAYSTACK = providerKind(IDENTITY, (given, { outbound, clock }) => {
  const { secret_key, direct_card_charges, base_url } = given;
  const headers = { authorization: `Bearer ${secret_key}` };
  const speaker = createSpeaker({ baseUrl: base_url, outbound, headers, secrets: [secret_key] });
  const { get, clean } = speaker;
  const post = async ({ path, body }: Ask, signal: AbortSignal): Promise<wire.Answer> =>
    wire.readAnswer(await speaker.post(path, body, signal));
  const ask = async (path: string, signal: AbortSignal): Promise<Json> =>
    wire.yesOf(wire.readAnswer(await get(path, signal)), clean);
  const dataOf = (answer: wire.Answer, cleanAll = clean): Json => partOf(wire.yesOf(answer, cleanAll), "data");
  /** A message may quote a secret of the request, which is recognized only because we know it. */
  const without =
    (value: string | undefined): Clean =>
    (said) =>
      redact(said, [secret_key, value]);

  async function collect(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const { reference, amount } = request;
    const order = collectionOf(request, direct_card_charges === true, clock.now());
    const cleanCard = without(request.card?.cvv);
    const answer = await post(order, signal);
    const earlier = await earlierUnder(request, answer, signal);
    if (earlier !== null) return earlier;
    const data = dataOf(answer, cleanCard);
    if (order.path !== "/charge") {
      requireSame("reference", textOf(data, "reference"), reference);
      const redirect_url = webAddressOf(data, "authorization_url");
      return accepted(reference, "initialized", "pending", { type: "redirect", redirect_url });
    }
    const { word, status, reason, code, nextAction } = wire.readCharge(data, reference, cleanCard, amount);
    if (status === "failed") throw new Refusal(cleanCard(code ?? "declined"), cleanCard(reason!));
    return accepted(reference, word, status, nextAction);
  }

  const banks = new Map(
    Object.keys(BANK_RAILS).map((country) => [country, createBankList((signal) => listBanks(country, signal), clock)]),
  );

  const listBanks = (country: string, signal: AbortSignal): Promise<Json[]> =>
    readPages("banks", MAX_BANK_PAGES, async (page) => {
      const query = formOf({ currency: BANK_RAILS[country]!.currency, perPage: BANKS_PER_PAGE, page });
      const rows = listOf(await ask(`/bank?${query}`, signal), "data");
      return { rows, isLast: rows.length < BANKS_PER_PAGE };
    });

  async function payOut(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const { recipient, transferTo } = payoutOf(request);
    const { bankAccount, country } = request;
    if (request.method === "bank_transfer")
      requireListed(banks.get(bankAccount!.country ?? country)!, bankAccount!.bank_code!, "Paystack");
    const recipientCode = await preparing(async () => textOf(dataOf(await post(recipient, signal)), "recipient_code"));
    const answer = await post(transferTo(recipientCode), signal);
    const earlier = await earlierUnder(request, answer, signal);
    return earlier ?? acceptedNow(request, wire.readTransfer(dataOf(answer), clean));
  }

  /**
   * Looks up our reference if it was used before, or if a refusal might say so in unknown words: a refusal sends the
   * payment to another provider, so it must not exist here too. Null when the answer may be taken as it is.
   */
  async function earlierUnder(
    request: DispatchRequest,
    answer: wire.Answer,
    signal: AbortSignal,
  ): Promise<DispatchResult | null> {
    const isDuplicate = answer.says === "duplicate";
    if (!isDuplicate && (answer.says !== "no" || answer.beyondDoubt)) return null;
    const { reference, direction } = request;
    // A failed lookup decides nothing: even if the lookup was not sent, the first request may have been.
    const look = await asked({ reference, direction, providerPaymentId: null }, signal);
    if (look.outcome === "asked" && look.seen !== null && !isOver(look.seen)) return acceptedNow(request, look.seen);
    if (!isDuplicate && look.outcome === "asked") return null;
    // An ended payment was accepted once, so fetchStatus reports how it ended.
    return {
      outcome: "unknown",
      reason: "paystack may have used this reference before, but shows no open payment under it",
    };
  }

  function acceptedNow(request: DispatchRequest, { update, ...seen }: wire.Sighting): DispatchResult {
    const status = request.direction === "outbound" ? notYetEnded(update.status) : update.status;
    return acceptedAs(request, { ...seen, update: { ...update, status } }, failedAtOnce);
  }

  const asked = (query: StatusQuery, signal: AbortSignal) =>
    asking(async () => ({ outcome: "asked", seen: await lookUp(query, signal) }) as const);

  /** Null when Paystack has nothing under this reference. */
  async function lookUp(query: StatusQuery, signal: AbortSignal): Promise<wire.Sighting | null> {
    const kind = query.direction === "inbound" ? "transaction" : "transfer";
    const answer = wire.readAnswer(await get(`/${kind}/verify/${encodeURIComponent(query.reference)}`, signal));
    if (answer.says === "no" && answer.notFound) return null;
    const read = kind === "transaction" ? wire.readTransaction : wire.readTransfer;
    const sighting = read(dataOf(answer), clean);
    requireSame("reference", sighting.update.reference, query.reference);
    const answerWasLost = query.providerPaymentId === null;
    const lacksStep = kind === "transaction" && answerWasLost && sighting.update.status === "pending";
    return lacksStep ? withStep(sighting, signal) : sighting;
  }

  /**
   * The next step was in the lost answer. The charge may repeat it; a page does not, and its payment expires. While the
   * charge cannot be queried nothing is reported: it is queried for its step only until the payment is known.
   */
  async function withStep(sighting: wire.Sighting, signal: AbortSignal): Promise<wire.Sighting> {
    const { update } = sighting;
    if (sighting.isPage) return sighting;
    const answer = wire.readAnswer(await get(`/charge/${encodeURIComponent(update.reference)}`, signal));
    const charge = answer.says === "no" ? null : wire.stepOf(wire.yesOf(answer, clean), update.reference, clean);
    if (charge === null) return sighting;
    if (charge.status !== "failed") return { ...sighting, nextAction: charge.nextAction ?? WAIT };
    const { word, reason, code } = charge;
    const ended = {
      status: "failed",
      providerStatus: word,
      reason: clean(reason!),
      code: code && clean(code),
    } as const;
    return { ...sighting, update: { ...update, ...ended } };
  }

  type OtpRequest = Extract<ActionRequest, { action: "submit_otp" }>;

  async function submitOtp({ reference, otp }: OtpRequest, signal: AbortSignal): Promise<ActionResult> {
    const answer = await post({ path: "/charge/submit_otp", body: { otp, reference } }, signal);
    if (answer.says === "no" && answer.declined === true)
      return { outcome: "done", status: "failed", providerStatus: "failed" };
    const cleanCode = without(otp);
    const { word, status, nextAction } = wire.readCharge(dataOf(answer, cleanCode), reference, cleanCode);
    // Paystack asks for the password again, and does not say how many tries are left.
    if (word === "send_otp") return { outcome: "wrong_otp", attemptsLeft: null };
    // The received amount is left to a poll: here nothing would compare it with the payment's amount.
    return { outcome: "done", status: notYetEnded(status), providerStatus: word, nextAction };
  }

  /** If the account requires it, a payout waits for a password that Paystack sends to the account's owner. */
  async function finalize(request: OtpRequest, signal: AbortSignal): Promise<ActionResult> {
    const { reference, providerPaymentId: transfer_code, otp } = request;
    const answer = await post({ path: "/transfer/finalize_transfer", body: { transfer_code, otp } }, signal);
    const { update, nextAction } = wire.readTransfer(dataOf(answer, without(otp)), clean);
    requireSame("reference", update.reference, reference);
    const { status, providerStatus } = update;
    return { outcome: "done", status: notYetEnded(status), providerStatus, nextAction };
  }

  /**
   * Paystack cancels nothing. We may give up what nobody is paying: an unused page (money paid there then belongs to an
   * ended payment), a password only we could pass on, anything older than any step. The rest may be paid right now.
   */
  async function cancel(
    { reference, providerPaymentId }: ActionRequest,
    isTransfer: boolean,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const query: StatusQuery = isTransfer
      ? { reference, providerPaymentId, direction: "outbound" }
      : { reference, providerPaymentId: null, direction: "inbound" };
    const look = await asked(query, signal);
    if (look.outcome !== "asked" || look.seen === null)
      return { outcome: "unknown", reason: "paystack does not report the payment's status" };
    const { status, providerStatus } = look.seen.update;
    if (status === "completed" || status === "failed") return { outcome: "done", status, providerStatus };
    if (isTransfer || !isIdle(look.seen))
      return { outcome: "refused", reason: "paystack cannot cancel a payment that may be paid at this moment" };
    return { outcome: "done", status: "failed", providerStatus };
  }

  function isIdle({ update, nextAction, begunAt }: wire.Sighting): boolean {
    if (update.status !== "pending") return false;
    if (begunAt !== undefined && clock.now().getTime() - begunAt.getTime() >= LONGEST_STEP_MS) return true;
    return nextAction === undefined ? UNUSED_PAGE.has(update.providerStatus) : nextAction.type === "collect_otp";
  }

  return {
    codes: PAYSTACK_FAILURES,
    dispatch: (request, signal) =>
      request.direction === "inbound" ? collect(request, signal) : payOut(request, signal),
    async fetchStatus(query, signal) {
      const seen = await lookUp(query, signal);
      return seen === null ? { outcome: "not_found" } : foundAs(query.reference, seen);
    },
    async submitAction(request, signal) {
      const isTransfer = request.providerPaymentId !== request.reference;
      if (request.action === "cancel") return cancel(request, isTransfer, signal);
      if (request.action === "submit_otp") return isTransfer ? finalize(request, signal) : submitOtp(request, signal);
      if (!isTransfer) throw new Refusal("not_supported", "paystack sends no second password for this payment");
      const body = { transfer_code: request.providerPaymentId, reason: "resend_otp" };
      wire.yesOf(await post({ path: "/transfer/resend_otp", body }, signal), clean);
      return { outcome: "done", status: "pending", providerStatus: "otp" };
    },
    ...createPaystackRefunds(speaker, ask),
    ...createPaystackDisputes({ speaker, ask, outbound, baseUrl: base_url }),
    async resolveAccount({ account_number, bank_code, country }, signal) {
      if (!RESOLVABLE_COUNTRIES.includes(country))
        throw new ProviderUnavailable(`paystack does not look up accounts in ${country}`);
      const question = formOf({ account_number, bank_code });
      const answer = wire.readAnswer(await get(`/bank/resolve?${question}`, signal));
      if (answer.says === "no" && NO_SUCH_ACCOUNT.test(answer.reason)) return null;
      return { account_name: textOf(dataOf(answer), "account_name") };
    },
    async fetchBalance(signal) {
      const { data } = await ask("/balance", signal);
      return { outcome: "found", balances: balancesIn(data, "balance", moneyOfMinor) };
    },
    fetchSettlements: createPaystackSettlements(ask),
    checkAccess: (signal) =>
      checkAccess(clean, [{ ask: () => get("/balance", signal), isKnown: ({ json }) => json["status"] === true }]),
    verifyCallback: createPaystackVerifier(secret_key),
    parseCallback: ({ rawBody }) => wire.readCallback(rawBody, clean),
  };
});

/** Failed, or the rest of a charge that was refused halfway: begun, with nothing that anybody could pay. */
function isOver({ update, nextAction }: wire.Sighting): boolean {
  return update.status === "failed" || (update.providerStatus === "abandoned" && nextAction === undefined);
}
