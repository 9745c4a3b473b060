import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAccount, readIban } from "@corridor/base/networks/account-format.ts";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { bankPayin } from "#test/harness/payments.ts";

/** Money to an account in Europe needs its IBAN and BIC, in Britain its sort code: as the provider opened it. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const DE = { country: "DE", bic: "CORRDEFF", bank_name: "Corridor Sandbox Bank" };
const GB = { country: "GB", bic: "CORRGB2L", sort_code: "04-00-99", bank_name: "Corridor Sandbox Bank" };

async function openAccount(currency: string): Promise<Record<string, string>> {
  const { orgAdmin } = app.callers;
  const body = { org_id: orgAdmin.orgId, user_id: orgAdmin.userId, currency };
  return (await app.request(orgAdmin, "POST", "/virtual-accounts/internal/bank", body)).body.data;
}

async function deposit(account_number: string, amount: number, currency: string): Promise<void> {
  const body = JSON.stringify({ account_number, amount, currency });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${app.sandbox.url}/deposits`, { method: "POST", headers, body })).status).toBe(201);
  await app.advance(0);
}

test.each([
  ["EUR", DE],
  ["GBP", GB],
])(
  "a virtual account in %s has the country of its bank, not of its organization, and takes deposits",
  async (currency, bank) => {
    const account = await openAccount(currency);
    expect(account).toMatchObject({ ...bank, account_name: account["virtual_account_name"] });
    expect(readIban(account["iban"]!)).toEqual({ iban: account["iban"], country: bank.country });
    expect(checkAccount(bank.country, account["account_number"]!, account["bank_code"]!)).toBeNull();
    await deposit(account["account_number"]!, 25, currency);
    const path = `/virtual-accounts/${account["account_id"]}`;
    expect((await app.request(app.callers.orgAdmin, "GET", path)).body.data.balance).toBe(25);
  },
);

test("an account elsewhere has a number and the country that the provider names", async () => {
  const account = await openAccount("NGN");
  expect(account).toMatchObject({ country: "NG", account_number: expect.stringMatching(/^\d{10}$/) });
  expect(["iban", "bic", "sort_code"].filter((name) => name in account)).toEqual([]);
});

test("the instructions of a payin in euros have IBAN, BIC and country, and the code that bank apps scan", async () => {
  const euros = { currency: "EUR", target_currency: "EUR", amount: 20.5, target_amount: 20.5, country: "DE" };
  const { response } = (
    await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", bankPayin("6784", euros))
  ).body;
  const { iban, bic, account_country, account_name, account_number, reference, qr_code } = response;
  expect([iban, bic, account_country]).toEqual([account_number, "CORRDEFF", "DE"]);
  expect("iban" in readIban(iban)).toBe(true);
  expect(qr_code).toBe(`BCD\n002\n1\nSCT\n${bic}\n${account_name}\n${iban}\nEUR20.50\n\n\n${reference}`);
});
