import { type Write, writesOf } from "#src/kernel/db/write-together.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import type { Payment, PaymentDetails } from "#src/payments/core/index.ts";
import { type FailureCause, failureCauseOf } from "#src/payments/rules/index.ts";

/** A table with one index: indexes over the JSON of a payment made its creation a quarter more expensive. */
// An index row has at most 2,700 bytes. Longer values share a key, so a search also compares the value itself.
const MAX_KEY_LENGTH = 256;

export const payerKey = (name: string): string => keyOf("payer", name.toLowerCase());
/** A phone number in E.164, or an e-mail address. */
export const contactKey = (contact: string): string => keyOf("contact", contact.toLowerCase());
export const customerKey = (customerId: string): string => keyOf("customer", customerId);
export const causeKey = (cause: FailureCause): string => keyOf("cause", cause);
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
const KEYS = rowSource<Row>({
  key: ["text", (row) => row.key],
  org_id: ["uuid", (row) => row.orgId],
  payment_id: ["uuid", (row) => row.paymentId],
});
const INSERT_KEYS = `INSERT INTO payment_search_keys (${KEYS.names}) SELECT ${KEYS.names} FROM ${KEYS.source}`;
const DELETE_KEYS = `DELETE FROM payment_search_keys AS key USING ${KEYS.source}
  WHERE key.key = r.key AND key.org_id = r.org_id AND key.payment_id = r.payment_id`;

type Searched = Pick<Payment, "orgId" | "paymentId" | "details">;

const keyInserts = writesOf(INSERT_KEYS, KEYS);
const keyDeletes = writesOf(DELETE_KEYS, KEYS);

export function searchKeyInserts(payments: readonly Searched[]): Write[] {
  return keyInserts(payments.flatMap((payment) => rowsOf(payment, searchKeysOf(payment.details))));
}

/** Payments that have just failed are found by their cause. */
export function causeKeyInserts(changes: readonly { after: Payment }[]): Write[] {
  const failed = changes.filter(({ after }) => after.status === "failed");
  return keyInserts(
    failed.flatMap(({ after }) => rowsOf(after, [causeKey(failureCauseOf(after.progress.failure_reason))])),
  );
}

/** The new search keys of payments whose details change. */
export function searchKeyChanges(changes: readonly { before: Searched; after: Searched }[]): Write[] {
  const differences = changes.map(({ before, after }) => {
    const [old, current] = [new Set(searchKeysOf(before.details)), new Set(searchKeysOf(after.details))];
    return { gone: rowsOf(before, [...old.difference(current)]), added: rowsOf(after, [...current.difference(old)]) };
  });
  return [
    ...keyDeletes(differences.flatMap(({ gone }) => gone)),
    ...keyInserts(differences.flatMap(({ added }) => added)),
  ];
}

function rowsOf({ orgId, paymentId }: Searched, keys: readonly string[]): Row[] {
  return keys.map((key) => ({ key, orgId, paymentId }));
}
