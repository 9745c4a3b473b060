import { expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import type { AccountHolder, AccountInQuestion } from "@corridor/provider-kit/provider.ts";
import type { UnnamedRow } from "./row-queries.ts";
import { problemOf } from "./check-names.ts";

const amount = Money.parse("10", "GHS");
const intentTo = (recipient: string, account_name?: string) =>
  ({
    country: "GH",
    amount,
    details: {
      recipient_info: { name: recipient },
      bank_account: { account_number: "1020001234567", bank_code: "030100", ...(account_name && { account_name }) },
    },
  }) as unknown as UnnamedRow["intent"];

const asked: AccountInQuestion[] = [];
const judged = (holder: AccountHolder, ...names: [string, string?]) =>
  problemOf({ resolveAccount: async (account) => (asked.push(account), holder) }, { intent: intentTo(...names) });

test("a provider that names nobody is asked about the account's name, or else the beneficiary's", async () => {
  await judged({ verdict: "match" }, "Somebody Else");
  await judged({ verdict: "match" }, "Somebody Else", "Ama Owusu");
  expect(asked.map(({ account_name }) => account_name)).toEqual(["Somebody Else", "Ama Owusu"]);
});

test("its verdict decides: another holder is an error of the row, and where it does not know, nothing was checked", async () => {
  expect(await judged({ verdict: "match" }, "Somebody Else")).toBeNull();
  expect(await judged({ verdict: "unknown" }, "Somebody Else")).toBe("unknown");
  expect(await judged({ verdict: "no_match" }, "Somebody Else")).toEqual({
    field: "account_number",
    code: "BENEFICIARY_MISMATCH",
    message: "is not held by Somebody Else",
  });
});
