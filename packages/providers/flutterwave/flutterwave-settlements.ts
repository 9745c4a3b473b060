import { Money } from "@corridor/base/money.ts";
import type { Provider, SettledLine } from "@corridor/provider-kit/provider.ts";
import { readPages } from "@corridor/provider-kit/speak.ts";
import {
  formOf,
  idOf,
  type Json,
  listOf,
  MalformedAnswer,
  moneyOfMajor,
  partOf,
  requireSame,
  textOf,
  timeOf,
} from "@corridor/provider-kit/wire.ts";

/**
 * The first page of a day lists its settlements, every further page is one settlement with all of its payins. The
 * cursor names those that are left: `<id>,<id>`. Refunds and chargebacks are one sum per settlement; payouts are
 * absent.
 */
const MAX_LIST_PAGES = 20;
const MAX_TRANSACTIONS = Infinity;
/** A settlement may be in transit for a while before Flutterwave reports its arrival. */
const SETTLED_WITHIN_DAYS = 3;
const DAY_MS = 86_400_000;
/** A settlement with any other destination stays in the balance at Flutterwave. */
const TO_BANK = "account";

export function createFlutterwaveSettlements(
  ask: (path: string, signal: AbortSignal) => Promise<Json>,
): NonNullable<Provider["fetchSettlements"]> {
  function listCompleted(day: string, signal: AbortSignal): Promise<string[]> {
    const from = new Date(Date.parse(`${day}T00:00:00Z`) - SETTLED_WITHIN_DAYS * DAY_MS).toISOString().slice(0, 10);
    return readPages("settlements", MAX_LIST_PAGES, async (page) => {
      const json = await ask(`/settlements?${formOf({ from, to: day, page })}`, signal);
      const completed = listOf(json, "data").filter((one) => one["status"] === "completed");
      return { rows: completed.map((one) => idOf(one, "id")), isLast: page >= pagesIn(json) };
    });
  }

  return async ({ day, cursor }, signal) => {
    if (cursor === null)
      return { outcome: "found", lines: [], cursor: (await listCompleted(day, signal)).join(",") || null };
    const [id, ...rest] = cursor.split(",");
    const settlement = partOf(await ask(`/settlements/${encodeURIComponent(id!)}`, signal), "data");
    requireSame("id", idOf(settlement, "id"), id);
    return { outcome: "found", lines: linesOf(settlement), cursor: rest.join(",") || null };
  };
}

function pagesIn(json: Json): number {
  const pages = partOf(partOf(json, "meta"), "page_info")["total_pages"];
  if (typeof pages !== "number") throw new MalformedAnswer("total_pages");
  return pages;
}

function linesOf(json: Json): SettledLine[] {
  const id = idOf(json, "id");
  const currency = textOf(json, "currency").toUpperCase();
  const day = timeOf(json, "due_date").toISOString().slice(0, 10);
  const fee = Money.zero(currency);
  const taken = (kind: SettledLine["kind"], name: string): SettledLine[] => {
    const gross = moneyOfMajor(json[name] ?? 0, currency).negate();
    const line = { id: `settlement-${id}-${kind}`, day, kind, gross, fee, providerReference: id, ourReference: null };
    return gross.isZero() ? [] : [line];
  };
  return [
    ...listOf(json, "transactions", MAX_TRANSACTIONS).map((one) => chargeOf(one, day)),
    ...taken("refund", "refund"),
    ...taken("chargeback", "chargeback"),
    ...(json["destination"] === TO_BANK ? taken("transfer", "net_amount") : []),
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
