import { afterAll, beforeAll, expect, test } from "vitest";
import { cardForm, createLink, mobileMoneyForm, pay } from "@corridor/server/products/links/checkout.fixtures.ts";
import { startTestApp, type TestAnswer, type TestApp } from "#test/harness/app.ts";

/** Strangers prompt one phone, or try one card, only so often: wherever they do it, and by whichever process. */
const LIMIT = 5;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { CHECKOUT_TRIES_PER_INSTRUMENT: String(LIMIT) } });
});
afterAll(() => app.close());

const openLink = () => createLink(app, { amount_type: "open", amount: null, currency: "GHS" });
const linkOfOthers = async () => {
  const { orgId } = app.callers.otherOrgAdmin;
  const fields = { amount_type: "open", currency: "GHS" };
  return (await app.request(app.callers.otherOrgAdmin, "POST", `/orgs/${orgId!}/payment-links`, fields)).body.data;
};
const statusesOf = (answers: TestAnswer[]) => answers.map(({ status }) => status).toSorted();

test.each([
  ["phone", () => mobileMoneyForm("4567", { amount: 20 }), () => mobileMoneyForm("4568", { amount: 20 })],
  ["card", () => cardForm("4242", { amount: 20 }), () => cardForm("4444", { amount: 20 })],
])("one %s begins so many payments in an hour, over links and organizations", async (_, form, other) => {
  const links = [await openLink(), await linkOfOthers(), await openLink()];
  const answers = await Promise.all(
    Array.from({ length: 2 * LIMIT }, (_none, index) => pay(app, links[index % links.length], form())),
  );
  expect(statusesOf(answers)).toEqual([...Array(LIMIT).fill(201), ...Array(LIMIT).fill(429)]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body).toMatchObject({
    code: "RATE_LIMITED",
    message: expect.stringContaining("Too many payments with this phone or card; try again in "),
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
  expect((await pay(app, links[0], other())).status).toBe(201);
});

test("neither the number of a phone nor of a card is in the counters, nor a digest that anybody could make", async () => {
  const { createHash } = await import("node:crypto");
  const rows = await app.db.query<{ bucket: string }>("SELECT bucket FROM identity.attempts");
  const buckets = rows.map(({ bucket }) => bucket).filter((bucket) => bucket.startsWith("instrument:"));
  expect(buckets.length).toBeGreaterThan(1);
  for (const number of ["+233241234567", "4242424242424242"]) {
    const digest = createHash("sha256").update(number).digest("base64url");
    for (const bucket of buckets) expect([bucket.includes(number), bucket.includes(digest)]).toEqual([false, false]);
  }
});

test("a form that is refused for another reason counts for nothing, and the phone is free again after the hour", async () => {
  const link = await openLink();
  const wrong = () => pay(app, link, mobileMoneyForm("7777", { amount: -1 }));
  for (let time = 0; time < LIMIT + 1; time++) expect((await wrong()).status).toBe(400);
  const right = () => pay(app, link, mobileMoneyForm("7777", { amount: 20 }));
  for (let time = 0; time < LIMIT; time++) expect((await right()).status).toBe(201);
  expect((await right()).status).toBe(429);
  await app.advance(60 * 60_000);
  expect((await right()).status).toBe(201);
});

test("a code is not sent again and again to one phone from the page of a payment either", async () => {
  const link = await openLink();
  const { body } = await pay(app, link, mobileMoneyForm("0004", { amount: 20 }));
  const path = `/checkout/payments/${body.data.checkout_token}/action`;
  const resend = () => app.request(null, "POST", path, { action: "resend_otp" });
  const answers: number[] = [];
  for (let time = 0; time < LIMIT + 1; time++) answers.push((await resend()).status);
  expect(answers.slice(0, 2)).not.toContain(429);
  expect(answers.at(-1)).toBe(429);
});
