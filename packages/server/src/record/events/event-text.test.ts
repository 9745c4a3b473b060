import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { eventIdAt, MAX_EVENTS_OF_CHANGE, placeOf, rowIdOf, type StoredChange, textOf } from "./event-text.ts";

const ROW = "01a1f02a-953a-70a7-8000-d780d9652d8";
const change: StoredChange = {
  org_id: "01a1f02a-953a-70a7-8000-000000000001",
  event_id: `${ROW}8`,
  types: ["payment.processing", "payment.completed"],
  sequence: 3,
  payload: '{"payment_id":"p","amount":12.50,"note":"a \\"}\\" in a text"}',
  created_at: new Date("2026-06-01T10:00:00.007Z"),
};

test("each event of a change has the id and the sequence that follow, and the data of the change", () => {
  const common = `"org_id":"${change.org_id}","created_at":"2026-06-01T10:00:00.007Z","data":{"payment_id":"p","amount":12.50,"note":"a \\"}\\" in a text"`;
  expect([0, 1].map((place) => textOf(change, place))).toEqual([
    `{"event_id":"${ROW}8","event_type":"payment.processing",${common},"sequence":3}}`,
    `{"event_id":"${ROW}9","event_type":"payment.completed",${common},"sequence":4}}`,
  ]);
});

test("an event without data has its sequence alone", () => {
  expect(JSON.parse(textOf({ ...change, payload: "{}" }, 1))).toMatchObject({ data: { sequence: 4 } });
});

test("an event's id leads to the row of its change and to its place in it", () => {
  expect([0, 1, 7].map((place) => eventIdAt(`${ROW}8`, place))).toEqual([`${ROW}8`, `${ROW}9`, `${ROW}f`]);
  expect([0, 7].map((place) => eventIdAt(`${ROW}0`, place))).toEqual([`${ROW}0`, `${ROW}7`]);
  fc.assert(
    fc.property(fc.nat(15), fc.nat(MAX_EVENTS_OF_CHANGE - 1), (digit, place) => {
      const rowId = rowIdOf(newId().slice(0, -1) + digit.toString(16));
      expect([placeOf(rowId), rowId.slice(0, -1).length]).toEqual([0, 35]);
      const eventId = eventIdAt(rowId, place);
      expect([rowIdOf(eventId), placeOf(eventId)]).toEqual([rowId, place]);
    }),
  );
});
