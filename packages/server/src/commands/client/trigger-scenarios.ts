import { randomUUID } from "node:crypto";
import type { DemoFile } from "../greeting.ts";
import type { DemoPerson } from "../seed.ts";
import type { EventType } from "#src/record/events/index.ts";
import { sandboxBeneficiary, sandboxPayin, sandboxPayout } from "./sandbox-requests.ts";
import { type Service, ServiceRefusal } from "./service.ts";

/**
 * How to cause each event at the sandbox. A scenario ends when it has nothing more to do; the command then waits for
 * the event.
 */
export type Scenario = { run(stage: Stage): Promise<unknown> } | { readonly cannot: string };

/** What a scenario can use: the service, the sandbox, the demo data and the events. */
export type Stage = {
  readonly amount: number;
  readonly currency: string;
  readonly service: Service;
  /** Waits for the next event of this type, and returns its data. */
  seen(type: string): Promise<any>;
  demo(): DemoFile;
  person(person: DemoPerson): Promise<Service>;
  atSandbox(path: string, body: object): Promise<any>;
};

async function payin(stage: Stage, ending: string): Promise<string> {
  const { body } = await stage.service.call("POST", "/payments-init/initiate", sandboxPayin({ ...stage, ending }));
  return body.response.payment_id as string;
}

async function completedPayin(stage: Stage): Promise<string> {
  const paymentId = await payin(stage, "4567");
  await stage.seen("payment.completed");
  return paymentId;
}

async function refund(stage: Stage, reason: string): Promise<void> {
  const paymentId = await completedPayin(stage);
  await stage.service.call("POST", `/payments/${paymentId}/refund`, { amount: stage.amount, reason });
}

type Dispute = { dispute_id: string; provider_dispute_id: string; provider: string };

async function dispute(stage: Stage): Promise<Dispute> {
  await payin(stage, "0011");
  return (await stage.seen("dispute.opened")) as Dispute;
}

async function answeredDispute(stage: Stage, evidence: string): Promise<void> {
  const { dispute_id: id } = await dispute(stage);
  await stage.service.call("POST", `/disputes/${id}/evidence`, { name: "receipt", text: evidence });
  await stage.service.call("POST", `/disputes/${id}/submit`);
}

async function decidedDispute(stage: Stage, decision: object): Promise<void> {
  const { provider_dispute_id: id, provider } = await dispute(stage);
  await stage.atSandbox(`/disputes/${id}`, { provider, ...decision });
}

type Account = { account_id: string; account_number: string };

async function account(stage: Stage): Promise<Account> {
  const { org_id, org_admin } = stage.demo().organizations[0]!;
  // A new customer each time: an account exists once per user, customer and currency.
  const customer_id = `trigger-${randomUUID()}`;
  const { body } = await stage.service.call("POST", "/virtual-accounts/internal/bank", {
    org_id,
    user_id: org_admin.user_id,
    currency: "NGN",
    customer_id,
  });
  return body.data as Account;
}

async function fundedAccount(stage: Stage): Promise<Account> {
  const opened = await account(stage);
  await stage.atSandbox("/deposits", { account_number: opened.account_number, amount: stage.amount, currency: "NGN" });
  await stage.seen("virtual_account.deposit");
  return opened;
}

const ESCROW = "/virtual-accounts/escrow";

/** A project with one milestone and one party, an approved contract and full funding. */
async function fundedMilestone(stage: Stage): Promise<{ path: string; partyId: string }> {
  const post = async (path: string, body?: object) => (await stage.service.call("POST", path, body)).body.data;
  const { account_id } = await fundedAccount(stage);
  const { escrow_id } = await post(ESCROW, { title: "Warehouse", currency: "NGN", total_amount: stage.amount });
  const project = `${ESCROW}/${escrow_id}`;
  const { party_id } = await post(`${project}/parties`, {
    name: "Builder",
    role: "contractor",
    beneficiary_id: await sandboxBeneficiary(stage.service),
  });
  const { milestone_id } = await post(`${project}/milestones`, {
    label: "Walls",
    expected_disbursement: stage.amount,
    parties: [{ party_id, split_type: "percentage", split_value: 100 }],
  });
  const path = `${project}/milestones/${milestone_id}`;
  await post(`${project}/activate`);
  await post(`${path}/contract`, { terms: "Build them." });
  await post(`${path}/contract/approve`);
  await post(`${project}/fund`, { amount: stage.amount, account_id });
  return { path, partyId: party_id as string };
}

/**
 * Payouts above this amount in NGN wait for a second person. The limit is not removed afterwards, because that needs
 * two people.
 */
const REVIEWED_ABOVE = 10_000_000;

/** A payout above the limit, which one person has requested and another must decide. */
async function heldPayout(
  stage: Stage,
  decide?: (admin: Service, approvalId: string) => Promise<unknown>,
): Promise<void> {
  const { admin, organizations } = stage.demo();
  const { org_id, org_admin, org_member, beneficiary_id } = organizations[0]!;
  const [platform, orgAdmin, member] = await Promise.all(
    [admin, org_admin, org_member].map((person) => stage.person(person)),
  );
  const { body } = await platform!.call("GET", `/organizations/${org_id}`);
  const limit: number | undefined = body.data.settings?.payout_review_above?.NGN;
  if (limit === undefined)
    await platform!.call("PATCH", `/organizations/${org_id}`, {
      settings: { payout_review_above: { NGN: REVIEWED_ABOVE } },
    });
  const amount = (limit ?? REVIEWED_ABOVE) + 1;
  const payee = { beneficiaryId: beneficiary_id, name: "Ikeja Farms Ltd" };
  await member!.call(
    "POST",
    "/payments-init/initiate",
    await sandboxPayout(member!, { amount, ending: "6789" }, payee),
  );
  const { approval_id } = (await stage.seen("approval.requested")) as { approval_id: string };
  await decide?.(orgAdmin!, approval_id);
}

const decision = (verb: "approve" | "reject") => (admin: Service, approvalId: string) =>
  admin.call("POST", `/approvals/${approvalId}/${verb}`, { comment: "by corridor trigger" });

async function paidLink(stage: Stage): Promise<void> {
  const { org_id } = stage.demo().organizations[0]!;
  const { body } = await stage.service.call("POST", `/orgs/${org_id}/payment-links`, {
    amount: stage.amount,
    currency: stage.currency,
  });
  const { country, payment_method, payer_details, mobile_money_details } = sandboxPayin({ ...stage, ending: "4567" });
  await stage.service.call("POST", `/checkout/links/${body.data.link_ref}/pay`, {
    country,
    payment_method,
    payer_details,
    mobile_money_details,
  });
}

/** Does nothing if the verification was started before. */
async function startKyb(stage: Stage, orgId: string): Promise<void> {
  await stage.service.call("POST", `/organizations/${orgId}/kyb`).catch((error: unknown) => {
    if (!(error instanceof ServiceRefusal) || error.status !== HTTP_CONFLICT) throw error;
  });
}
const HTTP_CONFLICT = 409;

async function decideKyb(stage: Stage, verdict: "approved" | "rejected"): Promise<void> {
  const { admin, organizations } = stage.demo();
  const platform = await stage.person(admin);
  await startKyb(stage, organizations[0]!.org_id);
  await platform.call("POST", `/organizations/${organizations[0]!.org_id}/kyb/decision`, {
    decision: verdict,
    reason: "by corridor trigger",
  });
}

async function decideKyc(stage: Stage, verdict: "approved" | "rejected"): Promise<void> {
  const { admin, organizations } = stage.demo();
  const platform = await stage.person(admin);
  await platform.call("PATCH", `/users/${organizations[0]!.org_viewer.user_id}/kyc`, {
    kyc_status: verdict,
    reason: "by corridor trigger",
  });
}

/** A ramp that buys crypto with mobile money; the number ends in `ending`. */
async function ramp(stage: Stage, ending: string): Promise<string> {
  const { body } = await stage.service.call(
    "GET",
    "/organizations/admin/exchange-rate?fromCurrency=GHS&toCurrency=USDT",
  );
  const answer = await stage.service.call("POST", "/payments-init/ramp", {
    direction: "on_ramp",
    fiat_currency: "GHS",
    fiat_amount: stage.amount,
    client_rate: body.data.rate,
    crypto_currency: "USDT",
    crypto_network: "TRON",
    wallet_address: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC",
    country: "GH",
    mobile_money_details: { provider: "MTN", phone_number: `+23324123${ending}` },
  });
  return answer.body.response.payment_id as string;
}

type Batch = { batch_id: string; preview_hash: string };

/** A payout batch with one payee, checked and ready to be sent. */
async function batch(stage: Stage): Promise<Batch> {
  const { beneficiary_id } = stage.demo().organizations[0]!;
  const rows = [{ beneficiary_id, amount: stage.amount, currency: "NGN", description: "by corridor trigger" }];
  await stage.service.call("POST", "/payout-batches", { name: "By corridor trigger", duplicates: "allow", rows });
  return (await stage.seen("payout_batch.ready")) as Batch;
}

async function sentBatch(stage: Stage): Promise<void> {
  const { batch_id, preview_hash } = await batch(stage);
  await stage.service.call("POST", `/payout-batches/${batch_id}/submit`, { preview_hash });
}

export const SCENARIOS: Readonly<Record<EventType, Scenario>> = {
  "payment.processing": { run: (stage) => payin(stage, "4567") },
  "payment.pending": { run: (stage) => payin(stage, "4567") },
  "payment.completed": { run: (stage) => payin(stage, "4567") },
  "payment.failed": { run: (stage) => payin(stage, "0005") },
  "payment.refunded": { run: (stage) => refund(stage, "returned goods") },
  "payment.canceled": {
    run: async (stage) =>
      stage.service.call("POST", `/payments-init/${await payin(stage, "0001")}/action`, { action: "cancel" }),
  },
  "transaction.updated": { run: (stage) => payin(stage, "4567") },
  "ramp.collected": { run: (stage) => ramp(stage, "4567") },
  "ramp.refunding": { cannot: "this takes minutes, because the second leg is first retried three times." },
  "ramp.completed": { run: (stage) => ramp(stage, "4567") },
  "ramp.failed": { run: (stage) => ramp(stage, "0005") },
  "ramp.canceled": {
    run: async (stage) =>
      stage.service.call("POST", `/payments-init/${await ramp(stage, "0001")}/action`, { action: "cancel" }),
  },
  "refund.requested": { run: (stage) => refund(stage, "returned goods") },
  "refund.completed": { run: (stage) => refund(stage, "returned goods") },
  "refund.failed": { run: (stage) => refund(stage, "please fail") },
  "dispute.opened": { run: (stage) => dispute(stage) },
  "dispute.updated": {
    run: (stage) => decidedDispute(stage, { status: "needs_response", reason: "goods were damaged" }),
  },
  "dispute.under_review": { run: (stage) => answeredDispute(stage, "The goods were handed over.") },
  "dispute.won": { run: (stage) => answeredDispute(stage, "The goods were handed over.") },
  "dispute.lost": { run: (stage) => answeredDispute(stage, "We lose.") },
  "dispute.accepted": {
    run: async (stage) => stage.service.call("POST", `/disputes/${(await dispute(stage)).dispute_id}/accept`),
  },
  "dispute.expired": { run: (stage) => decidedDispute(stage, { status: "expired" }) },
  "reconciliation.item_opened": {
    cannot: "this needs a provider that contradicts itself; see `POST /faults` of the sandbox.",
  },
  "reconciliation.item_resolved": { cannot: "this needs an open item, and a person who resolves it on the dashboard." },
  "virtual_account.deposit": { run: (stage) => fundedAccount(stage) },
  "virtual_account.withdrawal": {
    run: async (stage) => {
      const { account_id } = await fundedAccount(stage);
      await stage.service.call("POST", `/virtual-accounts/${account_id}/withdraw`, {
        amount: stage.amount,
        beneficiary_id: await sandboxBeneficiary(stage.service),
      });
    },
  },
  "virtual_account.frozen": {
    run: async (stage) =>
      stage.service.call("POST", `/virtual-accounts/${(await account(stage)).account_id}/freeze`, {
        reason: "by corridor trigger",
      }),
  },
  "virtual_account.unfrozen": {
    run: async (stage) => {
      const { account_id } = await account(stage);
      await stage.service.call("POST", `/virtual-accounts/${account_id}/freeze`, { reason: "by corridor trigger" });
      await stage.service.call("POST", `/virtual-accounts/${account_id}/unfreeze`, { reason: "by corridor trigger" });
    },
  },
  "escrow.milestone.funded": { run: (stage) => fundedMilestone(stage) },
  "escrow.milestone.disbursed": {
    run: async (stage) => stage.service.call("POST", `${(await fundedMilestone(stage)).path}/release`),
  },
  "escrow.milestone.approval_revoked": {
    run: async (stage) => {
      const { path, partyId } = await fundedMilestone(stage);
      await stage.service.call("PUT", `${path}/parties`, {
        parties: [{ party_id: partyId, split_type: "percentage", split_value: 60 }],
      });
    },
  },
  "payment_link.paid": { run: (stage) => paidLink(stage) },
  "approval.requested": { run: (stage) => heldPayout(stage) },
  "approval.approved": { run: (stage) => heldPayout(stage, decision("approve")) },
  "approval.rejected": { run: (stage) => heldPayout(stage, decision("reject")) },
  "payout_batch.ready": { run: (stage) => batch(stage) },
  "payout_batch.sending": { run: (stage) => sentBatch(stage) },
  "payout_batch.paused": {
    cannot: "a batch with one payee is sent before it can be paused. Send a longer list, and pause it.",
  },
  "payout_batch.completed": { run: (stage) => sentBatch(stage) },
  "payout_batch.canceled": {
    run: async (stage) => stage.service.call("POST", `/payout-batches/${(await batch(stage)).batch_id}/cancel`),
  },
  "payout_batch.rejected": {
    cannot: "this needs an organization whose payouts need a second person, and that person must reject one.",
  },
  "export.completed": { run: (stage) => stage.service.call("POST", "/exports", { kind: "audit" }) },
  "export.failed": { cannot: "an export fails only when the service itself fails." },
  "float.low": {
    cannot:
      "this event belongs to the platform, so it is in no organization's log. Set a threshold on the dashboard under " +
      "Funds.",
  },
  "api_key.expiring": {
    cannot:
      "the service checks once an hour for keys that expire within two weeks. Create one with `expires_at` and wait.",
  },
  "kyb.approved": { run: (stage) => decideKyb(stage, "approved") },
  "kyb.rejected": { run: (stage) => decideKyb(stage, "rejected") },
  "kyc.approved": { run: (stage) => decideKyc(stage, "approved") },
  "kyc.rejected": { run: (stage) => decideKyc(stage, "rejected") },
};
