import { expect, test } from "vitest";
import { Overloaded } from "../combine.ts";
import { answerEach } from "./answer-each.ts";
import { conflict } from "./errors.ts";

const failWith = (error: unknown) => (error === null ? Promise.resolve("done") : Promise.reject(error as Error));
const listOf = (body: unknown[], idempotencyId?: string) => ({ body, idempotencyId, log: { error: () => undefined } });
const busy = new Overloaded();

test("a list with a key fails as a whole when an item meets trouble, so that it can be sent again", async () => {
  await expect(answerEach(listOf([null, busy], "a key"), 201, failWith)).rejects.toBe(busy);
});

test("a list without a key says what was done, when another item meets trouble: sent again, it would be done twice", async () => {
  const answers = await answerEach(listOf([null, busy, conflict("no")]), 201, failWith);
  expect(answers).toMatchObject([
    { status_code: 201, data: "done" },
    { status_code: 503, error: { code: "UNAVAILABLE" } },
    { status_code: 409 },
  ]);
});

test("a list without a key of which nothing was done fails as a whole", async () => {
  await expect(answerEach(listOf([conflict("no"), busy]), 201, failWith)).rejects.toBe(busy);
});
