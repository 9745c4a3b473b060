import { expect } from "vitest";
import type { TestAnswer, TestApp, TestCaller } from "@corridor/test/harness/app.ts";
import { newId } from "@corridor/base/ids.ts";

/**
 * What escrow tests need around a project: accounts with money, beneficiaries, and projects in a given state. All over
 * the public API.
 */
export function escrowFixtures(app: TestApp, admin: TestCaller = app.callers.orgAdmin) {
  const ESCROW = "/virtual-accounts/escrow";

  async function call(
    method: string,
    path: string,
    body?: unknown,
    caller: TestCaller | null = admin,
  ): Promise<TestAnswer> {
    return app.request(caller, method, `${ESCROW}${path}`, body);
  }

  /** The answer's data, if the call succeeded as expected. */
  async function must(expected: number, method: string, path: string, body?: unknown): Promise<any> {
    const answer = await call(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(expected);
    return answer.body?.data;
  }

  async function account(amount = 0, currency = "NGN"): Promise<string> {
    const userId = newId();
    await app.db.query(
      "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-viewer', $3, $3)",
      [admin.orgId, userId, app.clock.now()],
    );
    const { body } = await app.request(admin, "POST", "/virtual-accounts/internal/bank", {
      org_id: admin.orgId,
      user_id: userId,
      currency,
    });
    if (amount > 0) await pay(body.data.account_number, amount, currency);
    return body.data.account_id;
  }

  /** Money that arrives at an account number of the sandbox. */
  async function pay(accountNumber: string, amount: number, currency = "NGN"): Promise<void> {
    const answer = await fetch(`${app.sandbox.url}/deposits`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account_number: accountNumber, amount, currency }),
    });
    expect(answer.status).toBe(201);
    await app.advance(0);
  }

  /** A bank transfer payin of the sandbox, which completes when its instructions are paid. */
  function bankPayin() {
    return {
      payment_method: "bank_transfer",
      payer_details: { name: "Chidi Eze", email: "chidi@example.com" },
      bank_details: {
        account_name: "Chidi Eze",
        account_number: "0011223344",
        bank_name: "GTBank",
        country: "NG",
        bank_code: "058",
      },
      bank_account: { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" },
    };
  }

  /** Breaks a provider of the sandbox: it refuses every request, including refunds. */
  async function refuseAll(provider: "fiat" | "hybrid"): Promise<void> {
    const body = JSON.stringify({ provider, mode: "refuse", share: 1, seconds: 86_400 });
    await fetch(`${app.sandbox.url}/faults`, { method: "POST", headers: { "content-type": "application/json" }, body });
  }

  async function mendAll(): Promise<void> {
    await fetch(`${app.sandbox.url}/faults`, { method: "DELETE" });
  }

  /** A bank beneficiary whose account number ends in the digits that control the sandbox. */
  async function beneficiary(ending = "6784"): Promise<string> {
    const { body } = await app.request(admin, "POST", "/beneficiaries", {
      account_type: "bank",
      country: "NG",
      currency: "NGN",
      fname: "Ikeja",
      lname: "Farms",
      bank_details: { account_number: `012345${ending}`, bank_code: "044", bank_name: "Access Bank" },
    });
    return body.data.beneficiary_id;
  }

  async function party(
    escrowId: string,
    destination: { account_id: string } | { beneficiary_id: string },
    name = "A party",
  ): Promise<string> {
    return (await must(201, "POST", `/${escrowId}/parties`, { name, role: "contractor", ...destination })).party_id;
  }

  /** An active project with one party per share and one milestone per amount, each with the same shares. */
  async function activeProject(options: {
    milestones: number[];
    shares: { to: { account_id: string } | { beneficiary_id: string }; type?: "percentage" | "fixed"; value: number }[];
  }) {
    const total = Math.round(options.milestones.reduce((sum, amount) => sum + amount, 0) * 100) / 100;
    const { escrow_id: escrowId } = await must(201, "POST", "", {
      title: "Warehouse",
      currency: "NGN",
      total_amount: total,
    });
    const parties: string[] = [];
    for (const share of options.shares) parties.push(await party(escrowId, share.to));
    const milestones: string[] = [];
    for (const amount of options.milestones) {
      const splits = options.shares.map((share, index) => ({
        party_id: parties[index],
        split_type: share.type ?? "percentage",
        split_value: share.value,
      }));
      milestones.push(
        (
          await must(201, "POST", `/${escrowId}/milestones`, {
            label: `Step of ${amount}`,
            expected_disbursement: amount,
            parties: splits,
          })
        ).milestone_id,
      );
    }
    await must(200, "POST", `/${escrowId}/activate`);
    return { escrowId, parties, milestones };
  }

  async function approve(escrowId: string, milestoneId: string): Promise<void> {
    await must(201, "POST", `/${escrowId}/milestones/${milestoneId}/contract`, { terms: "Deliver it." });
    await must(200, "POST", `/${escrowId}/milestones/${milestoneId}/contract/approve`);
  }

  async function balance(accountId: string): Promise<number> {
    return (await app.request(admin, "GET", `/virtual-accounts/${accountId}`)).body.data.balance;
  }

  async function ledgerAccount(
    purpose: string,
    ownerId?: string,
  ): Promise<{ balance: number; available: number } | undefined> {
    const { body } = await app.request(
      admin,
      "GET",
      `/ledger/accounts?currency=NGN&purpose=${purpose}${ownerId === undefined ? "" : `&owner_id=${ownerId}`}`,
    );
    return body.data[0];
  }

  const ledgerBalance = async (purpose: string, ownerId?: string): Promise<number> =>
    (await ledgerAccount(purpose, ownerId))?.balance ?? 0;

  /** The balance that is not set aside for a payout in progress. */
  const ledgerAvailable = async (purpose: string, ownerId?: string): Promise<number> =>
    (await ledgerAccount(purpose, ownerId))?.available ?? 0;

  async function eventTypes(resourceId: string): Promise<string[]> {
    return (
      await app.db.query<{ type: string }>(
        "SELECT unnest(types) AS type FROM events WHERE resource_id = $1 ORDER BY sequence",
        [resourceId],
      )
    ).map(({ type }) => type);
  }

  return {
    admin,
    call,
    must,
    account,
    pay,
    bankPayin,
    refuseAll,
    mendAll,
    beneficiary,
    party,
    activeProject,
    approve,
    balance,
    ledgerBalance,
    ledgerAvailable,
    eventTypes,
  };
}
