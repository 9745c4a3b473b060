import { setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { compileSerializer } from "#src/kernel/http/serializer.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import type { PaymentDetails, RampProgress, RouteCandidate } from "#src/payments/core/payment.ts";
import { eventDataOf, recordOf } from "./payment-record.ts";
import { PaymentRecordSchema } from "./record-schema.ts";

const write = compileSerializer({ schema: PaymentRecordSchema, method: "GET", url: "/" });
const candidate: RouteCandidate = {
  provider: "fiat",
  config_id: "c",
  priority: 1,
  scope: "global",
  taken: true,
  reason: "first",
  settlement_delay_hours: 24,
};
/** Every field that these types have. */
const account = {
  account_number: "0123456784",
  bank_code: null,
  bank_name: "Access Bank",
  account_name: "Ama",
  country: "NG",
};
const person = { name: "Ama Owusu", email: "ama@example.com", phone: "+233241234567" };
const details: PaymentDetails = {
  description: "a basket",
  payer_details: person,
  recipient_info: person,
  mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
  card_details: {
    brand: "visa",
    first6: "424242",
    last4: "4242",
    expiry_month: "12",
    expiry_year: "2030",
    card_holder_name: null,
  },
  bank_details: account,
  bank_account: account,
  metadata: { order: { id: 7 } },
  origin: { type: "payment_link", id: "l" },
  ramp: {
    direction: "on_ramp",
    fiat_method: "bank_transfer",
    crypto_currency: "USDT",
    crypto_network: "TRON",
    wallet_address: "T",
    customer_type: "business",
    business_id: "b",
    business_name: "B",
    rate: "0.00065",
  },
};
const ramp: RampProgress = {
  step: "settling",
  next_step_at: null,
  collection_under_way: false,
  settle_round: 1,
  settle_route: [candidate],
  round_starts_at: 1,
  failed_attempts: ["a"],
  refund_id: null,
  refund_tries: 0,
  settlement: { hash: "0x1" },
};

test("an answer shows every field of the record, and of the objects in it", () => {
  const payment = aPayment({ details, feeIds: ["f"] });
  const { attempts } = payment.progress;
  const progress = {
    ...payment.progress,
    route: [candidate],
    attempts: [...attempts, anAttempt({ leg: "settle", outcome: "refused", reason: "no" })],
    timeline: [{ at: "2026-01-05T09:59:00.000Z", from: null, to: "initiated", source: "api", note: null } as const],
    ramp,
    provider_data: { any: { thing: 1 } },
    last_word_at: "2026-01-05T09:59:00.000Z",
  };
  for (const one of [aPayment({}), { ...payment, progress }])
    expect(JSON.parse(write(recordOf(one, ["cancel"])))).toEqual(JSON.parse(JSON.stringify(recordOf(one, ["cancel"]))));
});

test("an event's data is the record with the status before, and without what its reader may do", () => {
  const payment = aPayment({});
  for (const progress of [payment.progress, { ...payment.progress, received_amount: "12.50" }]) {
    const changed = { ...payment, progress };
    const { actions: _, ...record } = JSON.parse(JSON.stringify(recordOf(changed, ["cancel"])));
    expect(JSON.parse(eventDataOf(changed, "pending").join(""))).toEqual({ ...record, previous_status: "pending" });
    expect(JSON.parse(eventDataOf(changed, null).join("")).previous_status).toBeNull();
  }
});

test("an event's amounts keep all digits of their currency", () => {
  const payment = aPayment({});
  expect(eventDataOf(payment, null).join("")).toContain(`"amount":${payment.amount.toWire()},`);
  expect(
    eventDataOf({ ...payment, progress: { ...payment.progress, received_amount: "12.50" } }, null).join(""),
  ).toContain('"received_amount":12.50,');
});

/** Every text in a value, with where it stands. */
function textsOf(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]) => textsOf(one, `${path}.${name}`))
    : [];
}

/** Whether V8 holds a text in one piece, by its own word; compiled by the first call. */
function readIsFlat(): (text: string) => boolean {
  setFlagsFromString("--allow-natives-syntax");
  const isFlat = runInThisContext("(text) => %StringIsFlat(text)") as (text: string) => boolean;
  isFlat("");
  setFlagsFromString("--no-allow-natives-syntax");
  return isFlat;
}

test("the events of a payment that waits for a phone are quick to write: their texts are in one piece, and in Latin-1", () => {
  const { payer_details, mobile_money_details, description } = details;
  const waiting = aPayment({
    country: "GH",
    nextAction: { type: "wait" },
    details: { payer_details, mobile_money_details, description },
    attempts: [anAttempt({ outcome: "accepted" })],
  });
  const isFlat = readIsFlat();
  const { instructions, ...record } = recordOf(waiting, []);
  expect(isFlat(["a", String(Date.now())].join(" ")) && !isFlat(`the request of ${instructions} on the phone`)).toBe(
    true,
  );
  expect(instructions).toContain("ends in 4567");
  expect(textsOf({ ...record, instructions }).filter(([, text]) => !isFlat(text) || /[^\0-\xff]/.test(text))).toEqual(
    [],
  );
});
