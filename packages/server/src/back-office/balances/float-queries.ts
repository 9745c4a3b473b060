import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { Money } from "@corridor/base/money.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

/** The money that we hold at one provider in one currency. */
export type ProviderFloat = {
  readonly provider: ProviderName;
  readonly currency: string;
  /** The amount according to the ledger, over all organizations: what the provider owes us. */
  readonly expected: Money;
  /** The amount according to the provider itself, and when the provider reported it. */
  readonly reported: { readonly amount: Money; readonly at: Date } | null;
  /** Below this amount platform admins are alerted. */
  readonly threshold: Money | null;
  readonly isLow: boolean;
};

/** A float as its endpoint and its events show it. */
export function floatRecordOf({ provider, currency, expected, reported, threshold, isLow }: ProviderFloat) {
  return {
    provider,
    currency,
    expected,
    reported: reported?.amount ?? null,
    reported_at: reported?.at ?? null,
    difference: reported === null ? null : reported.amount.minus(expected),
    threshold,
    is_low: isLow,
  };
}

const READ_FLOATS = statement("balances.READ_FLOATS")`
  SELECT provider /* not null, like provider_configs.provider */, currency /* not null */,
      coalesce(l.expected, 0) AS expected /* not null */, f.available, f.fetched_at, f.threshold, f.is_low
    FROM (SELECT owner_id AS provider, currency, -sum(balance) AS expected FROM ledger_accounts
      WHERE purpose = 'provider' GROUP BY owner_id, currency) l
    FULL JOIN provider_floats f USING (provider, currency)
    ORDER BY provider, currency`;

/** One row for each provider and currency that the ledger, the provider or a threshold knows. */
export async function readFloats(db: Queryable): Promise<ProviderFloat[]> {
  const rows = await db.query(READ_FLOATS);
  return rows.map(({ provider, currency, ...row }) => {
    const money = (text: string): Money => Money.fromDatabase(text, currency);
    return {
      provider,
      currency,
      expected: money(row.expected),
      reported: row.available === null ? null : { amount: money(row.available), at: row.fetched_at! },
      threshold: row.threshold === null ? null : money(row.threshold),
      isLow: row.is_low ?? false,
    };
  });
}

const READ_REPORTED = statement("balances.READ_REPORTED")`
  SELECT provider, currency, available /* not null */, fetched_at AS at /* not null */ FROM provider_floats
    WHERE fetched_at >= $1`;

/** What providers reported since a given time; routing uses it. */
export async function readReported(db: Queryable, since: Date) {
  const rows = await db.query(READ_REPORTED, [since]);
  return rows.map(({ provider, currency, available, at }) => ({
    provider,
    amount: Money.fromDatabase(available, currency),
    at,
  }));
}

const WRITE_REPORTED = statement("balances.WRITE_REPORTED")`
  INSERT INTO provider_floats (provider, currency, available, fetched_at)
    SELECT $1, currency, available, $4 FROM unnest($2::text[], $3::numeric[]) AS r(currency, available)
    ON CONFLICT (provider, currency) DO UPDATE SET available = excluded.available, fetched_at = excluded.fetched_at`;

/** A currency that the provider no longer reports keeps its last reading, which grows old. */
export async function writeReported(tx: Tx, provider: ProviderName, balances: readonly Money[], at: Date) {
  await tx.query(WRITE_REPORTED, [
    provider,
    balances.map(({ currency }) => currency),
    balances.map((balance) => balance.toDatabase()),
    at,
  ]);
}

const WRITE_THRESHOLD = statement("balances.WRITE_THRESHOLD")`
  INSERT INTO provider_floats (provider, currency, threshold) VALUES ($1, $2, $3)
    ON CONFLICT (provider, currency) DO UPDATE SET threshold = excluded.threshold, is_low = provider_floats.is_low
      AND excluded.threshold IS NOT NULL`;

export async function writeThreshold(tx: Tx, provider: ProviderName, currency: string, threshold: Money | null) {
  await tx.query(WRITE_THRESHOLD, [provider, currency, threshold?.toDatabase() ?? null]);
}

const MARK_LOW = statement("balances.MARK_LOW")`
  UPDATE provider_floats SET is_low = $3, event_sequence = event_sequence + $3::int
    WHERE provider = $1 AND currency = $2 AND is_low <> $3 RETURNING event_sequence`;

/** The sequence of the event of a float that this call found low; null when it is not, or another worker was first. */
export async function markLow(tx: Tx, { provider, currency }: ProviderFloat, isLow: boolean): Promise<number | null> {
  const [row] = await tx.query(MARK_LOW, [provider, currency, isLow]);
  return isLow ? (row?.event_sequence ?? null) : null;
}
