import type { TextPieces } from "./event-text.ts";
import type { EventType } from "./event-types.ts";

/**
 * Texts of frequent events are stored without the names of their fields: the number of a template and its values. The
 * SQL function `event_text` puts the text together again, byte for byte; a text that fits no template is stored as it
 * is. A template is the first argument of PostgreSQL's `format`: `%2$s` is the second value, and the first is the
 * template's number. It never changes, because stored events refer to it; a migration adds new ones to `event_text`.
 */
const SEPARATOR = "\x1F"; // JSON has it in no text: control characters are escaped there.

const HEAD = `{"event_id":"%2$s","event_type":"%3$s","org_id":"%4$s","created_at":"%5$s","data":{`;
const ACCOUNT =
  `"account":{"balance":%16$s,"available_balance":%17$s,"account_id":"%9$s","org_id":"%4$s","user_id":"%10$s",%18$s"virtual_account_name":"%19$s",` +
  `"currency":"%12$s","country":"%20$s","status":"%21$s","account_type":"currency","provider":"%22$s",%23$s"created_at":"%24$s","updated_at":"%25$s"},"sequence":%26$s}}`;
const PAYMENT =
  HEAD +
  `"amount":%6$s,"target_amount":%7$s,"total_fees":%8$s,"refunded_amount":%9$s,"received_amount":%10$s,"previous_status":%11$s,"payment_id":"%12$s",` +
  `"transaction_id":"%13$s","org_id":"%4$s","user_id":"%14$s","status":"%15$s","direction":"%16$s","payment_method":"%17$s","currency":"%18$s",` +
  `"target_currency":"%19$s","from_currency":"%18$s","country":"%20$s","region_id":"%20$s",%21$s"client_reference":%22$s,"description":%23$s,` +
  `"payment_path_method":"%24$s","bank_account":%25$s,"bank_details":%26$s,"card_details":%27$s,"mobile_money_details":%28$s,"payer_details":%29$s,` +
  `"recipient_info":%30$s,"destination":%31$s,"metadata":%32$s,"user_metadata":%33$s,"webhook_metadata":%34$s,"fee_ids":%35$s,"provider":%36$s,` +
  `"provider_payment_id":%37$s,"provider_status":%38$s,"provider_data":%39$s,"payout_initiated":%40$s,"payout_id":%41$s,"next_action":%42$s,"instructions":%43$s,`;
const PAYMENT_END = `"expires_at":%44$s,"created_at":"%45$s","updated_at":"%46$s","sequence":%47$s}}`;

export const TEMPLATES: readonly string[] = [
  // 1: an event that shares the data of another.
  `${HEAD}"sequence":%6$s}}`,
  // 2: either side of a transfer between virtual accounts.
  `{"event_id":"%2$s","event_type":"virtual_account.%3$s","org_id":"%4$s","created_at":"%5$s","data":{"amount":%6$s,"fee":%7$s,"transaction_id":"%8$s",` +
    `"account_id":"%9$s","org_id":"%4$s","user_id":"%10$s","type":"%11$s","status":"completed","currency":"%12$s","description":"%13$s",` +
    `"payment_rail":"internal","reference":"%14$s","counterparty":"%15$s","created_at":"%5$s","updated_at":"%5$s",${ACCOUNT}`,
  // 3: any movement of a virtual account.
  `${HEAD}"amount":%6$s,"fee":%7$s,"transaction_id":"%8$s","account_id":"%9$s","org_id":"%4$s","user_id":"%10$s","type":%11$s,"currency":"%12$s",` +
    `"description":"%13$s","payment_rail":%14$s,"updated_at":"%15$s",${ACCOUNT}`,
  // 4: a payment without trouble, whose first attempt has the payment's id.
  `${PAYMENT}"failure_reason":null,"comments":null,"dispute":null,"ramp":null,"route":[{"provider":"%48$s","config_id":"%49$s","priority":%50$s],` +
    `"attempts":[{"attempt_id":"%12$s","provider":"%51$s","config_id":"%52$s","leg":"%53$s","outcome":"%54$s","reason":%55$s,"provider_payment_id":%56$s,` +
    `"started_at":"%57$s","finished_at":%58$s],"timeline":[{"at":"%59$s","from":null,"to":"%60$s","source":"%61$s","note":%62$s],${PAYMENT_END}`,
  // 5: any payment.
  `${PAYMENT}"failure_reason":%48$s,"comments":%49$s,"dispute":%50$s,"ramp":%51$s,"route":%52$s,"attempts":%53$s,"timeline":%54$s,${PAYMENT_END}`,
];

/** There is one literal more than slots. */
type Template = { readonly number: number; readonly literals: readonly string[]; readonly slots: readonly number[] };

function templateOf(text: string, index: number): Template {
  const parts = text.split(/%(\d+)\$s/);
  return {
    number: index + 1,
    literals: parts.filter((_, place) => place % 2 === 0),
    slots: parts.filter((_, place) => place % 2 === 1).map((slot) => Number(slot) - 1),
  };
}

const [SHARING, ...OTHERS] = TEMPLATES.map(templateOf);
const OF_MOVEMENTS = OTHERS.slice(0, 2);
const OF_PAYMENTS = OTHERS.slice(2);

const OF_TYPE: Partial<Record<EventType, readonly Template[]>> = {
  "virtual_account.deposit": OF_MOVEMENTS,
  "virtual_account.withdrawal": OF_MOVEMENTS,
  "payment.processing": OF_PAYMENTS,
  "payment.pending": OF_PAYMENTS,
  "payment.completed": OF_PAYMENTS,
  "payment.failed": OF_PAYMENTS,
  "transaction.updated": OF_PAYMENTS,
};

/** The text of an event as it is stored. */
export function compactText(type: EventType, whole: TextPieces, sharesData: boolean): TextPieces {
  const templates = sharesData ? [SHARING!] : OF_TYPE[type];
  if (templates === undefined) return whole;
  const text = whole.join("");
  for (const template of templates) {
    const values = valuesIn(template, text);
    if (values !== null) return [values.join(SEPARATOR)];
  }
  return [text];
}

/**
 * Literals are looked for one after the other; what stands between them is a value, so both give the same text again. A
 * regular expression was rejected: metadata that repeat the names of fields could make it try for minutes.
 */
function valuesIn({ number, literals, slots }: Template, text: string): string[] | null {
  const values: string[] = [String(number)];
  let place = literals[0]!.length;
  if (!text.startsWith(literals[0]!)) return null;
  for (let index = 0; index < slots.length; index++) {
    const literal = literals[index + 1]!;
    const known = values[slots[index]!];
    let end: number;
    if (known !== undefined) {
      end = place + known.length;
      if (!text.startsWith(known, place) || !text.startsWith(literal, end)) return null;
    } else {
      end = index === slots.length - 1 ? text.length - literal.length : text.indexOf(literal, place);
      if (end < place) return null;
      values[slots[index]!] = text.slice(place, end);
    }
    place = end + literal.length;
  }
  return place === text.length && text.endsWith(literals.at(-1)!) ? values : null;
}
