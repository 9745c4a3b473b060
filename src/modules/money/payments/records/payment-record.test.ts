import { expect, test } from "vitest";
import { aPayment } from "../payment.fixtures.ts";
import { eventDataTextOf, recordOf } from "./payment-record.ts";

test("an event's data is the record, every field of it, with the status before", () => {
  const payment = aPayment({});
  for (const progress of [payment.progress, { ...payment.progress, received_amount: "12.50" }]) {
    const changed = { ...payment, progress };
    expect(JSON.parse(eventDataTextOf(changed, "pending"))).toEqual({ ...JSON.parse(JSON.stringify(recordOf(changed))), previous_status: "pending" });
    expect(JSON.parse(eventDataTextOf(changed, null)).previous_status).toBeNull();
  }
});

test("an event's amounts keep all digits of their currency", () => {
  const payment = aPayment({});
  expect(eventDataTextOf(payment, null)).toContain(`"amount":${payment.amount.toWire()},`);
  expect(eventDataTextOf({ ...payment, progress: { ...payment.progress, received_amount: "12.50" } }, null)).toContain('"received_amount":12.50,');
});
