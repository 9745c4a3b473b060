import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { createBankList, requireListed } from "@corridor/provider-kit/bank-list.ts";
import { type FakeFlutterwave, RECIPIENT, SETTINGS, startFlutterwave } from "./flutterwave/flutterwave.fixtures.ts";
import { FLUTTERWAVE } from "./flutterwave/flutterwave.ts";
import { type FakePaystack, startFakePaystack, TEST_KEY } from "./paystack/paystack.fixtures.ts";
import { PAYSTACK } from "./paystack/paystack.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import { dispatchRequest } from "@corridor/provider-kit/stage.fixtures.ts";

test("a bank is refused only by a list that was read in the last day", async () => {
  const clock = new SteppedClock();
  let answer: { code: string }[] | Error = [{ code: "044" }];
  const banks = createBankList(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  }, clock);
  const refusalOf = (code: string): string | null => {
    try {
      requireListed(banks, code, "A provider");
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refusalOf("999")).toBeNull();
  await banks.settled();
  expect([refusalOf("044"), refusalOf("999")]).toEqual([null, "A provider does not list the bank 999 at present"]);
  answer = new Error("no answer");
  clock.advance(86_400_000);
  expect(refusalOf("999")).toBeNull();
  // A list without banks counts as no list.
  answer = [];
  clock.advance(10_000);
  refusalOf("999");
  await banks.settled();
  expect(refusalOf("999")).toBeNull();
});

let flutterwave: FakeFlutterwave;
let paystack: FakePaystack;
const outbound = createOutbound();
beforeAll(async () => {
  [flutterwave, paystack] = await Promise.all([startFlutterwave(), startFakePaystack()]);
});
afterAll(async () => {
  await Promise.all([flutterwave.close(), paystack.close(), outbound.close()]);
});

test("Flutterwave and Paystack are not asked to pay a bank that they do not list; before they told, our table counts", async () => {
  const clock = new SteppedClock();
  const providers: [Provider, () => number][] = [
    [
      FLUTTERWAVE.create({ ...SETTINGS, base_url: flutterwave.url }, { outbound, clock }),
      () => flutterwave.received.filter(({ path }) => path === "/banks/NG").length,
    ],
    [
      PAYSTACK.create({ secret_key: TEST_KEY, base_url: paystack.url }, { outbound, clock }),
      () => paystack.calls.filter(({ path }) => path === "/bank").length,
    ],
  ];
  for (const [provider, timesListed] of providers) {
    const payTo = async (bank_code: string) => {
      const amount = Money.parse("1500.00", "NGN");
      const bankAccount = { account_number: "0690001234", bank_code, account_name: "Ada Obi" };
      const request = dispatchRequest({
        direction: "outbound",
        method: "bank_transfer",
        country: "NG",
        amount,
        targetAmount: amount,
        recipient: RECIPIENT,
        bankAccount,
      });
      const result = await provider.dispatch(request, AbortSignal.timeout(5_000));
      return result.outcome === "refused" ? result.reason : result.outcome;
    };
    expect(await payTo("050")).toBe("accepted");
    await expect.poll(() => payTo("050")).toMatch(/does not list the bank 050 at present/);
    expect([await payTo("058"), timesListed()]).toEqual(["accepted", 1]);
  }
});
