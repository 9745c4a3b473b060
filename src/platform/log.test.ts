import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createLogger } from "./log.ts";

const CANARY = "canary-3f1c";

function linesOf(write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = "";
  write(createLogger({ level: "trace", destination: new Writable({ write: (chunk: Buffer, _encoding, done) => ((text += chunk.toString()), done()) }) }));
  return text;
}

it.each([
  "authorization", "x-api-key", "cookie", "set-cookie", "password", "token", "secret", "secret_key", "api_key", "card_number", "cardNumber", "cvv", "otp", "card", "card_details", "DATABASE_URL",
])("a log line never holds the value of %s, however deep it stands", (field) => {
  const text = linesOf((log) => {
    log.info({ [field]: CANARY }, "flat");
    log.info({ headers: { [field]: CANARY } }, "one down");
    log.info({ request: { headers: { [field]: CANARY } } }, "two down");
  });
  expect(text.split("\n").filter((line) => line !== "")).toHaveLength(3);
  expect(text).not.toContain(CANARY);
});

it("says everything else", () => {
  expect(JSON.parse(linesOf((log) => log.warn({ payment_id: "p1", amount: 5 }, "said")))).toMatchObject({ level: 40, payment_id: "p1", amount: 5, msg: "said" });
});
