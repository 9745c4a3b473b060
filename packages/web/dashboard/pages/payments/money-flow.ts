import type { LedgerTransaction } from "../../components/ledger-transactions.tsx";

/** The path of a payment's money, summed up from its postings. Pure. */
export type Flow = { from: string; to: string; amount: number; currency: string };

type Side = { place: string; amount: number };

const PLACES: Readonly<Partial<Record<LedgerTransaction["postings"][number]["purpose"], string>>> = {
  settlement: "Balance",
  pending_settlement: "Pending settlement",
  fees: "Fees",
  fx: "Conversion",
  in_transit: "Payouts under way",
  refunds_in_transit: "Refunds under way",
  disputes: "Disputes",
  virtual_account: "Virtual account",
  escrow: "Escrow",
  ramp_clearing: "Ramp",
  suspense: "Suspense",
};

/** The other side of a provider's account: the payer, or the payee. */
export function flowsOf(
  transactions: readonly LedgerTransaction[],
  direction: "inbound" | "outbound" | "external",
  person: string | null,
): Flow[] {
  const flows = transactions.flatMap((transaction) => flowsOfOne(transaction));
  const outside = person ?? (direction === "outbound" ? "Payee" : "Payer");
  const atProviders = flows.flatMap(({ from, to, amount, currency }): Flow[] => [
    ...(from.startsWith("Provider ") ? [{ from: outside, to: from, amount, currency }] : []),
    ...(to.startsWith("Provider ") ? [{ from: to, to: outside, amount, currency }] : []),
  ]);
  return joined([
    ...atProviders.filter(({ from }) => from === outside),
    ...flows,
    ...atProviders.filter(({ to }) => to === outside),
  ]);
}

/**
 * Pairs the amounts that left accounts with those that reached others, in order; a transaction sums to zero in each
 * currency.
 */
function flowsOfOne({ postings }: LedgerTransaction): Flow[] {
  return [...new Set(postings.map(({ currency }) => currency))].flatMap((currency) => {
    const sides: Side[] = postings
      .filter((posting) => posting.currency === currency && posting.amount !== 0)
      .map(({ purpose, owner_id, amount }) => ({
        place: purpose === "provider" ? `Provider ${owner_id ?? ""}` : (PLACES[purpose] ?? purpose),
        amount,
      }));
    const [givers, takers] = [
      sides.filter(({ amount }) => amount < 0).map((side) => ({ ...side, amount: -side.amount })),
      sides.filter(({ amount }) => amount > 0).map((side) => ({ ...side })),
    ];
    const flows: Flow[] = [];
    for (const giver of givers)
      for (const taker of takers) {
        const amount = Math.min(giver.amount, taker.amount);
        if (amount <= 0) continue;
        giver.amount = rounded(giver.amount - amount);
        taker.amount = rounded(taker.amount - amount);
        if (giver.place !== taker.place) flows.push({ from: giver.place, to: taker.place, amount, currency });
      }
    return flows;
  });
}

function joined(flows: readonly Flow[]): Flow[] {
  const byWay = new Map<string, Flow>();
  for (const flow of flows) {
    const way = `${flow.from}>${flow.to}>${flow.currency}`;
    const known = byWay.get(way);
    byWay.set(way, known === undefined ? flow : { ...flow, amount: rounded(known.amount + flow.amount) });
  }
  return [...byWay.values()];
}

/** These amounts are only displayed, so rounding errors of floats are removed. */
function rounded(amount: number): number {
  return Number(amount.toPrecision(15));
}
