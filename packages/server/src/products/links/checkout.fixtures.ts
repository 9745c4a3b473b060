import type { TestApp } from "@corridor/test/harness/app.ts";

/** Forms as the hosted page sends them; the last four digits control the sandbox. */
export function mobileMoneyForm(ending = "4567", change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    payment_method: "mobile_money",
    country: "GH",
    payer_details: { name: "Ama Owusu", email: "ama@example.com" },
    mobile_money_details: { provider: "MTN", phone_number: `+23324123${ending}` },
    locale: "en",
    ...change,
  };
}

export function cardForm(ending = "4242", change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    payment_method: "card",
    country: "GH",
    payer_details: { name: "Ama Owusu", email: "ama@example.com" },
    card_details: {
      card_number: `424242424242${ending}`,
      expiry_month: "12",
      expiry_year: "2030",
      cvv: "737",
      card_holder_name: "Ama Owusu",
    },
    ...change,
  };
}

export function bankForm(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    payment_method: "bank_transfer",
    country: "NG",
    payer_details: { name: "Chidi Eze", email: "chidi@example.com" },
    ...change,
  };
}

export async function createLink(app: TestApp, fields: Record<string, unknown> = {}): Promise<any> {
  const body = { amount: 150.25, currency: "GHS", description: "Invoice 7", ...fields };
  return (await app.request(app.callers.orgAdmin, "POST", `/orgs/${app.callers.orgAdmin.orgId!}/payment-links`, body))
    .body.data;
}

export async function readLink(app: TestApp, linkId: string): Promise<any> {
  return (
    await app.request(app.callers.orgAdmin, "GET", `/orgs/${app.callers.orgAdmin.orgId!}/payment-links/${linkId}`)
  ).body.data;
}

export async function pay(
  app: TestApp,
  link: { link_ref: string },
  form: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  return app.request(null, "POST", `/checkout/links/${link.link_ref}/pay`, form, headers);
}

export async function see(app: TestApp, token: string): Promise<any> {
  const answer = await app.request(null, "GET", `/checkout/payments/${token}`);
  return answer.body.data ?? answer.status;
}

type LinkPayment = { payment_id: string; status: string; transaction_id: string; org_rate_id: string | null };

export async function paymentsOf(app: TestApp, link: { link_id: string }): Promise<LinkPayment[]> {
  return app.db.query(
    `SELECT payment_id, status, transaction_id, org_rate_id FROM payments WHERE details->'origin'->>'id' = $1
      ORDER BY payment_id`,
    [link.link_id],
  );
}
