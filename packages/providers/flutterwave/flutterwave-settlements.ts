import { Money } from "@corridor/base/money.ts";
import type { Provider, SettledLine } from "@corridor/provider-kit/provider.ts";
import { asking, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  idOf,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  objectOf,
  textOf,
  timeOf,
} from "@corridor/provider-kit/wire.ts";
import { type Answer, dataOf, listOf } from "./flutterwave-wire.ts";

/**
 * Settlements, and the payins in each. The first page of a day lists its settlements, and every further page is one
 * settlement with all of its payins. The cursor names those that are left: `<id>,<id>`. Refunds and chargebacks are
 * reported as one sum per settlement, and payouts are not reported at all.
 */
const MAX_LIST_PAGES = 20;
/** A settlement may be in transit for a while before Flutterwave reports its arrival. */
const SETTLED_WITHIN_DAYS = 3;
const DAY_MS = 86_400_000;
/** A settlement with any other destination stays in the balance at Flutterwave. */
const TO_BANK = "account";

export function createFlutterwaveSettlements(
  get: (path: string, signal: AbortSignal) => Promise<Answer>,
): NonNullable<Provider["fetchSettlements"]> {
  async function read(path: string, signal: AbortSignal): Promise<Json> {
    const answer = await get(path, signal);
    if (answer.said === "error")
      throw new Refusal("not_answered", `Flutterwave answered ${answer.statusCode} with an error`);
    return answer.json;
  }

  async function listCompleted(day: string, signal: AbortSignal): Promise<string[]> {
    const from = new Date(Date.parse(`${day}T00:00:00Z`) - SETTLED_WITHIN_DAYS * DAY_MS).toISOString().slice(0, 10);
    const ids: string[] = [];
    for (let page = 1; page <= MAX_LIST_PAGES; page++) {
      const json = await read(
        `/settlements?${new URLSearchParams({ from, to: day, page: String(page) }).toString()}`,
        signal,
      );
      ids.push(...listOf(json).flatMap((one) => (one["status"] === "completed" ? [idOf(one, "id")] : [])));
      if (page >= pagesIn(json)) return ids;
    }
    throw new MalformedAnswer("a list of settlements without an end");
  }

  return ({ day, cursor }, signal) =>
    asking(async () => {
      if (cursor === null)
        return { outcome: "found" as const, lines: [], cursor: (await listCompleted(day, signal)).join(",") || null };
      const [id, ...rest] = cursor.split(",");
      const settlement = dataOf(await read(`/settlements/${encodeURIComponent(id!)}`, signal));
      if (idOf(settlement, "id") !== id) throw new MalformedAnswer("id");
      return { outcome: "found" as const, lines: linesOf(settlement), cursor: rest.join(",") || null };
    });
}

function pagesIn(json: Json): number {
  const pages = objectOf(objectOf(json["meta"], "meta")["page_info"], "page_info")["total_pages"];
  if (typeof pages !== "number") throw new MalformedAnswer("total_pages");
  return pages;
}

function linesOf(json: Json): SettledLine[] {
  const id = idOf(json, "id");
  const currency = textOf(json, "currency").toUpperCase();
  const day = timeOf(json, "due_date").toISOString().slice(0, 10);
  const { transactions } = json;
  if (!Array.isArray(transactions)) throw new MalformedAnswer("transactions");
  const sum = (name: string): Money => moneyOfMajor(json[name] ?? 0, currency);
  const taken = (kind: SettledLine["kind"], amount: Money): SettledLine[] =>
    amount.isZero()
      ? []
      : [
          {
            id: `settlement-${id}-${kind}`,
            day,
            kind,
            gross: amount.negate(),
            fee: Money.zero(currency),
            providerReference: id,
            ourReference: null,
          },
        ];
  return [
    ...transactions.map((one: unknown) => chargeOf(objectOf(one, "transactions"), day)),
    ...taken("refund", sum("refund")),
    ...taken("chargeback", sum("chargeback")),
    ...(json["destination"] === TO_BANK ? taken("transfer", sum("net_amount")) : []),
  ];
}

/** All deductions from a payin, whatever their names, count as its fee. */
function chargeOf(json: Json, day: string): SettledLine {
  const currency = textOf(json, "currency").toUpperCase();
  const id = idOf(json, "id");
  const gross = moneyOfMajor(json["charged_amount"], currency);
  const fee = gross.minus(moneyOfMajor(json["settlement_amount"], currency));
  return { id, day, kind: "charge", gross, fee, providerReference: id, ourReference: textOf(json, "tx_ref") };
}
