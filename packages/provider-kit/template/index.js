// @ts-check
import {
  acceptedAs,
  address,
  bodyOf,
  byPhone,
  checkAccess,
  createSpeaker,
  digestId,
  FAILED_SINCE,
  foundAs,
  hmacOf,
  isSame,
  isSuccess,
  listOf,
  moneyOf,
  moneyOfMajor,
  partOf,
  positive,
  providerKind,
  readJson,
  Refusal,
  secret,
  settingsOf,
  signedMoneyOf,
  textOf,
  undecided,
  wordIn,
} from "@corridor/provider-kit";

/*
 * DISPLAY_NAME. Replace addresses, fields and words by those of the provider's documentation:
 *
 *   payin, payout   POST /payments {reference, ...}; the same reference again answers with the same payment
 *   status          GET /payments/{reference}
 *   refund          POST /refunds, GET /refunds/{reference}
 *   statement       GET /settlements?day=
 *   account check   POST /accounts/check, which names nobody
 *   callback        x-signature: hex HMAC-SHA256 of the body
 */
/** Every word that is documented. Any other is malformed: it ends no payment. */
const STATUSES = /** @type {const} */ ({
  PENDING: "pending",
  PROCESSING: "processing",
  PAID: "completed",
  FAILED: "failed",
});
const REFUND_STATUSES = /** @type {const} */ ({ PENDING: "pending", PAID: "completed", FAILED: "failed" });
/** A refusal has one of these. Other statuses may come from a proxy, and say nothing of the payment. */
const REFUSING = new Set([400, 401, 403, 422]);

/** Its test numbers. @param {string} phone */
const by = (phone) => byPhone("MTN_GH", ["10.00", "GHS"], phone, "MTN");

export default providerKind(
  {
    name: "PROVIDER_NAME",
    displayName: "DISPLAY_NAME",
    kit: "^KIT_VERSION",
    corridors: [
      { direction: "inbound", method: "mobile_money", countries: ["GH"], currencies: ["GHS"] },
      { direction: "outbound", method: "mobile_money", countries: ["GH"], currencies: ["GHS"] },
    ],
    settings: settingsOf({
      base_url: address("Address of the API", "https://api.example.com/v1"),
      api_key: secret("API key"),
      webhook_secret: secret("Secret by which callbacks are signed"),
    }),
    hosts: ["api.example.com"],
    callbacks: ["signature"],
    journey: () => ({
      payin: by("+233240001234"),
      payout: by("+233240001234"),
      declined: { payin: by("+233240000002") },
    }),
  },
  ({ base_url, api_key, webhook_secret }, { outbound }) => {
    const { get, post, clean } = createSpeaker({
      baseUrl: base_url,
      outbound,
      headers: { authorization: `Bearer ${api_key}` },
      secrets: [api_key, webhook_secret],
    });

    /** @param {import("@corridor/provider-kit").Json} payment */
    function sightingOf(payment) {
      const booked = positive(moneyOf(textOf(payment, "amount"), textOf(payment, "currency")), "amount");
      const status = wordIn(STATUSES, payment, "status");
      const update = {
        kind: /** @type {const} */ ("payment"),
        reference: textOf(payment, "reference"),
        providerPaymentId: textOf(payment, "id"),
        providerStatus: textOf(payment, "status"),
        status,
        ...(status === "failed" && { code: textOf(payment, "failure_code"), reason: textOf(payment, "failure_code") }),
      };
      return { update, booked };
    }

    /** A refusal in the provider's own words, without our secrets. @param {{ statusCode: number, body: Buffer }} answer */
    function answerOf(answer) {
      if (isSuccess(answer)) return readJson(answer.body);
      if (!REFUSING.has(answer.statusCode)) throw undecided(answer);
      const said = readJson(answer.body);
      throw new Refusal(clean(textOf(said, "code")), clean(textOf(said, "message")));
    }

    /** @param {string} path @param {string} absentCode @param {AbortSignal} signal */
    async function find(path, absentCode, signal) {
      const answer = await get(path, signal);
      if (answer.statusCode === 404 && readJson(answer.body)["code"] === absentCode) return null;
      return bodyOf(answer);
    }

    return {
      codes: { inbound: { INSUFFICIENT_FUNDS: "insufficient_funds" }, outbound: {} },

      async dispatch(request, signal) {
        if (request.method !== "mobile_money" || request.mobileMoney === undefined)
          throw new Refusal("method_not_supported", "DISPLAY_NAME serves mobile money only");
        const amount = request.direction === "inbound" ? request.amount : request.targetAmount;
        const body = {
          reference: request.reference,
          direction: request.direction,
          amount: amount.toDatabase(),
          currency: amount.currency,
          phone: request.mobileMoney.phone_number,
          callback_url: request.callbackUrl,
        };
        const answer = answerOf(await post("/payments", body, signal));
        return acceptedAs(request, sightingOf(answer), () => FAILED_SINCE);
      },

      async fetchStatus({ reference }, signal) {
        const payment = await find(`/payments/${reference}`, "payment_not_found", signal);
        return payment === null ? { outcome: "not_found" } : foundAs(reference, sightingOf(payment));
      },

      verifyCallback({ headers, rawBody }) {
        const expected = hmacOf("sha256", webhook_secret, rawBody).toString("hex");
        return isSame(headers["x-signature"] ?? "", expected) ? { externalId: digestId(rawBody) } : null;
      },

      parseCallback({ rawBody }) {
        const event = readJson(rawBody);
        return textOf(event, "event") === "payment.updated" ? [sightingOf(partOf(event, "payment")).update] : [];
      },

      async refund({ reference, providerPaymentId, amount }, signal) {
        const text = amount.toDatabase();
        const body = { reference, payment: providerPaymentId, amount: text, currency: amount.currency };
        const refund = answerOf(await post("/refunds", body, signal));
        const status = wordIn(REFUND_STATUSES, refund, "status");
        if (status === "failed") throw new Refusal("refund_failed", "DISPLAY_NAME failed the refund");
        return { outcome: "accepted", status, providerRefundId: textOf(refund, "id") };
      },

      async fetchRefund({ reference }, signal) {
        const refund = await find(`/refunds/${reference}`, "refund_not_found", signal);
        return refund === null
          ? { outcome: "not_found" }
          : { outcome: "found", status: wordIn(REFUND_STATUSES, refund, "status") };
      },

      async fetchSettlements({ day }, signal) {
        const lines = listOf(bodyOf(await get(`/settlements?day=${day}`, signal)), "lines");
        return {
          outcome: "found",
          cursor: null,
          lines: lines.map((line) => ({
            id: textOf(line, "id"),
            day,
            kind: wordIn(LINE_KINDS, line, "kind"),
            gross: signedMoneyOf(line["gross"], textOf(line, "currency"), moneyOfMajor),
            fee: moneyOf(textOf(line, "fee"), textOf(line, "currency")),
            providerReference: textOf(line, "payment"),
            ourReference: textOf(line, "reference"),
          })),
        };
      },

      /** It names nobody, and says whether a name is the holder's. */
      async resolveAccount({ account_number, bank_code, account_name }, signal) {
        if (account_name === undefined) return { verdict: "unknown" };
        const body = { account: account_number, bank: bank_code, name: account_name };
        return { verdict: wordIn(NAME_MATCHES, bodyOf(await post("/accounts/check", body, signal)), "name_match") };
      },

      checkAccess: (signal) =>
        checkAccess(clean, [{ ask: () => get("/account", signal), isKnown: ({ json }) => "account" in json }]),
    };
  },
);

const NAME_MATCHES = /** @type {const} */ ({ MATCH: "match", NO_MATCH: "no_match", NAME_NOT_KNOWN: "unknown" });
const LINE_KINDS = /** @type {const} */ ({ CHARGE: "charge", REFUND: "refund", PAYOUT: "payout" });
