import { chainHash, GENESIS_HASH } from "@corridor/server/record/ledger/chain.ts";
import type { Payment } from "@corridor/server/payments/core/payment.ts";
import { isFinal, mayMove } from "@corridor/server/payments/core/payment-status.ts";
import { Money } from "@corridor/base/money.ts";
import type { Operation } from "./simulated-provider.ts";
import type { Round } from "./simulate-round.ts";

/**
 * The conditions that must hold at the end of a round, whatever happened in it. Sums are recomputed from the rows
 * alone.
 */
export type Finding = { readonly rule: string; readonly detail: string };

export function judgeRound(round: Round): Finding[] {
  return [
    ...judgeOperations(round),
    ...judgePayments(round),
    ...judgeIntents(round),
    ...judgeBooks(round),
    ...judgeEvents(round),
    ...judgeDispatches(round),
    ...judgeTrouble(round),
  ];
}

const operationsOf = ({ providers }: Round): Operation[] =>
  providers.flatMap(({ operations }) => [...operations.values()]);

function judgeOperations(round: Round): Finding[] {
  const { payments } = round.database;
  const byPayment = Map.groupBy(operationsOf(round), ({ paymentId }) => paymentId);
  return [...byPayment].flatMap(([paymentId, operations]) => {
    const payment = payments.get(paymentId);
    const strange = operations.filter(
      ({ reference }) => payment?.progress.attempts.every(({ attempt_id }) => attempt_id !== reference) ?? true,
    );
    return [
      ...(overlap(operations)
        ? [
            {
              rule: "one acceptance",
              detail: `${operations.map(({ provider }) => provider).join()} accepted ${paymentId}`,
            },
          ]
        : []),
      ...strange.map(({ provider }) => ({
        rule: "one acceptance",
        detail: `${provider} accepted what no attempt asked for: ${paymentId}`,
      })),
    ];
  });
}

/** Only a payout that failed by a fault of its provider goes on, and only after that. */
function overlap(operations: readonly Operation[]): boolean {
  const ordered = operations.toSorted((a, b) => a.acceptedAtMs - b.acceptedAtMs);
  return ordered.some((later, index) => {
    const earlier = ordered[index - 1];
    if (earlier === undefined) return false;
    const mayGoOn = earlier.status === "failed" && earlier.code === "down" && earlier.direction === "outbound";
    return !mayGoOn || earlier.changedAtMs > later.acceptedAtMs;
  });
}

function judgePayments(round: Round): Finding[] {
  const completed = new Map(
    operationsOf(round)
      .filter(({ status }) => status === "completed")
      .map((operation) => [operation.paymentId, operation]),
  );
  return [...round.database.payments.values()].flatMap((payment) => {
    const { paymentId, status, provider } = payment;
    if (!isFinal(status)) return [{ rule: "nothing stuck", detail: `${paymentId} is ${status}` }];
    const operation = completed.get(paymentId);
    const isTrue = status === "completed" ? operation?.provider === provider : operation === undefined;
    return [
      ...(isTrue
        ? []
        : [
            {
              rule: "one truth",
              detail: `${paymentId} is ${status}, and ${operation?.provider ?? "nobody"} completed it`,
            },
          ]),
      ...forbiddenMoves(payment),
    ];
  });
}

function forbiddenMoves({ paymentId, status, progress: { timeline } }: Payment): Finding[] {
  const wrong = timeline.filter(({ from, to }) => from !== null && from !== to && !mayMove(from, to));
  const torn = timeline.filter(({ from }, index) => index > 0 && from !== timeline[index - 1]!.to);
  return [
    ...[...wrong, ...torn].map(({ from, to }) => ({
      rule: "the table of statuses",
      detail: `${paymentId} went from ${from} to ${to}`,
    })),
    ...(timeline.at(-1)?.to === status
      ? []
      : [{ rule: "the table of statuses", detail: `${paymentId} is ${status}, and its timeline does not say so` }]),
  ];
}

function judgeIntents({ intents, database }: Round): Finding[] {
  const made = Map.groupBy(database.payments.values(), ({ clientReference }) => clientReference);
  return intents.flatMap(({ payment: { clientReference, paymentId }, answeredWith }) => {
    const own = made.get(clientReference) ?? [];
    const isOne = own.length <= 1 && answeredWith.size <= 1;
    const exists = [...answeredWith].every((answer) => answer === "refused" || database.payments.has(answer));
    const isDenied = answeredWith.has("refused") && database.payments.has(paymentId);
    return isOne && exists && !isDenied
      ? []
      : [{ rule: "one effect a key", detail: `${clientReference} made ${own.length} payments` }];
  });
}

function judgeBooks(round: Round): Finding[] {
  const { database } = round;
  const { accounts } = database.ledger;
  const findings: Finding[] = [];
  const balances = new Map<string, bigint>();
  const sums = new Map<string, bigint>();
  for (const { position, account_id, currency, amount, balance_after } of database.postings) {
    const { minor } = Money.fromDatabase(amount, currency);
    const balance = (balances.get(account_id) ?? 0n) + minor;
    balances.set(account_id, balance);
    sums.set(`${position} ${currency}`, (sums.get(`${position} ${currency}`) ?? 0n) + minor);
    if (Money.fromDatabase(balance_after, currency).minor !== balance)
      findings.push({ rule: "books balance", detail: `balance after position ${position}` });
  }
  for (const [where, sum] of sums)
    if (sum !== 0n) findings.push({ rule: "books balance", detail: `position ${where} sums to ${sum}` });
  for (const { accountId, purpose, balance, currency } of accounts.values()) {
    if ((balances.get(accountId) ?? 0n) !== balance)
      findings.push({ rule: "books balance", detail: `${purpose} is not the sum of its postings` });
    if (purpose === "in_transit" && balance !== 0n)
      findings.push({ rule: "nothing in between", detail: `${balance} ${currency} in transit` });
  }
  return [...findings, ...judgeFloors(round), ...judgeJournal(round), ...judgeChain(round)];
}

/** No payin of a round has a fee above its amount, so completed payins cannot overdraw an account. */
function judgeFloors({ database }: Round): Finding[] {
  const settlements = new Set(
    [...database.ledger.accounts.values()]
      .filter(({ purpose }) => purpose === "settlement")
      .map(({ accountId }) => accountId),
  );
  return database.postings
    .filter(
      ({ account_id, balance_after }) =>
        settlements.has(account_id) && balance_after.startsWith("-") && account_id !== "",
    )
    .filter(({ currency }) => currency === "NGN")
    .slice(0, 1)
    .map(({ balance_after }) => ({ rule: "floors hold", detail: `the settlement account stood at ${balance_after}` }));
}

function judgeJournal(round: Round): Finding[] {
  const owed = new Map<string, bigint>();
  for (const { provider, direction, moves, status } of operationsOf(round)) {
    if (status !== "completed") continue;
    const key = `${provider} ${moves.currency}`;
    owed.set(key, (owed.get(key) ?? 0n) + (direction === "inbound" ? -moves.minor : moves.minor));
  }
  const booked = new Map(
    [...round.database.ledger.accounts.values()]
      .filter(({ purpose }) => purpose === "provider")
      .map(({ ownerId, currency, balance }) => [`${ownerId} ${currency}`, balance]),
  );
  return [...new Set([...owed.keys(), ...booked.keys()])]
    .filter((key) => (owed.get(key) ?? 0n) !== (booked.get(key) ?? 0n))
    .map((key) => ({
      rule: "books equal journal",
      detail: `${key}: the journal says ${owed.get(key) ?? 0n}, the books ${booked.get(key) ?? 0n}`,
    }));
}

function judgeChain({ database }: Round): Finding[] {
  const accounts = new Map([...database.ledger.accounts.values()].map((account) => [account.accountId, account]));
  const postings = Map.groupBy(database.postings, ({ position }) => position);
  const findings: Finding[] = [];
  let previous = GENESIS_HASH;
  for (const [index, row] of database.transactions.entries()) {
    const chained = (postings.get(row.position) ?? []).map((posting) => ({
      accountId: posting.account_id,
      purpose: accounts.get(posting.account_id)!.purpose,
      ownerId: accounts.get(posting.account_id)!.ownerId,
      currency: posting.currency,
      amount: posting.amount,
      heldChange: posting.held_change,
      holdId: posting.hold_id,
      accountStatus: posting.account_status,
      floor: posting.floor,
      balanceAfter: posting.balance_after,
      heldAfter: posting.held_after,
    }));
    const { org_id: orgId, position, cause, description, at, has_happened: hasHappened } = row;
    const hash = chainHash(previous, { orgId, position, cause, description, at, hasHappened }, chained);
    if (position !== index + 1 || row.hash !== hash)
      findings.push({ rule: "chains hold", detail: `position ${position}` });
    previous = row.hash;
  }
  return findings;
}

function judgeEvents({ database }: Round): Finding[] {
  const byPayment = Map.groupBy(database.events, ({ resourceId }) => resourceId);
  return [...database.payments.values()].flatMap(({ paymentId, status, eventSequence }) => {
    const own = (byPayment.get(paymentId) ?? []).toSorted((one, other) => one.sequence - other.sequence);
    const isWhole = own.length === eventSequence && own.every(({ sequence }, index) => sequence === index + 1);
    const last = own.at(-1);
    const told =
      last === undefined
        ? undefined
        : (JSON.parse((last.data as readonly string[]).join("")) as { status: string }).status;
    return isWhole && told === status
      ? []
      : [
          {
            rule: "events are whole",
            detail: `${paymentId}: ${own.map(({ sequence }) => sequence).join()}, last ${told}`,
          },
        ];
  });
}

/** A payment that waited, was refused elsewhere or was left behind by a crash is compared like any other. */
function judgeDispatches({ providers, database, isBeyondDrift }: Round): Finding[] {
  return providers
    .flatMap(({ dispatches }) => dispatches)
    .filter(({ paymentId, atMs }) => {
      const payment = database.payments.get(paymentId);
      return payment !== undefined && isBeyondDrift(payment, atMs);
    })
    .map(({ paymentId }) => ({ rule: "no dispatch beyond drift", detail: `${paymentId} was sent` }));
}

/** Providers keep their promises here, so nothing is left for a person, and every failure is an expected one. */
function judgeTrouble({ database, failures }: Round): Finding[] {
  return [
    ...database.items.map(({ kind, message }) => ({ rule: "no contradiction", detail: `${kind}: ${message}` })),
    ...failures.map((detail) => ({ rule: "no failure of our own", detail })),
  ];
}
