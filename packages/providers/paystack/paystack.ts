import Type, { type Static } from "typebox";
import { redact } from "@corridor/provider-kit/outbound.ts";
import { createBankList, requireListed } from "@corridor/provider-kit/bank-list.ts";
import { checkAccess } from "@corridor/provider-kit/check-access.ts";
import { InvalidCallback, ProviderUnavailable } from "@corridor/provider-kit/errors.ts";
import {
  type ActionRequest,
  type ActionResult,
  type DispatchRequest,
  type DispatchResult,
  type Provider,
  type ProviderKind,
  type ProviderStatus,
  type ProviderTools,
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
  moneyOfMinor,
  objectOf,
  textOf,
  webAddressOf,
} from "@corridor/provider-kit/wire.ts";
import { createPaystackDisputes } from "./paystack-disputes.ts";
import { createPaystackRefunds } from "./paystack-refunds.ts";
import {
  BANK_RAILS,
  collectionOf,
  CORRIDORS,
  type Get,
  payoutOf,
  type Post,
  TRANSFER_WITHIN_MS,
} from "./paystack-requests.ts";
import { createPaystackSettlements } from "./paystack-settlements.ts";
import { createPaystackVerifier } from "./paystack-signature.ts";
import {
  type Answer,
  type Clean,
  dataOf,
  readAnswer,
  readCallback,
  readCharge,
  readTransaction,
  readTransfer,
  type Sighting,
  stepOf,
} from "./paystack-wire.ts";

/**
 * Paystack: payins by mobile money (Ghana, Kenya), bank transfer (Nigeria) and card; payouts to banks (Nigeria, Ghana,
 * South Africa) and mobile money.
 *
 * A payin is one transaction, a payout a recipient and then a transfer to it; our reference identifies both, and
 * Paystack accepts it once. If an answer says that the reference was used before, the reference is looked up.
 */
const settings = Type.Object(
  {
    secret_key: Type.String({
      minLength: 16,
      description:
        "Secret key of the Paystack account (sk_live_...). It also signs callbacks, and decides between live and " +
        "test mode",
      "x-secret": true,
    }),
    direct_card_charges: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Send card data to Paystack directly. Only for accounts that Paystack has approved for it; otherwise the " +
          "customer types the card on its page",
      }),
    ),
    base_url: Type.String({
      format: "uri",
      default: "https://api.paystack.co",
      description:
        "Address of Paystack's API. There is no other address for tests: use a test key (sk_test_...) as secret_key",
    }),
  },
  { additionalProperties: false },
);

export const PAYSTACK: ProviderKind<typeof settings> = {
  name: "paystack",
  displayName: "Paystack",
  corridors: CORRIDORS,
  settings,
  create: createPaystack,
};

const RESOLVABLE_COUNTRIES: readonly string[] = ["NG", "GH"];
/** Messages of a pending transaction: nobody has paid yet, or an attempt on the page was declined. */
const UNUSED_PAGE: ReadonlySet<string> = new Set(["abandoned", "failed", "timeout"]);
/**
 * The longest step of a customer is making a transfer. Plus a quarter of an hour, because a transfer that left in time
 * may arrive late.
 */
const LONGEST_STEP_MS = TRANSFER_WITHIN_MS + 15 * 60_000;
const BANKS_PER_PAGE = 100;
const MAX_BANK_PAGES = 20;
const NO_SUCH_ACCOUNT = /^(could not resolve account name|entity not found)/i;

/**
 * For a transfer that is only queued, Paystack's first answer may say `success`. A poll or a callback reports whether
 * it really was one.
 */
function notYetEnded<S extends ProviderStatus>(status: S): Exclude<S, "completed"> | "processing" {
  return status === "completed" ? "processing" : (status as Exclude<S, "completed">);
}

function createPaystack(
  { secret_key, direct_card_charges, base_url }: Static<typeof settings>,
  { outbound, clock }: ProviderTools,
): Provider {
  const { send, clean } = createSpeaker({ baseUrl: base_url, outbound, secrets: [secret_key] });
  const headers = { authorization: `Bearer ${secret_key}` };
  const post: Post = ({ path, body }, signal) =>
    send({
      method: "POST",
      path,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  const get: Get = (path, signal) => send({ method: "GET", path, headers, signal });

  async function dispatch(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    return moving(() => (request.direction === "inbound" ? collect(request, signal) : payOut(request, signal)));
  }

  async function collect(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const ask = collectionOf(request, { cardsDirectly: direct_card_charges === true, now: clock.now() });
    // A message about a card may quote it. The card's number is recognized anywhere; its security code only because we
    // know it.
    const cleanCard = (text: string): string => redact(text, [secret_key, request.card?.cvv ?? ""]);
    const answer = readAnswer(await post(ask, signal));
    const earlier = await earlierUnder(request, answer, signal);
    if (earlier !== null) return earlier;
    const data = objectOf(dataOf(answer, cleanCard), "data");
    const { reference, amount } = request;
    if (ask.path !== "/charge") return pageOf(data, reference);
    const charge = readCharge(data, { reference, amount });
    if (charge.status === "failed")
      throw new Refusal(charge.word === "failed" ? "declined" : charge.word, cleanCard(charge.reason!));
    return {
      outcome: "accepted",
      providerPaymentId: reference,
      providerStatus: charge.word,
      status: charge.status,
      ...(charge.nextAction === undefined ? {} : { nextAction: charge.nextAction }),
    };
  }

  function pageOf(data: Json, reference: string): DispatchResult {
    if (textOf(data, "reference") !== reference) throw new MalformedAnswer("reference");
    const nextAction = { type: "redirect", redirect_url: webAddressOf(data, "authorization_url") } as const;
    return {
      outcome: "accepted",
      providerPaymentId: reference,
      providerStatus: "initialized",
      status: "pending",
      nextAction,
    };
  }

  const banks = new Map(
    Object.keys(BANK_RAILS).map((country) => [country, createBankList((signal) => listBanks(country, signal), clock)]),
  );

  async function listBanks(country: string, signal: AbortSignal): Promise<Json[]> {
    const listed: Json[] = [];
    for (let page = 1; page <= MAX_BANK_PAGES; page++) {
      const query = new URLSearchParams({
        currency: BANK_RAILS[country]!.currency,
        perPage: String(BANKS_PER_PAGE),
        page: String(page),
      });
      const rows = dataOf(readAnswer(await get(`/bank?${query.toString()}`, signal)), clean);
      if (!Array.isArray(rows)) throw new MalformedAnswer("data");
      listed.push(...rows.map((row) => objectOf(row, "a bank")));
      if (rows.length < BANKS_PER_PAGE) return listed;
    }
    throw new MalformedAnswer("a list of banks without an end");
  }

  async function payOut(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const { recipient, transferTo } = payoutOf(request);
    const { bankAccount, country } = request;
    if (request.method === "bank_transfer")
      requireListed(banks.get(bankAccount!.country ?? country)!, bankAccount!.bank_code!, "Paystack");
    const recipientCode = await preparing(async () =>
      textOf(objectOf(dataOf(readAnswer(await post(recipient, signal)), clean), "data"), "recipient_code"),
    );
    const answer = readAnswer(await post(transferTo(recipientCode), signal));
    return (
      (await earlierUnder(request, answer, signal)) ??
      acceptedAs(request, readTransfer(objectOf(dataOf(answer, clean), "data"), clean))
    );
  }

  /**
   * Looks up our reference if the answer says that it was used before, or is a refusal that might say so in unknown
   * words: a refusal sends the payment to another provider, and then it must not exist here too. Null when the answer
   * may be taken as it is.
   */
  async function earlierUnder(
    request: DispatchRequest,
    answer: Answer,
    signal: AbortSignal,
  ): Promise<DispatchResult | null> {
    const isDuplicate = answer.says === "duplicate";
    if (!isDuplicate && (answer.says !== "no" || answer.beyondDoubt)) return null;
    const { reference, direction } = request;
    // A failed lookup decides nothing: even if the lookup was not sent, the first request may have been.
    const look = await asking(() => lookUp({ reference, direction, providerPaymentId: null }, signal));
    if (look.outcome === "seen" && !isOver(look)) return acceptedAs(request, look);
    if (!isDuplicate && look.outcome !== "unknown") return null;
    // An ended payment was accepted once, so fetchStatus reports how it ended.
    return {
      outcome: "unknown",
      reason: "paystack may have used this reference before, but shows no open payment under it",
    };
  }

  /**
   * The payment failed, or it is the rest of a charge that was refused halfway: begun, with nothing that anybody could
   * pay.
   */
  function isOver({ update, nextAction }: Sighting): boolean {
    return update.status === "failed" || (update.providerStatus === "abandoned" && nextAction === undefined);
  }

  function acceptedAs(request: DispatchRequest, { update, booked, nextAction }: Sighting): DispatchResult {
    const amount = request.direction === "inbound" ? request.amount : request.targetAmount;
    if (update.reference !== request.reference) throw new MalformedAnswer("reference");
    if (!booked.equals(amount)) throw new MalformedAnswer("amount");
    if (update.status === "failed") throw new Refusal(update.providerStatus, update.reason!);
    return {
      outcome: "accepted",
      providerPaymentId: update.providerPaymentId!,
      providerStatus: update.providerStatus,
      status: request.direction === "outbound" ? notYetEnded(update.status) : update.status,
      ...(nextAction === undefined ? {} : { nextAction }),
    };
  }

  async function fetchStatus(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> {
    return asking<StatusAnswer>(async () => {
      const sighting = await lookUp(query, signal);
      if (sighting.outcome !== "seen") return sighting;
      const { update, nextAction } = sighting;
      return { outcome: "found", update, ...(nextAction === undefined ? {} : { nextAction }) };
    });
  }

  type Look = ({ outcome: "seen" } & Sighting) | { outcome: "not_found" } | Unknown;

  async function lookUp(query: StatusQuery, signal: AbortSignal): Promise<Look> {
    const kind = query.direction === "inbound" ? "transaction" : "transfer";
    const answer = readAnswer(await get(`/${kind}/verify/${encodeURIComponent(query.reference)}`, signal));
    if (answer.says === "no" && answer.notFound) return { outcome: "not_found" };
    const data = objectOf(dataOf(answer, clean), "data");
    const sighting = kind === "transaction" ? readTransaction(data, clean) : readTransfer(data, clean);
    if (sighting.update.reference !== query.reference) throw new MalformedAnswer("reference");
    const answerWasLost = query.providerPaymentId === null;
    if (kind === "transfer" || !answerWasLost || sighting.update.status !== "pending")
      return { outcome: "seen", ...sighting };
    return { outcome: "seen", ...(await withStep(sighting, signal)) };
  }

  /**
   * The customer's next step was in the lost answer. The charge may repeat it; a page does not, and then its payment
   * expires. While the charge cannot be queried, nothing is reported at all: it is queried for its step only until the
   * payment is known.
   */
  async function withStep(sighting: Sighting, signal: AbortSignal): Promise<Sighting> {
    const { update } = sighting;
    if (sighting.isPage) return sighting;
    const answer = readAnswer(await get(`/charge/${encodeURIComponent(update.reference)}`, signal));
    const charge = answer.says === "no" ? null : stepOf(dataOf(answer, clean), update.reference);
    if (charge === null) return sighting;
    if (charge.status !== "failed") return { ...sighting, nextAction: charge.nextAction ?? { type: "wait" } };
    return {
      ...sighting,
      update: { ...update, status: "failed", providerStatus: charge.word, reason: clean(charge.reason!) },
    };
  }

  async function submitAction(request: ActionRequest, signal: AbortSignal): Promise<ActionResult> {
    const isTransfer = request.providerPaymentId !== request.reference;
    return moving<ActionResult>(async () => {
      if (request.action === "cancel") return cancel(request, isTransfer, signal);
      if (request.action === "submit_otp") return isTransfer ? finalize(request, signal) : submitOtp(request, signal);
      if (!isTransfer) throw new Refusal("not_supported", "paystack sends no second password for this payment");
      dataOf(
        readAnswer(
          await post(
            { path: "/transfer/resend_otp", body: { transfer_code: request.providerPaymentId, reason: "resend_otp" } },
            signal,
          ),
        ),
        clean,
      );
      return { outcome: "done", status: "pending", providerStatus: "otp" };
    });
  }

  type OtpRequest = Extract<ActionRequest, { action: "submit_otp" }>;

  async function submitOtp({ reference, otp }: OtpRequest, signal: AbortSignal): Promise<ActionResult> {
    const answer = readAnswer(await post({ path: "/charge/submit_otp", body: { otp, reference } }, signal));
    if (answer.says === "no" && answer.code === "declined")
      return { outcome: "done", status: "failed", providerStatus: "failed" };
    const charge = readCharge(objectOf(dataOf(answer, withoutOtp(otp)), "data"), { reference });
    // Paystack asks for the password again, and does not say how many tries are left.
    if (charge.word === "send_otp") return { outcome: "wrong_otp", attemptsLeft: null };
    // The received amount is left to a poll: here nothing would compare it with the payment's amount.
    return {
      outcome: "done",
      status: notYetEnded(charge.status),
      providerStatus: charge.word,
      ...(charge.nextAction === undefined ? {} : { nextAction: charge.nextAction }),
    };
  }

  /** If the account requires it, a payout waits for a password that Paystack sends to the account's owner. */
  async function finalize(
    { reference, providerPaymentId, otp }: OtpRequest,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const answer = readAnswer(
      await post({ path: "/transfer/finalize_transfer", body: { transfer_code: providerPaymentId, otp } }, signal),
    );
    const { update, nextAction } = readTransfer(objectOf(dataOf(answer, withoutOtp(otp)), "data"), clean);
    if (update.reference !== reference) throw new MalformedAnswer("reference");
    return {
      outcome: "done",
      status: notYetEnded(update.status),
      providerStatus: update.providerStatus,
      ...(nextAction === undefined ? {} : { nextAction }),
    };
  }

  function withoutOtp(otp: string): Clean {
    return (text) => redact(text, [secret_key, otp]);
  }

  /**
   * Paystack cancels nothing. We may give up what nobody is paying: an unused page (money paid there anyway then
   * belongs to an ended payment), a password that only we could pass on, and anything older than any step may be.
   * Anything else may be paid right now.
   */
  async function cancel(
    { reference, providerPaymentId }: ActionRequest,
    isTransfer: boolean,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const query: StatusQuery = isTransfer
      ? { reference, providerPaymentId, direction: "outbound" }
      : { reference, providerPaymentId: null, direction: "inbound" };
    const look = await asking(() => lookUp(query, signal));
    if (look.outcome !== "seen") return { outcome: "unknown", reason: "paystack does not report the payment's status" };
    const { status, providerStatus } = look.update;
    if (status === "completed" || status === "failed") return { outcome: "done", status, providerStatus };
    if (isTransfer || !isIdle(look))
      return { outcome: "refused", reason: "paystack cannot cancel a payment that may be paid at this moment" };
    return { outcome: "done", status: "failed", providerStatus };
  }

  function isIdle({ update, nextAction, begunAt }: Sighting): boolean {
    if (update.status !== "pending") return false;
    if (begunAt !== undefined && clock.now().getTime() - begunAt.getTime() >= LONGEST_STEP_MS) return true;
    return nextAction === undefined ? UNUSED_PAGE.has(update.providerStatus) : nextAction.type === "collect_otp";
  }

  async function resolveAccount(
    request: { account_number: string; bank_code: string; country: string },
    signal: AbortSignal,
  ) {
    const { account_number, bank_code, country } = request;
    if (!RESOLVABLE_COUNTRIES.includes(country))
      throw new ProviderUnavailable(`paystack does not look up accounts in ${country}`);
    const found = await asking(async () => {
      const answer = readAnswer(
        await get(`/bank/resolve?${new URLSearchParams({ account_number, bank_code }).toString()}`, signal),
      );
      if (answer.says === "no" && NO_SUCH_ACCOUNT.test(answer.reason)) return null;
      return { account_name: textOf(objectOf(dataOf(answer, clean), "data"), "account_name") };
    });
    if (found !== null && "outcome" in found)
      throw new ProviderUnavailable(`the account could not be looked up: ${found.reason}`);
    return found;
  }

  return {
    name: PAYSTACK.name,
    displayName: PAYSTACK.displayName,
    corridors: CORRIDORS,
    settings,
    settlesWithinMs: UNPROMISED_SETTLING_MS,
    dispatch,
    fetchStatus,
    submitAction,
    ...createPaystackRefunds({ post, get, clean }),
    ...createPaystackDisputes({ get, send, outbound, headers, baseUrl: base_url, clean }),
    resolveAccount,
    fetchBalance: (signal) =>
      asking(async () => ({
        outcome: "found" as const,
        balances: balancesIn(dataOf(readAnswer(await get("/balance", signal)), clean), "balance", moneyOfMinor),
      })),
    fetchSettlements: createPaystackSettlements({ get, clean }),
    checkAccess: (signal) =>
      checkAccess(clean, [{ ask: () => get("/balance", signal), isKnown: ({ json }) => json["status"] === true }]),
    verifyCallback: createPaystackVerifier(secret_key),
    parseCallback({ rawBody }) {
      try {
        return readCallback(rawBody, clean);
      } catch (error) {
        throw error instanceof MalformedAnswer ? new InvalidCallback(`paystack: ${error.message}`) : error;
      }
    },
  };
}
