import { hostname } from "node:os";
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createLogger } from "./log.ts";
import { VERSION } from "./version.ts";

const CANARY = "canary-3f1c";

function linesOf(write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = "";
  write(
    createLogger({
      level: "trace",
      destination: new Writable({ write: (chunk: Buffer, _encoding, done) => ((text += chunk.toString()), done()) }),
    }),
  );
  return text;
}

it.each([
  "authorization",
  "Authorization",
  "x-api-key",
  "X-Api-Key",
  "cookie",
  "set-cookie",
  "password",
  "token",
  "secret",
  "secret_key",
  "api_key",
  "apiKey",
  "card_number",
  "cardNumber",
  "cvv",
  "otp",
  "card",
  "card_details",
  "account_number",
  "bvn",
  "nin",
  "DATABASE_URL",
  "CORRIDOR_SECRET",
])("a log line never holds the value of %s, however deep it stands", (field) => {
  const text = linesOf((log) => {
    log.info({ [field]: CANARY }, "flat");
    log.info({ headers: { [field]: CANARY } }, "one down");
    log.info({ request: { headers: { [field]: CANARY } } }, "two down");
    log.info({ list: [{ request: { headers: [{ [field]: { value: CANARY } }] } }] }, "in lists");
    log.error(
      { err: Object.assign(new Error("failed", { cause: { [field]: CANARY } }), { config: { [field]: CANARY } }) },
      "on an error",
    );
    log
      .child({ a: 1 })
      .child({ [field]: CANARY })
      .info("by a child");
  });
  expect(text.split("\n").filter((line) => line !== "")).toHaveLength(6);
  expect(text).not.toContain(CANARY);
});

it("shows an error with its type, message, stack and code", () => {
  const line = JSON.parse(
    linesOf((log) => log.error({ err: Object.assign(new TypeError("broken"), { code: "E1" }) }, "x")),
  );
  expect(line.err).toMatchObject({
    type: "TypeError",
    message: "broken",
    code: "E1",
    stack: expect.stringContaining("log.test.ts"),
  });
});

it("never follows a circle", () => {
  const circle: Record<string, unknown> = { name: "a" };
  circle.self = circle;
  expect(linesOf((log) => log.info({ circle }, "x"))).toContain("[deep]");
});

it("says everything else", () => {
  expect(JSON.parse(linesOf((log) => log.warn({ payment_id: "p1", amount: 5 }, "said")))).toMatchObject({
    level: 40,
    payment_id: "p1",
    amount: 5,
    msg: "said",
  });
});

it("a log line says which version and host wrote it, holds its own fields, and none of a line before it", () => {
  const text = linesOf((log) => {
    log.info({ org_id: "of somebody else" }, "first");
    log.info({ route: "/v1/payments" }, "second");
    log.info("third");
  });
  const [, second, third] = text.trim().split("\n") as [string, string, string];
  const every = { level: 30, time: expect.any(String), version: VERSION, host: hostname() };
  expect(JSON.parse(second)).toEqual({ ...every, route: "/v1/payments", msg: "second" });
  expect(JSON.parse(third)).toEqual({ ...every, msg: "third" });
});
