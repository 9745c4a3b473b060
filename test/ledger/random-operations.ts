import type { AccountRef, LedgerTransaction } from "@corridor/server/record/ledger/ledger.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";

/**
 * An endless stream of ledger operations, many of them invalid: transfers without funds, captures over the hold, holds
 * of other organizations, replays, frozen and closed accounts, payouts over the balance, completed facts that overdraw
 * it, and credit lines that come and go. Repeatable by its seed.
 */
const CURRENCIES = ["USD", "EUR", "JPY", "ETH"] as const;
const REMEMBERED = 400;
const MAX_AMOUNT = 5_000;
const MAX_DEPOSIT = 40_000;

type OpenHold = { holdId: string; account: AccountRef; currency: string; amount: bigint };
export type World = { orgId: string; accounts: AccountRef[]; holds: OpenHold[]; history: LedgerTransaction[] };

export function createWorlds(organizations: number, accountsEach: number): World[] {
  return Array.from({ length: organizations }, () => ({
    orgId: newId(),
    accounts: Array.from({ length: accountsEach }, (_, n): AccountRef => ({
      purpose: n % 5 === 0 ? "escrow" : "virtual_account",
      ownerId: newId(),
    })),
    holds: [],
    history: [],
  }));
}

/** mulberry32: small, fast and the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const provider: AccountRef = { purpose: "provider", ownerId: "fiat" };
const fees: AccountRef = { purpose: "fees" };
const fx: AccountRef = { purpose: "fx" };
const settlement: AccountRef = { purpose: "settlement" };
const inTransit: AccountRef = { purpose: "in_transit" };

export function randomOperation(random: () => number, worlds: readonly World[]): LedgerTransaction {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const world = pick(worlds);
  const currency = pick(CURRENCIES);
  const amount = (max = MAX_AMOUNT): Money => Money.ofMinor(BigInt(1 + Math.floor(random() * max)), currency);
  const account = pick(world.accounts);
  const other = pick(world.accounts);
  const make = (change: Partial<LedgerTransaction>): LedgerTransaction => ({
    orgId: world.orgId,
    cause: `${newId()}:random`,
    description: "random",
    at: new Date(1_767_603_600_000 + Math.floor(random() * 1e9)),
    postings: [],
    ...change,
  });
  const move = (from: AccountRef, to: AccountRef, moved: Money): LedgerTransaction["postings"] => [
    { account: from, amount: moved.negate() },
    { account: to, amount: moved },
  ];

  const dice = random() * 100;
  const operation = ((): LedgerTransaction => {
    if (dice < 10) return make({ postings: move(account, other, amount()) });
    if (dice < 18)
      return make({ postings: [...move(settlement, inTransit, amount()), ...move(settlement, fees, amount(50))] });
    if (dice < 20)
      return make({ postings: move(inTransit, random() < 0.5 ? settlement : provider, amount()), hasHappened: true });
    if (dice < 25)
      return make({
        postings: [...move(provider, settlement, amount()), ...move(settlement, fees, amount(200))],
        hasHappened: true,
      });
    if (dice < 27) return make({ postings: move(settlement, fees, amount()), hasHappened: true });
    if (dice < 28)
      return make({
        postings: [...move(settlement, fx, amount(MAX_DEPOSIT)), ...move(fx, settlement, amount(MAX_DEPOSIT))],
      });
    if (dice < 30)
      return make({
        floorChange: {
          account: settlement,
          floor: random() < 0.4 ? Money.zero(currency) : amount(MAX_DEPOSIT).negate(),
        },
      });
    if (dice < 50) return make({ postings: move(provider, account, amount(MAX_DEPOSIT)) });
    if (dice < 60)
      return make({ postings: [...move(account, provider, amount()), ...move(account, fees, amount(50))] });
    if (dice < 65) {
      const target = Money.ofMinor(BigInt(1 + Math.floor(random() * MAX_AMOUNT)), pick(CURRENCIES));
      return make({ postings: [...move(account, fx, amount()), ...move(fx, account, target)] });
    }
    if (dice < 78) {
      const reserved = amount();
      const holdId = newId();
      world.holds.push({ holdId, account, currency, amount: reserved.minor });
      if (world.holds.length > REMEMBERED) world.holds.shift();
      return make({ reserves: [{ holdId, account, amount: reserved }] });
    }
    const hold = world.holds.length > 0 ? pick(world.holds) : { holdId: newId(), account, currency, amount: 100n };
    const owner = random() < 0.97 ? hold.account : other;
    // Half of the hold or a little more than all of it: parts add up, and some go over.
    const part = Money.ofMinor(1n + (hold.amount * BigInt(Math.floor(random() * 110))) / 100n, hold.currency);
    const captured = [
      { account: owner, amount: part.negate(), captures: hold.holdId },
      { account: provider, amount: part },
    ];
    if (dice < 85) return make({ postings: captured });
    if (dice < 91) return make({ releases: [{ holdId: hold.holdId, account: owner, amount: part }] });
    if (dice < 93)
      return make({
        postings: captured,
        releases: [{ holdId: hold.holdId, account: owner, amount: Money.ofMinor(1n, hold.currency) }],
      });
    if (dice < 95)
      return make({
        accountStatus: { account, currency, status: pick(["active", "active", "active", "frozen", "closed"]) },
      });
    return world.history.length > 0 ? pick(world.history) : make({ postings: move(provider, account, amount()) });
  })();
  if (world.history.length < REMEMBERED) world.history.push(operation);
  else world.history[Math.floor(random() * REMEMBERED)] = operation;
  return operation;
}

/** The same cause for a different operation: a caller's mistake, which must fail alone. */
export function misusedCause(random: () => number, worlds: readonly World[]): LedgerTransaction | null {
  const world = worlds[Math.floor(random() * worlds.length)]!;
  const earlier = world.history[Math.floor(random() * world.history.length)];
  if (earlier === undefined) return null;
  const odd = Money.parse("7777777", "USD");
  return {
    ...earlier,
    postings: [
      { account: provider, amount: odd.negate() },
      { account: fees, amount: odd },
    ],
    reserves: [],
    releases: [],
  };
}
