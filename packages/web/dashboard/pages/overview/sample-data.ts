import { CorridorError } from "corridor-client/error.ts";
import { api } from "../../api/client.ts";
import type { Body } from "@corridor/shared/operations.ts";

/**
 * Sample data for a new organization of a development deployment, created through the public API: the last digits of a
 * number tell the sandbox how a payment ends. Everything says "Sample" in its description, and each payment carries
 * `sample` in its metadata. The idempotency keys are the organization's own, so that pressing twice makes nothing
 * twice.
 */
type Initiation = Body<"post", "/payments-init/initiate">;
type Single = Extract<Initiation, { amount: number }>;
type Sample = { says: string; body: Partial<Single> };

const NAMES = ["Ama Owusu", "Kwesi Boateng", "Efua Mensah", "Yaw Darko", "Akosua Addo", "Kojo Asante"];
const MARK = { metadata: { sample: true } };

const mobileMoney = (says: string, amount: number, ending: string, index: number): Sample => ({
  says,
  body: {
    ...MARK,
    amount,
    target_amount: amount,
    currency: "GHS",
    target_currency: "GHS",
    country: "GH",
    payment_method: "mobile_money",
    direction: "payin",
    payer_details: { name: NAMES[index % NAMES.length]!, phone: `+23324123${ending}` },
    mobile_money_details: { provider: "MTN", phone_number: `+23324123${ending}` },
  },
});

const card = (says: string, amount: number, index: number): Sample => {
  const name = NAMES[index % NAMES.length]!;
  return {
    says,
    body: {
      ...MARK,
      amount,
      target_amount: amount,
      currency: "GBP",
      target_currency: "GBP",
      country: "GB",
      payment_method: "card",
      direction: "payin",
      payer_details: { name, email: "sample.payer@example.com" },
      card_details: {
        card_number: "4242424242424242",
        expiry_month: "12",
        expiry_year: "2035",
        cvv: "737",
        card_holder_name: name,
      },
    },
  };
};

const bank = { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" };
const bankTransfer = (says: string, amount: number, change: Partial<Single> = {}): Sample => ({
  says,
  body: {
    ...MARK,
    amount,
    target_amount: amount,
    currency: "NGN",
    target_currency: "NGN",
    payment_method: "bank_transfer",
    direction: "payin",
    payer_details: { name: "Chidi Eze", email: "sample.payer@example.com" },
    bank_details: { account_name: "Chidi Eze", country: "NG", ...bank },
    bank_account: bank,
    ...change,
  },
});

/** The first sample payment is refunded in part afterwards. */
const PAYINS: readonly Sample[] = [
  mobileMoney("completed, then refunded in part", 240, "4567", 0),
  mobileMoney("completed", 1_250, "4568", 1),
  mobileMoney("completed by the second provider", 85.5, "0003", 2),
  mobileMoney("waits for a one-time password", 60, "0001", 3),
  mobileMoney("fails: not enough money", 900, "0014", 4),
  mobileMoney("fails: over a limit", 12_000, "0015", 5),
  mobileMoney("declined by the customer", 45, "0013", 0),
  mobileMoney("refused by every provider", 30, "0002", 1),
  mobileMoney("completed, then disputed", 410, "0011", 2),
  card("completed", 25.5, 3),
  card("completed", 199.99, 4),
  bankTransfer("waits for the transfer", 50_000),
];

const STEPS = PAYINS.length + 4;

export async function makeSampleData(orgId: string, onStep: (done: number, of: number) => void): Promise<void> {
  let done = 0;
  const step = async <T>(work: Promise<T>): Promise<T> => {
    const made = await work;
    onStep((done += 1), STEPS);
    return made;
  };
  const keyFor = (what: string) => `sample-${what}-${orgId}`;
  const initiate = async ({ says, body }: Sample, number: number): Promise<string | null> => {
    const sample = { ...body, description: `Sample: ${says}`, client_reference: `sample-${number}` } as Single;
    try {
      const idempotencyKey = keyFor(`payment-${number}`);
      return (await api.post("/payments-init/initiate", { idempotencyKey, body: sample })).response.payment_id;
    } catch (error) {
      // Some sample payments are refused on purpose, and show as failed payments.
      if (error instanceof CorridorError && error.code === "ALL_PROVIDERS_FAILED") return null;
      throw error;
    }
  };
  const [first, ...others] = PAYINS;
  const toRefund = await step(initiate(first!, 1));
  // One after another: a new organization may have a low rate limit.
  // oxlint-disable-next-line no-await-in-loop
  for (const [index, sample] of others.entries()) await step(initiate(sample, index + 2));
  const payee = {
    account_type: "bank",
    fname: "Sample",
    lname: "Supplier",
    country: "NG",
    currency: "NGN",
    bank_details: bank,
  } as const;
  const { beneficiary_id } = (await step(api.post("/beneficiaries", { idempotencyKey: keyFor("payee"), body: payee })))
    .data;
  await step(
    initiate(bankTransfer("paid to a supplier", 700, { direction: "payout", beneficiary_id }), PAYINS.length + 1),
  );
  const link = {
    description: "Sample: a link for one order",
    amount: 75,
    currency: "GHS",
    amount_type: "fixed",
  } as const;
  await step(
    api.post("/orgs/{org_id}/payment-links", { path: { org_id: orgId }, idempotencyKey: keyFor("link"), body: link }),
  );
  if (toRefund !== null) await step(refund(toRefund, keyFor("refund")));
}

const PAUSE_MS = 1_000;
const MAX_LOOKS = 30;

/** Refunds a sample payment as soon as it has completed. With a slow sandbox the payment is not refunded. */
async function refund(paymentId: string, idempotencyKey: string): Promise<void> {
  const path = { payment_id: paymentId };
  /* oxlint-disable no-await-in-loop -- One look after the other. */
  for (let look = 0; look < MAX_LOOKS; look++) {
    const { status } = (await api.get("/payments/{payment_id}", { path })).data;
    if (status === "completed") {
      await api.post("/payments/{payment_id}/refund", {
        path,
        idempotencyKey,
        body: { amount: 40, reason: "Sample: one part was returned" },
      });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
