import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { DISPUTE_STATUSES, type DisputeUpdate } from "@corridor/provider-kit/provider.ts";
import { type Dispute, judge, ledgerOfDispute } from "./dispute.ts";

const now = new Date("2026-01-05T09:00:00.000Z");
const ghs = (text: string): Money => Money.parse(text, "GHS");

function aDispute(change: Partial<Dispute> = {}): Dispute {
  return {
    orgId: newId(),
    disputeId: newId(),
    paymentId: newId(),
    provider: "fiat",
    providerDisputeId: "dp_1",
    reference: newId(),
    status: "needs_response",
    providerStatus: "needs_response",
    amount: ghs("100.00"),
    fee: ghs("15.00"),
    reason: null,
    respondBy: null,
    respondedAt: null,
    remindedAt: null,
    lastWordAt: null,
    eventSequence: 1,
    createdAt: now,
    updatedAt: now,
    ...change,
  };
}

function said(change: Partial<DisputeUpdate> = {}): DisputeUpdate {
  const amount = ghs("100.00");
  return {
    kind: "dispute",
    disputeId: "dp_1",
    reference: null,
    providerPaymentId: null,
    providerStatus: "x",
    status: "lost",
    amount,
    ...change,
  };
}

/** The sum that the transactions moved, by account. */
function balancesOf(steps: readonly (Dispute | null)[]): Record<string, string> {
  const totals = new Map<string, Money>();
  for (let index = 1; index < steps.length; index++)
    for (const { account, amount } of ledgerOfDispute(steps[index - 1]!, steps[index]!, now)?.postings ?? [])
      totals.set(account.purpose, (totals.get(account.purpose) ?? ghs("0")).plus(amount));
  return Object.fromEntries([...totals].map(([purpose, total]) => [purpose, total.toDatabase()]));
}

test("amount and fee are held from the balance, and released or written off at the end", () => {
  const open = aDispute();
  expect(balancesOf([null, open])).toEqual({ settlement: "-115.00", disputes: "115.00" });
  const won = judge(open, said({ status: "won" }), now) as { dispute: Dispute };
  expect(balancesOf([null, open, won.dispute])).toEqual({ settlement: "0.00", disputes: "0.00" });
  const lost = judge(open, said({ status: "lost" }), now) as { dispute: Dispute };
  expect(balancesOf([null, open, lost.dispute])).toEqual({
    settlement: "-115.00",
    disputes: "0.00",
    provider: "115.00",
  });
});

test("a fee that the provider keeps of a won dispute stays with it", () => {
  const open = aDispute();
  const won = judge(open, said({ status: "won", fee: ghs("15.00") }), now) as { dispute: Dispute };
  expect(balancesOf([null, open, won.dispute])).toEqual({ settlement: "-15.00", disputes: "0.00", provider: "15.00" });
});

test("whatever a provider says in whatever order, the postings lead to where the last state stands", () => {
  const updates = fc.array(
    fc.record({
      status: fc.constantFrom(...DISPUTE_STATUSES),
      amount: fc.integer({ min: 1, max: 500 }).map((cents) => ghs((cents / 100).toFixed(2))),
      fee: fc.option(
        fc.integer({ min: 0, max: 50 }).map((cents) => ghs((cents / 100).toFixed(2))),
        { nil: undefined },
      ),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(updates, (words) => {
      const steps: (Dispute | null)[] = [null, aDispute()];
      for (const { fee, ...word } of words) {
        const judgment = judge(steps.at(-1)!, said({ ...word, ...(fee === undefined ? {} : { fee }) }), now);
        if (judgment.outcome === "changed") steps.push(judgment.dispute);
      }
      const last = steps.at(-1)!;
      expect(balancesOf([null, last])).toMatchObject(
        Object.fromEntries(
          Object.entries(balancesOf(steps)).filter(([, total]) => !Money.parse(total, "GHS").isZero()),
        ),
      );
    }),
  );
});

test("an older word than the last changes nothing", () => {
  const dispute = aDispute({ status: "won", lastWordAt: now });
  expect(judge(dispute, said({ status: "needs_response", occurredAt: new Date(now.getTime() - 1) }), now)).toEqual({
    outcome: "same",
  });
});

test("an update that comes again after we have answered neither opens the dispute anew nor contradicts the answer", () => {
  // Our own move carries no provider time. So the opening is still the last provider update, and a repeat of it is not
  // older.
  const again = said({ status: "needs_response", occurredAt: now });
  expect(judge(aDispute({ status: "under_review", lastWordAt: now, respondedAt: now }), again, now)).toEqual({
    outcome: "same",
  });
  expect(judge(aDispute({ status: "accepted", lastWordAt: now, respondedAt: now }), again, now)).toEqual({
    outcome: "same",
  });
  const later = said({ status: "needs_response", occurredAt: new Date(now.getTime() + 1) });
  expect(judge(aDispute({ status: "under_review", lastWordAt: now, respondedAt: now }), later, now)).toMatchObject({
    outcome: "changed",
    dispute: { status: "needs_response", respondedAt: null },
  });
  // Some providers report times in whole seconds: a further step within the same second is not a repeat.
  expect(judge(aDispute({ lastWordAt: now }), said({ status: "won", occurredAt: now }), now)).toMatchObject({
    outcome: "changed",
    dispute: { status: "won" },
  });
  const corrected = said({ status: "needs_response", occurredAt: now, reason: "goods were not received" });
  expect(judge(aDispute({ lastWordAt: now }), corrected, now)).toMatchObject({ outcome: "changed" });
});

test("a word that cannot follow is a contradiction, and 'lost' after 'accepted' or 'expired' is none", () => {
  expect(judge(aDispute({ status: "lost" }), said({ status: "won" }), now)).toMatchObject({ outcome: "contradiction" });
  for (const status of ["accepted", "expired"] as const)
    expect(judge(aDispute({ status }), said({ status: "lost" }), now).outcome).not.toBe("contradiction");
  expect(judge(aDispute(), said({ amount: Money.parse("1.00", "USD") }), now)).toMatchObject({
    outcome: "contradiction",
  });
});
