import { expect, test } from "vitest";
import { queryOf } from "./payment-search.ts";

test("days are asked for from midnight to midnight where the person is, the last one whole", () => {
  expect(queryOf({ from: "2026-10-24", to: "2026-10-25" })).toMatchObject({
    date_from: new Date(2026, 9, 24).toISOString(),
    date_to: new Date(2026, 9, 26).toISOString(),
  });
});

test("what is no day is left for the service to refuse", () => {
  expect(queryOf({ from: "yesterday" })).toMatchObject({ date_from: "yesterday", date_to: undefined });
});
