import { randomUUID } from "node:crypto";
import type { Client } from "corridor-client/client.ts";
import type { EventData } from "corridor-client/events.ts";
import type { VirtualAccount } from "@corridor/shared/openapi.ts";
import type { DemoFile } from "../greeting.ts";
import type { DemoPerson } from "../seed.ts";
import type { EventType } from "#src/record/events/index.ts";
import { sandboxBeneficiary, sandboxPayin, sandboxPayout } from "./sandbox-requests.ts";
import { ServiceFailure } from "./service.ts";

/** How to cause an event at the sandbox, after which the command waits for it; or why that cannot be done. */
export type Scenario = ((stage: Stage) => Promise<unknown>) | string;

export type Stage = {
  readonly amount: number;
  readonly currency: string;
  readonly api: Client;
  /** Waits for the next event of this type, and returns its data. */
  seen<T extends EventType>(type: T): Promise<EventData[T]>;
  demo(): DemoFile;
  person(person: DemoPerson): Promise<Client>;
  atSandbox(path: string, body: object): Promise<any>;
};

const OF_LANE =
  "this event belongs to the platform. Ten payments of a corridor must fail by a provider's fault within half an hour.";

/** The reason of what a scenario does. */
const COMMENT = "by corridor trigger";

async function payin(stage: Stage, ending: string): Promise<string> {
  return (await stage.api.payments.initiate(sandboxPayin({ ...stage, ending }))).payment_id;
}

async function completedPayin(stage: Stage): Promise<string> {
  const paymentId = await payin(stage, "4567");
  await stage.seen("payment.completed");
  return paymentId;
}

async function refund(stage: Stage, reason: string): Promise<void> {
  const paymentId = await completedPayin(stage);
  await stage.api.payments.refund(paymentId, { amount: stage.amount, reason });
}

async function dispute(stage: Stage): Promise<EventData["dispute.opened"]> {
  await payin(stage, "0011");
  return stage.seen("dispute.opened");
}

async function answeredDispute(stage: Stage, evidence: string): Promise<void> {
  const { dispute_id } = await dispute(stage);
  const path = { dispute_id };
  await stage.api.post("/disputes/{dispute_id}/evidence", { path, body: { name: "receipt", text: evidence } });
  await stage.api.post("/disputes/{dispute_id}/submit", { path });
}

async function decidedDispute(stage: Stage, decision: object): Promise<void> {
  const { provider_dispute_id: id, provider } = await dispute(stage);
  await stage.atSandbox(`/disputes/${id}`, { provider, ...decision });
}

async function account(stage: Stage): Promise<VirtualAccount> {
  const { org_id, org_admin } = stage.demo().organizations[0]!;
  // A new customer each time: an account exists once per user, customer and currency.
  const customer_id = `trigger-${randomUUID()}`;
  return stage.api.virtualAccounts.open({ org_id, user_id: org_admin.user_id, currency: "NGN", customer_id });
}

async function fundedAccount(stage: Stage): Promise<VirtualAccount> {
  const opened = await account(stage);
  await stage.atSandbox("/deposits", { account_number: opened.account_number, amount: stage.amount, currency: "NGN" });
  await stage.seen("virtual_account.deposit");
  return opened;
}

async function frozenAccount(stage: Stage): Promise<{ account_id: string }> {
  const { account_id } = await account(stage);
  const path = { account_id };
  await stage.api.post("/virtual-accounts/{account_id}/freeze", { path, body: { reason: COMMENT } });
  return path;
}

const ESCROW = "/virtual-accounts/escrow";
const PROJECT = `${ESCROW}/{escrow_id}` as const;
const MILESTONE = `${PROJECT}/milestones/{milestone_id}` as const;

/** A project with one milestone and one party, an approved contract and full funding. */
async function fundedMilestone(stage: Stage, ending?: string) {
  const { api, amount } = stage;
  const { account_id } = await fundedAccount(stage);
  const project = await api.post(ESCROW, { body: { title: "Warehouse", currency: "NGN", total_amount: amount } });
  const { escrow_id } = project.data;
  const payee = { name: "Builder", role: "contractor", beneficiary_id: await sandboxBeneficiary(api, ending) } as const;
  const party = await api.post(`${PROJECT}/parties`, { path: { escrow_id }, body: payee });
  const { party_id } = party.data;
  const milestone = await api.post(`${PROJECT}/milestones`, {
    path: { escrow_id },
    body: {
      label: "Walls",
      expected_disbursement: amount,
      parties: [{ party_id, split_type: "percentage", split_value: 100 }],
    },
  });
  const path = { escrow_id, milestone_id: milestone.data.milestone_id };
  await api.post(`${PROJECT}/activate`, { path: { escrow_id } });
  await api.post(`${MILESTONE}/contract`, { path, body: { terms: "Build them." } });
  await api.post(`${MILESTONE}/contract/approve`, { path });
  await api.post(`${PROJECT}/fund`, { path: { escrow_id }, body: { amount, account_id } });
  return { path, partyId: party_id };
}

async function releasedMilestone(stage: Stage, ending?: string): Promise<void> {
  const { path } = await fundedMilestone(stage, ending);
  await stage.api.post(`${MILESTONE}/release`, { path });
}

/** Payouts above this amount in NGN wait for a second person. Not removed afterwards: that needs two people. */
const REVIEWED_ABOVE = 10_000_000;

type Decide = (admin: Client, approvalId: string) => Promise<unknown>;

/** A payout above the limit, which one person has requested and another must decide. */
async function heldPayout(stage: Stage, decide?: Decide): Promise<void> {
  const { admin, organizations } = stage.demo();
  const { org_id, org_admin, org_member, beneficiary_id } = organizations[0]!;
  const [platform, orgAdmin, member] = await Promise.all(
    [admin, org_admin, org_member].map((person) => stage.person(person)),
  );
  const path = { org_id };
  const { data } = await platform!.get("/organizations/{org_id}", { path });
  const limit = data.settings.payout_review_above?.["NGN"];
  const settings = { payout_review_above: { NGN: REVIEWED_ABOVE } };
  if (limit === undefined) await platform!.patch("/organizations/{org_id}", { path, body: { settings } });
  const amount = (limit ?? REVIEWED_ABOVE) + 1;
  const payee = { beneficiaryId: beneficiary_id, name: "Ikeja Farms Ltd" };
  await member!.payments.initiate(await sandboxPayout(member!, { amount, ending: "6789" }, payee));
  const { approval_id } = await stage.seen("approval.requested");
  await decide?.(orgAdmin!, approval_id);
}

const decision = (verb: "approve" | "reject") => (admin: Client, approval_id: string) =>
  admin.post(`/approvals/{approval_id}/${verb}`, { path: { approval_id }, body: { comment: COMMENT } });

async function paidLink(stage: Stage): Promise<void> {
  const { org_id } = stage.demo().organizations[0]!;
  const { amount, currency } = stage;
  const { link_ref } = await stage.api.paymentLinks.create(org_id, { amount, currency });
  const { country, payment_method, payer_details, mobile_money_details } = sandboxPayin({ ...stage, ending: "4567" });
  const body = { country, payment_method, payer_details, mobile_money_details };
  await stage.api.post("/checkout/links/{link_ref}/pay", { path: { link_ref }, body });
}

/** Does nothing if the verification was started before. */
async function startKyb({ api }: Stage, org_id: string): Promise<void> {
  await api.post("/organizations/{org_id}/kyb", { path: { org_id } }).catch((error: unknown) => {
    if (!(error instanceof ServiceFailure) || error.status !== HTTP_CONFLICT) throw error;
  });
}
const HTTP_CONFLICT = 409;

async function decideKyb(stage: Stage, verdict: "approved" | "rejected"): Promise<void> {
  const { admin, organizations } = stage.demo();
  const platform = await stage.person(admin);
  const { org_id } = organizations[0]!;
  await startKyb(stage, org_id);
  const body = { decision: verdict, reason: COMMENT };
  await platform.post("/organizations/{org_id}/kyb/decision", { path: { org_id }, body });
}

async function decideKyc(stage: Stage, verdict: "approved" | "rejected"): Promise<void> {
  const { admin, organizations } = stage.demo();
  const platform = await stage.person(admin);
  const { user_id } = organizations[0]!.org_viewer;
  await platform.patch("/users/{user_id}/kyc", { path: { user_id }, body: { kyc_status: verdict, reason: COMMENT } });
}

/** A ramp that buys crypto with mobile money; the number ends in `ending`. */
async function ramp(stage: Stage, ending: string): Promise<string> {
  const { rate } = await stage.api.rates.lock("GHS", "USDT");
  const { payment_id } = await stage.api.ramps.initiate({
    direction: "on_ramp",
    fiat_currency: "GHS",
    fiat_amount: stage.amount,
    client_rate: rate,
    crypto_currency: "USDT",
    crypto_network: "TRON",
    wallet_address: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC",
    country: "GH",
    mobile_money_details: { provider: "MTN", phone_number: `+23324123${ending}` },
  });
  return payment_id;
}

/** A payout batch with one payee, checked and ready to be sent. */
async function batch(stage: Stage): Promise<EventData["payout_batch.ready"]> {
  const { beneficiary_id } = stage.demo().organizations[0]!;
  const rows = [{ beneficiary_id, amount: stage.amount, currency: "NGN", description: COMMENT }];
  await stage.api.post("/payout-batches", { body: { name: "By corridor trigger", duplicates: "allow", rows } });
  return stage.seen("payout_batch.ready");
}

async function sentBatch(stage: Stage): Promise<void> {
  const { batch_id, preview_hash } = await batch(stage);
  const body = { preview_hash: preview_hash! };
  await stage.api.post("/payout-batches/{batch_id}/submit", { path: { batch_id }, body });
}

export const SCENARIOS: Readonly<Record<EventType, Scenario>> = {
  "payment.processing": (stage) => payin(stage, "4567"),
  "payment.pending": (stage) => payin(stage, "4567"),
  "payment.completed": (stage) => payin(stage, "4567"),
  "payment.failed": (stage) => payin(stage, "0005"),
  "payment.refunded": (stage) => refund(stage, "returned goods"),
  "payment.canceled": async (stage) => stage.api.payments.act(await payin(stage, "0001"), { action: "cancel" }),
  "transaction.updated": (stage) => payin(stage, "4567"),
  "ramp.collected": (stage) => ramp(stage, "4567"),
  "ramp.refunding": "this takes minutes, because the second leg is first retried three times.",
  "ramp.completed": (stage) => ramp(stage, "4567"),
  "ramp.failed": (stage) => ramp(stage, "0005"),
  "ramp.canceled": async (stage) => stage.api.payments.act(await ramp(stage, "0001"), { action: "cancel" }),
  "refund.requested": (stage) => refund(stage, "returned goods"),
  "refund.completed": (stage) => refund(stage, "returned goods"),
  "refund.failed": (stage) => refund(stage, "please fail"),
  "dispute.opened": dispute,
  "dispute.updated": (stage) => decidedDispute(stage, { status: "needs_response", reason: "goods were damaged" }),
  "dispute.under_review": (stage) => answeredDispute(stage, "The goods were handed over."),
  "dispute.won": (stage) => answeredDispute(stage, "The goods were handed over."),
  "dispute.lost": (stage) => answeredDispute(stage, "We lose."),
  "dispute.accepted": async (stage) => {
    const { dispute_id } = await dispute(stage);
    await stage.api.post("/disputes/{dispute_id}/accept", { path: { dispute_id } });
  },
  "dispute.expired": (stage) => decidedDispute(stage, { status: "expired" }),
  "reconciliation.item_opened": "this needs a provider that contradicts itself; see `POST /faults` of the sandbox.",
  "reconciliation.item_resolved": "this needs an open item, and a person who resolves it on the dashboard.",
  "virtual_account.deposit": fundedAccount,
  "virtual_account.withdrawal": async (stage) => {
    const { account_id } = await fundedAccount(stage);
    const beneficiary_id = await sandboxBeneficiary(stage.api);
    await stage.api.virtualAccounts.withdraw(account_id, { amount: stage.amount, beneficiary_id });
  },
  "virtual_account.frozen": frozenAccount,
  "virtual_account.unfrozen": async (stage) => {
    const path = await frozenAccount(stage);
    await stage.api.post("/virtual-accounts/{account_id}/unfreeze", { path, body: { reason: COMMENT } });
  },
  "escrow.milestone.funded": (stage) => fundedMilestone(stage),
  "escrow.milestone.disbursed": (stage) => releasedMilestone(stage),
  "escrow.disbursement.completed": (stage) => releasedMilestone(stage),
  "escrow.disbursement.failed": (stage) => releasedMilestone(stage, "0005"),
  "escrow.milestone.approval_revoked": async (stage) => {
    const { path, partyId } = await fundedMilestone(stage);
    const parties = [{ party_id: partyId, split_type: "percentage" as const, split_value: 60 }];
    await stage.api.put(`${MILESTONE}/parties`, { path, body: { parties } });
  },
  "payment_link.paid": paidLink,
  "approval.requested": (stage) => heldPayout(stage),
  "approval.approved": (stage) => heldPayout(stage, decision("approve")),
  "approval.rejected": (stage) => heldPayout(stage, decision("reject")),
  "payout_batch.ready": batch,
  "payout_batch.sending": sentBatch,
  "payout_batch.paused": "a batch with one payee is sent before it can be paused. Send a longer list, and pause it.",
  "payout_batch.completed": sentBatch,
  "payout_batch.canceled": async (stage) => {
    const { batch_id } = await batch(stage);
    await stage.api.post("/payout-batches/{batch_id}/cancel", { path: { batch_id } });
  },
  "payout_batch.rejected":
    "this needs an organization whose payouts need a second person, and that person must reject one.",
  "export.completed": ({ api }) => api.post("/exports", { body: { kind: "audit" } }),
  "export.failed": "an export fails only when the service itself fails.",
  "float.low":
    "this event belongs to the platform, so it is in no organization's log. Set a threshold on the dashboard under " +
    "Funds.",
  "corridor.degraded": OF_LANE,
  "corridor.recovered": OF_LANE,
  "api_key.expiring":
    "the service checks once an hour for keys that expire within two weeks. Create one with `expires_at` and wait.",
  "kyb.approved": (stage) => decideKyb(stage, "approved"),
  "kyb.rejected": (stage) => decideKyb(stage, "rejected"),
  "kyc.approved": (stage) => decideKyc(stage, "approved"),
  "kyc.rejected": (stage) => decideKyc(stage, "rejected"),
};
