import { expect, test } from "vitest";
import type { LedgerTransaction } from "../../components/ledger-transactions.tsx";
import { flowsOf } from "./money-flow.ts";

const posted = (
  ...postings: [purpose: string, amount: number, currency: string, owner?: string][]
): LedgerTransaction =>
  ({
    postings: postings.map(([purpose, amount, currency, owner = null]) => ({
      purpose,
      amount,
      currency,
      owner_id: owner,
    })),
  }) as LedgerTransaction;

test("a payin flows from the payer through the provider to the balance and the fees", () => {
  const payin = posted(
    ["provider", -100, "GHS", "fiat"],
    ["settlement", 100, "GHS"],
    ["settlement", -2.1, "GHS"],
    ["fees", 2.1, "GHS"],
  );
  expect(flowsOf([payin], "inbound", "Ama")).toEqual([
    { from: "Ama", to: "Provider fiat", amount: 100, currency: "GHS" },
    { from: "Provider fiat", to: "Balance", amount: 100, currency: "GHS" },
    { from: "Balance", to: "Fees", amount: 2.1, currency: "GHS" },
  ]);
});

test("a payout in another currency passes through the conversion, and ends at the payee", () => {
  const reserved = posted(["settlement", -10, "GBP"], ["in_transit", 10, "GBP"]);
  const delivered = posted(
    ["in_transit", -10, "GBP"],
    ["fx", 10, "GBP"],
    ["fx", -19000, "NGN"],
    ["provider", 19000, "NGN", "fiat"],
  );
  expect(
    flowsOf([reserved, delivered], "outbound", null).map(
      ({ from, to, amount, currency }) => `${from} -> ${to} ${amount} ${currency}`,
    ),
  ).toEqual([
    "Balance -> Payouts under way 10 GBP",
    "Payouts under way -> Conversion 10 GBP",
    "Conversion -> Provider fiat 19000 NGN",
    "Provider fiat -> Payee 19000 NGN",
  ]);
});
