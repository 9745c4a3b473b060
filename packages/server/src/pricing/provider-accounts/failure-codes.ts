import { type FailureCause, failureCauseIn } from "@corridor/provider-kit/failures.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import type { Measure } from "#src/kernel/jobs/measure.ts";
import type { Metrics } from "#src/kernel/metrics.ts";

/**
 * Codes without a cause, and what the operator says that they mean. An adapter's own meaning goes first: the document
 * of a provider is better evidence, and a release that learns a code must not be overruled by an older guess.
 */
export type Flow = "inbound" | "outbound";
export type UnknownCode = { provider: string; flow: Flow; code: string; example: string; at: Date };
export type MappedCode = { provider: ProviderName; flow: Flow; code: string; cause: FailureCause };

export const MAPPED_TOPIC = "failure-codes";
export const MAX_CODE = 200;
const MAX_EXAMPLE = 500;
/** A provider that makes up codes, as by putting ids into them, does not fill the table. */
const MAX_CODES_OF_PROVIDER = 500;
/** They are read as a whole. */
const MAX_MAPPED = 2_000;

type CountedCode = UnknownCode & { count: number };
const ROWS = rowSource<CountedCode>({
  provider: ["text", (row) => row.provider],
  flow: ["text", (row) => row.flow],
  code: ["text", (row) => row.code],
  example: ["text", (row) => row.example],
  count: ["integer", (row) => row.count],
  first_seen_at: ["timestamptz", (row) => row.at],
  last_seen_at: ["timestamptz", (row) => row.at],
});
const KEY = "provider, flow, code";
const COUNT_CODES = statement("provider-accounts.COUNT_CODES")`
  INSERT INTO unknown_failure_codes AS known (${ROWS.names}) SELECT ${ROWS.names} FROM ${ROWS.source}
    WHERE (SELECT count(*) FROM unknown_failure_codes AS other WHERE other.provider = r.provider
      AND (other.flow, other.code) <> (r.flow, r.code)) < ${MAX_CODES_OF_PROVIDER}
  ON CONFLICT (${KEY}) DO UPDATE
    SET count = known.count + EXCLUDED.count, last_seen_at = greatest(known.last_seen_at, EXCLUDED.last_seen_at)`;
export const LIST_UNKNOWN = statement("provider-accounts.LIST_UNKNOWN")`
  SELECT ${KEY}, min(example) AS example /* not null */, sum(count)::bigint AS count /* not null */,
    min(first_seen_at) AS first_seen_at /* not null */, max(last_seen_at) AS last_seen_at /* not null */
  FROM unknown_failure_codes GROUP BY ${KEY} ORDER BY max(last_seen_at) DESC LIMIT $1`;
const LIST_MAPPED = statement("provider-accounts.LIST_MAPPED")`
  SELECT ${KEY}, cause FROM failure_code_causes ORDER BY ${KEY} LIMIT ${MAX_MAPPED}`;
const MAP_CODE = statement("provider-accounts.MAP_CODE")`
  INSERT INTO failure_code_causes (${KEY}, cause, updated_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (${KEY}) DO UPDATE SET cause = EXCLUDED.cause, updated_at = EXCLUDED.updated_at`;
const UNMAP_CODE = statement("provider-accounts.UNMAP_CODE")`
  DELETE FROM failure_code_causes WHERE provider = $1 AND flow = $2 AND code = $3 RETURNING code`;
const COUNT_UNKNOWN = statement("provider-accounts.COUNT_UNKNOWN")`
  SELECT provider, sum(count)::bigint AS count /* not null */ FROM unknown_failure_codes GROUP BY provider`;

export async function recordUnknownCodes(tx: Tx, codes: readonly UnknownCode[]): Promise<void> {
  const rows = new Map<string, CountedCode>();
  for (const { code, example, ...found } of codes) {
    const cut = { ...found, code: code.slice(0, MAX_CODE), example: example.slice(0, MAX_EXAMPLE) };
    const key = keyOf(cut);
    rows.set(key, { ...cut, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  if (rows.size > 0) await tx.query(COUNT_CODES, ROWS.values([...rows.values()]));
}

export function keyOf({ provider, flow, code }: { provider: string; flow: string; code: string }): string {
  return `${provider} ${flow} ${code}`;
}

export async function readMappedCodes(db: Queryable): Promise<Map<string, FailureCause>> {
  return new Map((await db.query(LIST_MAPPED)).map(({ cause, ...row }) => [keyOf(row), cause as FailureCause]));
}

type CodeDeps = { db: Db; clock: Clock; registry: { providers: ReadonlyMap<ProviderName, Pick<Provider, "codes">> } };
type CodeChange = Omit<MappedCode, "cause"> & { cause: FailureCause | null };

/** A cause of null takes it back. */
export async function mapCode({ db, clock, registry }: CodeDeps, change: CodeChange, actor: AuditActor) {
  const { provider, flow, code, cause } = change;
  const codes = registry.providers.get(provider)?.codes[flow];
  const documented = codes === undefined ? null : failureCauseIn(codes, code);
  if (documented !== null) throw conflict(`${provider} documents this code: it means ${documented}`);
  await db.transaction(async (tx) => {
    if (cause === null) {
      if ((await tx.query(UNMAP_CODE, [provider, flow, code])).length === 0) throw notFound("Failure cause");
    } else {
      if ((await readMappedCodes(tx)).size >= MAX_MAPPED)
        throw conflict(`${MAX_MAPPED} codes have a cause; remove one`);
      await tx.query(MAP_CODE, [provider, flow, code, cause, clock.now()]);
    }
    tx.notify(MAPPED_TOPIC, "all");
    const by = { orgId: null, actor, at: clock.now(), resourceType: "provider" };
    await audit(tx, by, "failure_code.changed", provider, { flow, code, cause });
  });
}

export function measureUnknownCodes({ db, metrics, cell }: { db: Db; metrics: Metrics; cell: number }): Measure {
  const help = "Attempts that ended with a code that neither the adapter nor an operator has given a cause";
  const unknown = metrics.gauge("unknown_failure_codes", help, ["cell", "provider"]);
  return async () => {
    for (const { provider, count } of await db.query(COUNT_UNKNOWN)) unknown.set({ cell, provider }, count);
  };
}
