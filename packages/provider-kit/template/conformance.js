// @ts-check
import { createHmac } from "node:crypto";
import { Money } from "@corridor/provider-kit";
import { dispatchRequest, scriptedServer, stageOf, SteppedClock } from "@corridor/provider-kit/testing";
import kind from "./index.js";

/** DISPLAY_NAME's server as its documentation describes it. `npm test` holds index.js to the kit's rules against it. */
const WEBHOOK_SECRET = "whsec_0123456789abcdef0123456789abcdef";
const settings = (/** @type {string} */ base_url) => ({
  base_url,
  api_key: "key_0123456789abcdef",
  webhook_secret: WEBHOOK_SECRET,
});
const HOLDER = { account_number: "0123456789", bank_code: "044", country: "NG", account_name: "Ama Owusu" };
/** The payer's phone decides: 0002 is refused. */
const phone = (/** @type {string} */ ending) => ({
  mobileMoney: { provider: "MTN", phone_number: `+23324000${ending}`, network_code: "MTN_GH" },
});

/** Runs a server that plays the provider, for the rules here and for trying the package out. */
export async function startServer() {
  const payments = new Map();
  const refunds = new Map();
  /** @type {(response: import("node:http").ServerResponse, status: number, body: object) => void} */
  const say = (response, status, body) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const server = await scriptedServer((response, { method, url, headers }, text) => {
    if (headers.authorization !== "Bearer key_0123456789abcdef")
      return say(response, 401, { code: "UNAUTHORIZED", message: "unknown key" });
    const [kind = "", id = ""] = (url ?? "").replace(/\?.*/, "").split("/").slice(1);
    const [list, absent] = kind === "refunds" ? [refunds, "refund_not_found"] : [payments, "payment_not_found"];
    if (kind === "accounts") {
      const name_match = JSON.parse(text).name === HOLDER.account_name ? "MATCH" : "NO_MATCH";
      return say(response, 200, { name_match });
    }
    if (kind === "account") return say(response, 200, { account: "demo" });
    if (kind === "settlements") {
      const paid = [...payments.values(), ...refunds.values()].filter(({ status }) => status === "PAID");
      const lines = paid.map((one) => {
        const type = one.payment !== undefined ? "REFUND" : one.direction === "inbound" ? "CHARGE" : "PAYOUT";
        const gross = (type === "CHARGE" ? 1 : -1) * Number(one.amount);
        const { id, currency, reference, payment = id } = one;
        return { id: `line-${id}`, kind: type, gross, fee: "0.00", currency, payment, reference };
      });
      return say(response, 200, { lines });
    }
    if (method === "GET") {
      const found = list.get(id);
      return found === undefined ? say(response, 404, { code: absent, message: "none" }) : say(response, 200, found);
    }
    const body = JSON.parse(text);
    if (body.phone?.endsWith("0002"))
      return say(response, 422, { code: "INSUFFICIENT_FUNDS", message: "the payer's balance is too low" });
    const before = list.get(body.reference);
    const status = kind === "refunds" ? "PAID" : "PENDING";
    const made = before ?? { ...body, id: `${kind}-${list.size + 1}`, status };
    list.set(body.reference, made);
    return say(response, 201, made);
  });
  /** @param {string} reference */
  const complete = (reference) => {
    const payment = Object.assign(payments.get(reference), { status: "PAID" });
    const rawBody = Buffer.from(JSON.stringify({ event: "payment.updated", payment }));
    const signature = createHmac("sha256", WEBHOOK_SECRET).update(rawBody).digest("hex");
    return { headers: { "x-signature": signature }, rawBody, path: "/v1/callbacks/PROVIDER_NAME" };
  };
  return { ...server, payments, complete };
}

/** @type {readonly import("@corridor/provider-kit/testing").HttpCase[]} */
export const cases = ["inbound", "outbound"].map((direction) => ({
  name: kind.name,
  title: direction === "inbound" ? "payin by mobile money" : "payout by mobile money",
  async stage() {
    const server = await startServer();
    const amount = Money.parse("10.00", "GHS");
    const way = /** @type {"inbound" | "outbound"} */ (direction);
    const base = { direction: way, method: /** @type {const} */ ("mobile_money"), country: "GH", amount };
    return stageOf({
      kind,
      settings,
      server,
      url: server.url,
      clock: new SteppedClock(),
      accepted: (fields) => dispatchRequest({ ...base, ...phone("1234"), ...fields }),
      refused: () => dispatchRequest({ ...base, ...phone("0002") }),
      bookedAmount: async (reference) => server.payments.get(reference).amount,
      amounts: [
        ["GHS", "0.01"],
        ["GHS", "9999999999.99"],
        ["UGX", "1500"],
      ],
      completionCallback: async (reference) => server.complete(reference),
      refusalSaying: (message) => ({ status: 422, body: JSON.stringify({ code: "echo", message }) }),
      unknownEvents: [{ event: "dispute.opened", id: "1" }, { event: "payment.renamed" }],
      account: HOLDER,
      cancelsOnly: true,
      traits: {
        foundBy: "reference",
        neverHad: "not_found",
        genuineBy: "signature",
        toleranceMs: null,
        callbackIs: "word",
      },
    });
  },
}));
