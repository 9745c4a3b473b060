import { type Follower, holdFollower } from "#src/record/events/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { type Write, writesOf, writeTogether } from "#src/kernel/db/write-together.ts";
import { listsOf, sourceOf } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Payment, PaymentDetails } from "#src/payments/core/index.ts";
import type { FailureCause as ProviderCause } from "@corridor/provider-kit/failures.ts";
import { adviceOf, type FailureCause } from "#src/payments/rules/index.ts";
import { findPaymentsAfter, FIRST_ID } from "./queries.ts";

/** A table with one index: indexes over the JSON of a payment made its creation a quarter more expensive. */
// An index row has at most 2,700 bytes. Longer values share a key, so a search also compares the value itself.
const MAX_KEY_LENGTH = 256;

export const payerKey = (name: string): string => keyOf("payer", name.toLowerCase());
/** A phone number in E.164, or an e-mail address. */
export const contactKey = (contact: string): string => keyOf("contact", contact.toLowerCase());
export const customerKey = (customerId: string): string => keyOf("customer", customerId);
export const causeKey = (cause: FailureCause): string => keyOf("cause", cause);
export const providerCauseKey = (cause: ProviderCause): string => keyOf("provider_cause", cause);
export const metadataKey = (name: string, value: string): string => keyOf("metadata", `${name}=${value}`);

function keyOf(kind: string, text: string): string {
  return `${kind}:${text}`.slice(0, MAX_KEY_LENGTH);
}

/** The search keys that are removed when the customer is erased: those with personal data, and the customer's id. */
export function searchKeysOf({
  payer_details: payer,
  mobile_money_details: wallet,
  customer_id,
  metadata,
}: PaymentDetails): string[] {
  const keys = new Set<string>();
  if (payer?.name) keys.add(payerKey(payer.name));
  for (const contact of [payer?.email, payer?.phone, wallet?.phone_number]) if (contact) keys.add(contactKey(contact));
  if (customer_id !== undefined) keys.add(customerKey(customer_id));
  for (const [name, value] of Object.entries(metadata ?? {}))
    if (isPlain(value)) keys.add(metadataKey(name, String(value)));
  return [...keys];
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

type Row = { key: string; orgId: string; paymentId: string };
const KEYS = sourceOf<Row>({ text: ["key"], uuid: ["orgId", "paymentId"] });
const INSERT_KEYS = statement("store.INSERT_KEYS")`
  INSERT INTO payment_search_keys (${KEYS.names}) SELECT ${KEYS.names} FROM ${KEYS.source} ON CONFLICT DO NOTHING`;
const DELETE_KEYS = statement("store.DELETE_KEYS")`DELETE FROM payment_search_keys AS key USING ${KEYS.source}
  WHERE key.key = r.key AND key.org_id = r.org_id AND key.payment_id = r.payment_id`;

type Searched = Pick<Payment, "orgId" | "paymentId" | "details">;

const keyInserts = writesOf(INSERT_KEYS, KEYS);
const keyDeletes = writesOf(DELETE_KEYS, KEYS);

const FIND_CHANGED = statement("store.FIND_CHANGED")`
  SELECT payment.org_id AS "orgId", payment.payment_id AS "paymentId", payment.details,
    CASE payment.status WHEN 'failed' THEN coalesce(payment.progress ->> 'failure_reason', '') END AS failure,
    CASE payment.status WHEN 'failed' THEN payment.progress -> 'attempts' -> -1 ->> 'cause' END AS cause
  FROM unnest($1::uuid[], $2::uuid[]) AS changed (org_id, payment_id)
  JOIN payments AS payment ON payment.org_id = changed.org_id AND payment.payment_id = changed.payment_id`;
const FORGET_PAGE = statement("store.FORGET_PAGE")`
  DELETE FROM payment_search_keys WHERE payment_id > $1 AND payment_id <= $2`;
const REBUILT_AT_ONCE = 5_000;

/** Details are new at the creation, or when they alone change; a payment that has failed is found by its cause. */
const TELLING = new Set(["transaction.updated", "payment.failed"]);

/** What a payment is found by follows its changes, so it is found within a second of its creation. */
export const SEARCH_KEYS: Follower = {
  name: "search-keys",
  readsPayload: false,
  async apply(tx, changes) {
    const told = changes.filter(({ types }) => TELLING.has(types[0]!));
    const ids = listsOf(told, "orgId", "paymentId");
    await insertKeys(tx, await tx.query(FIND_CHANGED, ids));
  },
  /** Page by page: nobody waits long, readers always find what they found before, and it may end anywhere. */
  async rebuild(db) {
    let from: string | undefined = FIRST_ID;
    while (from !== undefined) from = await db.transaction((tx) => rebuildPage(tx, from!));
  },
};

/** Returns the last payment of the page. */
async function rebuildPage(tx: Tx, from: string): Promise<string | undefined> {
  await holdFollower(tx, SEARCH_KEYS);
  const page = await findPaymentsAfter(tx, from, REBUILT_AT_ONCE);
  const last = page.at(-1)?.paymentId;
  if (last === undefined) return undefined;
  await tx.query(FORGET_PAGE, [from, last]);
  const failureOf = ({ status, progress }: Payment) => (status === "failed" ? (progress.failure_reason ?? "") : null);
  const causeOf = ({ progress }: Payment) => progress.attempts.at(-1)?.cause ?? null;
  const told = page.map((payment) => ({ ...payment, failure: failureOf(payment), cause: causeOf(payment) }));
  await insertKeys(tx, told);
  return last;
}

type Told = Searched & { failure: string | null; cause: string | null };

async function insertKeys(tx: Tx, payments: readonly Told[]): Promise<void> {
  const rows = payments.flatMap(({ failure, ...payment }) => {
    const cause = payment.cause as ProviderCause | null;
    const ofProvider = cause === null ? [] : [providerCauseKey(cause)];
    const causes = failure === null ? [] : [causeKey(adviceOf(cause, failure)), ...ofProvider];
    return rowsOf(payment, [...searchKeysOf(payment.details), ...causes]);
  });
  await writeTogether(tx, keyInserts(rows));
}

/** Removes what payments whose details change are no longer found by. */
export function searchKeyDeletes(changes: readonly { before: Searched; after: Searched }[]): Write[] {
  return keyDeletes(
    changes.flatMap(({ before, after }) => {
      const current = new Set(searchKeysOf(after.details));
      return rowsOf(
        before,
        searchKeysOf(before.details).filter((key) => !current.has(key)),
      );
    }),
  );
}

function rowsOf({ orgId, paymentId }: Searched, keys: readonly string[]): Row[] {
  return keys.map((key) => ({ key, orgId, paymentId }));
}
