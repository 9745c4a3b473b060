import { describe, expect, it } from "vitest";
import { RUN_SETTINGS, readRunSettings } from "./run-settings.ts";

const OUR_ACCOUNT = { currency: "GHS", account_name: "Shop", account_number: "0123456789", bank_name: "GCB" };
const read = (texts: Record<string, string>, environment: "development" | "production" = "development") =>
  readRunSettings(new Map(Object.entries(texts)), environment);

describe("what is set while the service runs", () => {
  it("has defaults that production accepts", () => {
    const { values, problems } = read({}, "production");
    expect(problems).toEqual([]);
    expect(values).toMatchObject({ holdPayoutsUntilKyb: true, payoutDestinations: "registered", signUp: "closed" });
  });

  it.each([
    ["no array", "{}"],
    ["an account without its number", '[{"currency":"GHS","account_name":"Shop","bank_name":"GCB"}]'],
    ["a currency that is none", '[{"currency":"cedi","account_name":"Shop","account_number":"1","bank_name":"GCB"}]'],
    ["two accounts of one currency", JSON.stringify([OUR_ACCOUNT, OUR_ACCOUNT])],
  ])("is not %s where payers are told to pay into", (_name, value) => {
    expect(read({ MANUAL_ACCOUNTS: value }).problems).toEqual([
      expect.stringContaining("must be a JSON array with one account for each currency"),
    ]);
  });

  it("may be an account without a bank code", () => {
    expect(read({ MANUAL_ACCOUNTS: JSON.stringify([OUR_ACCOUNT]) }).values.manualAccounts).toEqual([
      { ...OUR_ACCOUNT, bank_code: null },
    ]);
  });

  it.each(["[]", '{"rate":"quotes"}', '{"rates":1}'])("is not %s as the mapping of a feed", (value) => {
    expect(read({ RATE_FEED_MAPPING: value }).problems).toHaveLength(1);
  });

  it.each([
    [{ KYB_APP_TOKEN: "a", KYB_SECRET_KEY: "b" }, /KYB_APP_TOKEN, KYB_SECRET_KEY, KYB_WEBHOOK_SECRET go together/],
    [{ RECEIPT_SMS_URL: "https://sms.example" }, /go together/],
    [{ CHECKOUT_CHALLENGE_SCRIPT: "https://a.example/a.js", CHECKOUT_CHALLENGE_SITE_KEY: "k" }, /must be verified/],
  ])("is not a part of what belongs together: %j", (texts, problem) => {
    expect(read(texts).problems.join()).toMatch(problem);
  });

  it.each([
    [{ RATE_MARGIN_BPS: "49" }, 1],
    [{ RATE_LOCK_DRIFT_BPS: "51" }, 1],
    [{ RATE_MARGIN_BPS: "20", RATE_LOCK_DRIFT_BPS: "20" }, 0],
  ])("is no margin below the drift of locked rates in production: %j", (texts, faults) => {
    const { problems } = read(texts, "production");
    expect(problems).toHaveLength(faults);
    for (const problem of problems) expect(problem).toMatch(/RATE_MARGIN_BPS \(\d+\) must not be below/);
  });

  it("asks a second person wherever it decides what money costs, where it goes, or who may act", () => {
    const free = Object.values(RUN_SETTINGS).filter((setting) => !("secondPerson" in setting));
    expect(free.map(({ name }) => name)).toEqual([
      "STATUS_PAGE",
      "CHECKOUT_TRIES_PER_INSTRUMENT",
      "PAYOUT_BATCH_PER_SECOND",
      "PAYOUT_BATCH_RETENTION_DAYS",
      "SETTLEMENT_FILE_RETENTION_DAYS",
    ]);
  });
});
