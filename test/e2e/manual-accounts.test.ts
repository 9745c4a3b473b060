import { expect, test } from "vitest";
import { startTestApp } from "#test/harness/app.ts";

test("a payer by the manual provider is told the account that MANUAL_ACCOUNTS names for the currency", async () => {
  const account = {
    currency: "GHS",
    account_name: "Shop Limited",
    account_number: "1234567890",
    bank_name: "GCB Bank",
    bank_code: "030100",
  };
  const app = await startTestApp({ settings: { MANUAL_ACCOUNTS: JSON.stringify([account]) } });
  try {
    const config = {
      provider: "manual",
      country: "GH",
      payment_method: "bank_transfer",
      direction: "inbound",
      priority: 1,
      org_id: app.callers.apiKey.orgId,
    };
    expect((await app.request(app.callers.admin, "POST", "/payments/provider-configs", config)).status).toBe(201);
    const { status, body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", {
      amount: 150,
      target_amount: 150,
      currency: "GHS",
      target_currency: "GHS",
      country: "GH",
      payment_method: "bank_transfer",
      direction: "payin",
      payer_details: { name: "Ama Owusu", email: "ama@example.com" },
      bank_details: {
        account_name: "Ama Owusu",
        account_number: "9876543210",
        bank_name: "Ecobank",
        bank_code: null,
        country: "GH",
      },
      bank_account: { account_number: "1234567890", bank_name: "GCB Bank", bank_code: null },
    });
    const { currency: _inTheAmount, ...shown } = account;
    expect([status, body.response]).toEqual([
      200,
      expect.objectContaining({ provider: "manual", next_action: "bank_transfer", ...shown }),
    ]);
  } finally {
    await app.close();
  }
});
