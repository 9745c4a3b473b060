import { type Evidence, type OperationSeen, type PaymentSeen, unitsOf } from "./evidence.ts";
import { judgePowers } from "./judge-powers.ts";

/**
 * Finds what is wrong with a run, from outside. It shares no code with the product, because it judges the product's own
 * records. An empty list means that every promise was kept.
 */
export type Finding = { readonly rule: Rule; readonly subject: string; readonly detail: string };

export const RULES = {
  "one acceptance":
    "A leg is carried by at most one provider, under the reference of one of its attempts; the others failed it.",
  "one truth": "A payment, a refund and the provider's journal tell the same end.",
  "nothing stuck": "After the faults everything has ended, unless it waits for a customer or a person.",
  "books balance": "Every transaction sums to zero in each currency, and every account is the sum of its postings.",
  "books equal journal": "What the books say of a provider is what the provider's own journal says.",
  "floors hold": "No account of an organization or a customer ever passed its floor.",
  "nothing in between": "Accounts that money only passes through are empty once everything has ended.",
  "events arrive": "Every event reached every healthy endpoint, signed and unchanged.",
  "order recoverable": "The events of one resource count 1, 2, 3 without a gap or a double.",
  "one effect a key":
    "However often a request was sent under its key, it had one effect, and what was said of it is true.",
  "chains hold": "Positions are without gaps, no hash occurs twice, and `corridor verify` finds nothing.",
  "no contradiction": "Nothing was left for a person to reconcile.",
  "no card stored": "No table holds the number of a card.",
  "no power alone": "Where controls are on, nobody gains a power that a second person did not approve.",
} as const;
export type Rule = keyof typeof RULES;

const ENDED_WELL = new Set(["completed", "refunded"]);
const ENDED_BADLY = new Set(["failed", "rejected", "canceled"]);
const FLOORED = new Set(["settlement", "virtual_account", "escrow"]);
/** Lost, accepted or expired: the provider keeps the money. */
const GONE_DISPUTES = new Set(["lost", "accepted", "expired"]);
const OPEN_DISPUTES = new Set(["needs_response", "under_review"]);

export function judge(evidence: Evidence): Finding[] {
  return [
    ...judgeAcceptance(evidence),
    ...judgeTruth(evidence),
    ...judgeEnds(evidence),
    ...judgeBatches(evidence),
    ...judgeBooks(evidence),
    ...judgeJournal(evidence),
    ...judgeFloors(evidence),
    ...judgePassages(evidence),
    ...judgeEvents(evidence),
    ...judgeOrder(evidence),
    ...judgeKeys(evidence),
    ...judgeChains(evidence),
    ...evidence.reconciliationItems.map(({ item_id, kind, payment_id, message }) =>
      found("no contradiction", item_id, `${kind} of payment ${payment_id}: ${message}`),
    ),
    ...evidence.storedCards.map(({ table, number }) => found("no card stored", table, `holds ${number}`)),
    ...judgePowers(evidence.powers).map(({ subject, detail }) => found("no power alone", subject, detail)),
  ];
}

/**
 * What an earlier judgment found, too. What is broken stays broken; what was only read while it was being written does
 * not.
 */
export function standing(findings: readonly Finding[], before: readonly Finding[]): Finding[] {
  const earlier = new Set(before.map(({ rule, subject }) => `${rule} ${subject}`));
  return findings.filter(({ rule, subject }) => earlier.has(`${rule} ${subject}`));
}

function found(rule: Rule, subject: string, detail: string): Finding {
  return { rule, subject, detail };
}

const isOfPayment = ({ kind }: OperationSeen): boolean => kind === "payin" || kind === "payout";
const isEnded = (status: string): boolean => ENDED_WELL.has(status) || ENDED_BADLY.has(status);

function judgeAcceptance({ payments, journal }: Evidence): Finding[] {
  const findings: Finding[] = [];
  const legOf = new Map(
    payments.flatMap(({ payment_id, attempts }) =>
      attempts.map(({ attempt_id, leg, provider }) => [attempt_id, { payment_id, leg, provider }] as const),
    ),
  );
  const accepted = new Map<string, OperationSeen[]>();
  for (const operation of journal.filter(isOfPayment)) {
    const leg = legOf.get(operation.reference);
    if (leg === undefined || leg.payment_id !== operation.payment_id || leg.provider !== operation.provider) {
      findings.push(
        found(
          "one acceptance",
          operation.reference,
          `${operation.provider} accepted what no attempt of ours asked it for`,
        ),
      );
      continue;
    }
    const key = `${leg.payment_id} ${leg.leg}`;
    accepted.set(key, [...(accepted.get(key) ?? []), operation]);
  }
  for (const [leg, all] of accepted) {
    const operations = all.filter(({ status }) => status !== "failed");
    if (operations.length > 1)
      findings.push(
        found("one acceptance", leg, `accepted by ${operations.map(({ provider }) => provider).join(" and ")}`),
      );
  }
  return findings;
}

function judgeTruth({ payments, refunds, journal }: Evidence): Finding[] {
  const findings: Finding[] = [];
  const operations = Map.groupBy(journal, ({ payment_id }) => payment_id);
  for (const payment of payments) {
    const own = (operations.get(payment.payment_id) ?? []).filter(isOfPayment);
    const lastLeg = payment.attempts.at(-1)?.leg;
    const last = own.filter(({ reference }) =>
      payment.attempts.some(({ attempt_id, leg }) => attempt_id === reference && leg === lastLeg),
    );
    const isPaid = last.some(({ status }) => status === "completed");
    if (ENDED_WELL.has(payment.status) && !isPaid)
      findings.push(found("one truth", payment.payment_id, `is ${payment.status}, and no provider completed it`));
    if (ENDED_BADLY.has(payment.status) && isPaid)
      findings.push(found("one truth", payment.payment_id, `is ${payment.status}, and a provider completed it`));
  }
  const known = new Map(refunds.map((refund) => [refund.refund_id, refund]));
  const accepted = journal.filter(({ kind }) => kind === "refund");
  for (const operation of accepted) {
    const refund = known.get(operation.reference);
    if (refund === undefined)
      findings.push(found("one truth", operation.reference, "a refund was accepted that we know nothing of"));
    else if ((operation.status === "completed") !== (refund.status === "completed"))
      findings.push(
        found(
          "one truth",
          operation.reference,
          `the refund is ${refund.status} here and ${operation.status} at the provider`,
        ),
      );
  }
  const atProvider = new Set(accepted.map(({ reference }) => reference));
  for (const { refund_id, status } of refunds)
    if (status === "completed" && !atProvider.has(refund_id))
      findings.push(found("one truth", refund_id, "the refund is completed, and no provider accepted it"));
  for (const payment of payments) {
    const sum = refunds
      .filter(({ payment_id, status }) => payment_id === payment.payment_id && status === "completed")
      .reduce((total, { amount }) => total + unitsOf(amount), 0n);
    if (sum > unitsOf(payment.amount))
      findings.push(found("one truth", payment.payment_id, "more was refunded than was paid"));
  }
  return findings;
}

/** Whether a payment stays open until a customer or a person acts. */
function waitsForSomebody(journal: Evidence["journal"]): (payment: PaymentSeen) => boolean {
  const operations = Map.groupBy(journal, ({ payment_id }) => payment_id);
  return ({ payment_id, attempts }) => {
    const last = attempts.at(-1);
    if (last?.outcome !== "accepted") return false;
    // People handle payments that every provider has refused, and end them after paying.
    return (
      last.provider === "manual" ||
      (operations.get(payment_id) ?? []).some(
        ({ reference, status }) => reference === last.attempt_id && status === "pending",
      )
    );
  };
}

function judgeEnds({ payments, refunds, movements, journal }: Evidence): Finding[] {
  const waits = waitsForSomebody(journal);
  return [
    ...payments
      .filter((payment) => !isEnded(payment.status) && payment.status !== "reviewed" && !waits(payment))
      .map(({ payment_id, status, attempts }) =>
        found(
          "nothing stuck",
          payment_id,
          `is ${status} after ${attempts.map(({ provider, outcome }) => `${provider} ${outcome}`).join(", ")}`,
        ),
      ),
    ...refunds
      .filter(({ status }) => status !== "completed" && status !== "failed")
      .map(({ refund_id, status }) => found("nothing stuck", refund_id, `the refund is ${status}`)),
    ...movements
      .filter(({ status }) => status === "pending")
      .map(({ id }) => found("nothing stuck", id, "the movement is pending")),
  ];
}

const BATCH_WITHOUT_A_PERSON = new Set(["checking", "scheduled", "sending", "sent"]);

/**
 * A row has at most one payment, and both report the same outcome. A batch that waits for a person (ready, paused) may
 * stay open, and so may one whose payments all wait for somebody.
 */
function judgeBatches({ batches, payments, journal }: Evidence): Finding[] {
  const byReference = Map.groupBy(payments, ({ client_reference }) => client_reference);
  const waits = waitsForSomebody(journal);
  const waiting = new Set(
    payments.filter((payment) => !isEnded(payment.status) && waits(payment)).map(({ payment_id }) => payment_id),
  );
  return batches.flatMap(({ batch_id, status, counted, rows }) => {
    const findings = rows.flatMap((row) =>
      judgeRow(`${batch_id} row ${row.row}`, row, byReference.get(row.reference) ?? []),
    );
    const open = rows.filter((row) => row.status === "ready" || row.status === "sent");
    const onlyWaits =
      status === "sent" &&
      open.length > 0 &&
      open.every(({ payment_id }) => payment_id !== null && waiting.has(payment_id));
    if (BATCH_WITHOUT_A_PERSON.has(status) && !onlyWaits)
      findings.push(found("nothing stuck", batch_id, `the batch is ${status}`));
    else if (status === "completed" && open.length > 0)
      findings.push(found("nothing stuck", batch_id, "the batch is completed, and some of its rows are not"));
    for (const [name, count] of Object.entries(counted))
      if (Number(count) !== rows.filter((row) => row.status === name).length)
        findings.push(found("one truth", batch_id, `counts ${count} rows as ${name}, and its rows say otherwise`));
    return findings;
  });
}

function judgeRow(subject: string, row: Evidence["batches"][0]["rows"][0], made: readonly PaymentSeen[]): Finding[] {
  if (made.length > 1) return [found("one effect a key", subject, `was paid by ${made.length} payments`)];
  const [payment] = made;
  if (payment !== undefined && payment.payment_id !== row.payment_id)
    return [found("one truth", subject, `names ${row.payment_id} as its payment`)];
  const isPaid = payment !== undefined && ENDED_WELL.has(payment.status);
  return isPaid === (row.status === "completed")
    ? []
    : [found("one truth", subject, `is ${row.status}, and its payment ${payment?.status ?? "missing"}`)];
}

function judgeBooks({ accounts, postings }: Evidence): Finding[] {
  const findings: Finding[] = [];
  const sums = new Map<string, { balance: bigint; held: bigint }>();
  for (const transaction of postings.toSorted((one, other) => one.position - other.position)) {
    const perCurrency = new Map<string, bigint>();
    for (const posting of transaction.postings) {
      perCurrency.set(posting.currency, (perCurrency.get(posting.currency) ?? 0n) + unitsOf(posting.amount));
      const before = sums.get(posting.account_id) ?? { balance: 0n, held: 0n };
      const after = {
        balance: before.balance + unitsOf(posting.amount),
        held: before.held + unitsOf(posting.held_change),
      };
      sums.set(posting.account_id, after);
      if (after.balance !== unitsOf(posting.balance_after) || after.held !== unitsOf(posting.held_after))
        findings.push(
          found("books balance", posting.account_id, `position ${transaction.position} continues from another balance`),
        );
    }
    for (const [currency, sum] of perCurrency)
      if (sum !== 0n)
        findings.push(found("books balance", transaction.cause, `its postings in ${currency} do not sum to zero`));
  }
  for (const { account_id, balance, held } of accounts) {
    const sum = sums.get(account_id) ?? { balance: 0n, held: 0n };
    if (sum.balance !== unitsOf(balance) || sum.held !== unitsOf(held))
      findings.push(found("books balance", account_id, "its balance is not the sum of its postings"));
  }
  for (const [cause, twice] of Map.groupBy(postings, ({ org_id, cause: one }) => `${org_id} ${one}`))
    if (twice.length > 1) findings.push(found("books balance", cause, `was booked ${twice.length} times`));
  return findings;
}

function judgeJournal({ accounts, journal, disputes }: Evidence): Finding[] {
  const expected = new Map<string, bigint>();
  const add = (provider: string, currency: string, amount: bigint): void => {
    const key = `${provider} ${currency}`;
    expected.set(key, (expected.get(key) ?? 0n) + amount);
  };
  for (const { provider, kind, status, amount, currency } of journal)
    if (status === "completed")
      add(provider, currency, kind === "payin" || kind === "deposit" ? -unitsOf(amount) : unitsOf(amount));
  for (const { provider, status, amount, fee, currency } of disputes)
    if (!OPEN_DISPUTES.has(status))
      add(provider, currency, GONE_DISPUTES.has(status) ? unitsOf(amount) + unitsOf(fee) : unitsOf(fee));
  const booked = new Map<string, bigint>();
  for (const { purpose, owner_id, currency, balance } of accounts)
    if (purpose === "provider")
      booked.set(`${owner_id} ${currency}`, (booked.get(`${owner_id} ${currency}`) ?? 0n) + unitsOf(balance));
  return [...new Set([...expected.keys(), ...booked.keys()])]
    .filter((key) => (expected.get(key) ?? 0n) !== (booked.get(key) ?? 0n))
    .map((key) =>
      found(
        "books equal journal",
        key,
        `the books say ${textOf(booked.get(key))}, the journal ${textOf(expected.get(key))}`,
      ),
    );
}

function textOf(units: bigint | undefined): string {
  return (Number(units ?? 0n) / 1e18).toFixed(2);
}

function judgeFloors({ postings, creditLines }: Evidence): Finding[] {
  const lines = new Map(creditLines.map(({ org_id, currency, amount }) => [`${org_id} ${currency}`, unitsOf(amount)]));
  return postings.flatMap(({ org_id, position, postings: own }) =>
    own
      .filter(({ purpose, currency, amount, balance_after, held_after }) => {
        if (!FLOORED.has(purpose) || unitsOf(amount) > 0n) return false;
        const line = purpose === "settlement" ? (lines.get(`${org_id} ${currency}`) ?? 0n) : 0n;
        return unitsOf(balance_after) - unitsOf(held_after) < -line;
      })
      .map(({ account_id, purpose, balance_after }) =>
        found("floors hold", account_id, `${purpose} fell to ${balance_after} at position ${position}`),
      ),
  );
}

function judgePassages({ accounts, payments, refunds, disputes }: Evidence): Finding[] {
  const isQuiet = (currency: string): boolean =>
    payments.every((payment) => isEnded(payment.status) || payment.currency !== currency);
  const disputed = Map.groupBy(
    disputes.filter(({ status }) => OPEN_DISPUTES.has(status)),
    ({ currency }) => currency,
  );
  return accounts
    .filter(({ purpose, currency, balance }) => {
      if (purpose === "in_transit" || purpose === "ramp_clearing") return unitsOf(balance) !== 0n && isQuiet(currency);
      if (purpose === "refunds_in_transit")
        return unitsOf(balance) !== 0n && refunds.every(({ status }) => status === "completed" || status === "failed");
      if (purpose === "disputes") return unitsOf(balance) !== 0n && !disputed.has(currency);
      return false;
    })
    .map(({ account_id, purpose, balance, currency }) =>
      found("nothing in between", account_id, `${balance} ${currency} stayed in ${purpose}`),
    );
}

function judgeEvents({ events, receivers }: Evidence): Finding[] {
  const findings: Finding[] = [];
  const known = new Map(events.map((event) => [event.event_id, event]));
  for (const { name, org_id, isHealthy, received } of receivers) {
    const heard = new Set(received.map(({ event_id }) => event_id));
    if (isHealthy)
      for (const { event_id, event_type } of events.filter((event) => event.org_id === org_id))
        if (!heard.has(event_id))
          findings.push(found("events arrive", event_id, `${event_type} never reached ${name}`));
    for (const { event_id, isSigned } of received) {
      if (!isSigned) findings.push(found("events arrive", event_id, `${name} got it without a valid signature`));
      if (known.get(event_id)?.org_id !== org_id)
        findings.push(found("events arrive", event_id, `${name} got what is no event of its organization`));
    }
    for (const [event_id, copies] of Map.groupBy(received, (one) => one.event_id))
      if (new Set(copies.map(({ body }) => body)).size > 1)
        findings.push(found("events arrive", event_id, `${name} got it with two different bodies`));
  }
  return findings;
}

const RESOURCE_OF_EVENT: readonly (readonly [RegExp, string])[] = [
  [/^(payment|transaction|ramp)\./, "payment_id"],
  [/^refund\./, "refund_id"],
  [/^dispute\./, "dispute_id"],
  [/^payout_batch\./, "batch_id"],
];

function judgeOrder({ events }: Evidence): Finding[] {
  const resourceOf = (type: string, data: Readonly<Record<string, unknown>>): string | null => {
    const name = RESOURCE_OF_EVENT.find(([pattern]) => pattern.test(type))?.[1];
    return name === undefined ? null : `${name} ${String(data[name])}`;
  };
  const findings: Finding[] = [];
  for (const [resource, own] of Map.groupBy(events, ({ event_type, data }) => resourceOf(event_type, data))) {
    if (resource === null) continue;
    const sequences = own.map(({ data }) => Number(data["sequence"])).toSorted((one, other) => one - other);
    if (sequences.some((sequence, index) => sequence !== index + 1))
      findings.push(found("order recoverable", resource, `counts ${sequences.join(", ")}`));
  }
  return findings;
}

function judgeKeys({ payments, requests }: Evidence): Finding[] {
  const findings: Finding[] = [];
  const byReference = Map.groupBy(payments, ({ client_reference }) => client_reference);
  const existing = new Set(payments.map(({ payment_id }) => payment_id));
  for (const { key, what, client_reference, answers } of requests) {
    const good = answers.filter(({ status }) => status >= 200 && status < 300);
    if (new Set(good.map(({ id }) => id)).size > 1)
      findings.push(found("one effect a key", key, `${what} was answered with two different ids`));
    if (client_reference === null) continue;
    const effects = byReference.get(client_reference) ?? [];
    if (effects.length > 1) findings.push(found("one effect a key", key, `${what} was done ${effects.length} times`));
    for (const { id } of good)
      if (id !== null && !existing.has(id))
        findings.push(found("one effect a key", key, `${what} was answered with ${id}, which does not exist`));
  }
  return findings;
}

function judgeChains({ postings, auditLog, verification }: Evidence): Finding[] {
  const findings: Finding[] = [];
  type Link = { readonly org_id: string; readonly position: number | null; readonly hash: string | null };
  const chains: Record<string, readonly Link[]> = {
    ledger: postings,
    "audit log": auditLog.filter(({ position }) => position !== null),
  };
  for (const [name, links] of Object.entries(chains))
    for (const [orgId, own] of Map.groupBy(links, ({ org_id }) => org_id)) {
      const positions = own.map(({ position }) => position!).toSorted((one, other) => one - other);
      const gap = positions.findIndex((position, index) => position !== index + 1);
      if (gap !== -1) findings.push(found("chains hold", orgId, `the ${name} has no single position ${gap + 1}`));
      if (new Set(own.map(({ hash }) => hash)).size !== own.length)
        findings.push(found("chains hold", orgId, `the ${name} has a hash twice`));
    }
  if (verification.exitCode !== 0) findings.push(found("chains hold", "corridor verify", verification.text));
  return findings;
}
