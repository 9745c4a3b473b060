import { crc16 } from "@corridor/base/crc16.ts";
/**
 * EMVCo merchant-presented QR codes (EMV QRCPS-MPM): fields of a two-digit id, a two-digit length and a value, closed
 * by a checksum. A national scheme assigns the merchant's id: none can be made from an account number, and a guessed
 * one would pay somebody else. So amount and reference are added to the static code that a bank gave its customer.
 */
type Field = readonly [id: string, value: string];

const FORMAT = "00";
const MANNER = "01";
const DYNAMIC = "12";
const AMOUNT = "54";
/** Fields about tips. They are removed, because the payer could add to the requested amount. */
const TIPS: ReadonlySet<string> = new Set(["55", "56", "57"]);
const COUNTRY = "58";
const ADDITIONAL = "62";
const REFERENCE_LABEL = "05";
const CHECKSUM = "63";
const MAX_AMOUNT = 13;
const MAX_REFERENCE = 25;
const MAX_VALUE = 99;

/** CRC-16/CCITT-FALSE (polynomial 1021, start FFFF) of the UTF-8 bytes, as four hexadecimal digits. */
export function checksumOf(text: string): string {
  return crc16(Buffer.from(text, "utf8"), 0xffff).toString(16).toUpperCase().padStart(4, "0");
}

export function isMerchantCode(text: string): boolean {
  const fields = fieldsOf(text);
  if (fields === null || fields[0]?.[0] !== FORMAT || fields[0][1] !== "01") return false;
  const ids = fields.map(([id]) => id);
  return (
    ids.includes(COUNTRY) &&
    new Set(ids).size === ids.length &&
    ids.at(-1) === CHECKSUM &&
    text.endsWith(checksumOf(text.slice(0, -4)))
  );
}

/** The merchant's code for one payment; null where amount or reference do not fit into one. */
export function paymentCodeOf(
  merchantCode: string,
  { amount, reference }: { amount: string; reference: string },
): string | null {
  const fields = fieldsOf(merchantCode);
  if (fields === null || amount.length > MAX_AMOUNT || reference.length > MAX_REFERENCE) return null;
  const kept = fields.filter(([id]) => ![MANNER, AMOUNT, ADDITIONAL, CHECKSUM].includes(id) && !TIPS.has(id));
  const known = (fieldsOf(fields.find(([id]) => id === ADDITIONAL)?.[1] ?? "") ?? []).filter(
    ([id]) => id !== REFERENCE_LABEL,
  );
  const additional = textOf([...known, [REFERENCE_LABEL, reference]]);
  if (additional.length > MAX_VALUE) return null;
  const text = `${textOf([...kept, [MANNER, DYNAMIC], [AMOUNT, amount], [ADDITIONAL, additional]])}${CHECKSUM}04`;
  return text + checksumOf(text);
}

function textOf(fields: readonly Field[]): string {
  return fields
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([id, value]) => `${id}${String(value.length).padStart(2, "0")}${value}`)
    .join("");
}

function fieldsOf(text: string): Field[] | null {
  const fields: Field[] = [];
  for (let at = 0; at < text.length;) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4));
    if (head === null) return null;
    const end = at + 4 + Number(head[2]);
    if (end > text.length) return null;
    fields.push([head[1]!, text.slice(at + 4, end)]);
    at = end;
  }
  return fields;
}
