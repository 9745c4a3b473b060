import { Money } from "@corridor/base/money.ts";
import type { Provider, SettledLine } from "@corridor/provider-kit/provider.ts";
import { readPages } from "@corridor/provider-kit/speak.ts";
import { formOf, idOf, type Json, listOf, moneyOfMinor, textOf, timeOf } from "@corridor/provider-kit/wire.ts";

/**
 * Paystack's transfers to our bank and the payins in each, without payouts, whose statement is exported by hand. The
 * first page of a day lists its settlements, every further one is a page of one settlement's payins. The cursor names
 * the remaining ones: `<id>@<day>,<id>@<day>#<page of the first>`.
 */
const PER_PAGE = 100;
const MAX_LIST_PAGES = 20;
/** A settlement may be in transit for a while before Paystack reports its arrival. */
const SETTLED_WITHIN_DAYS = 3;
const DAY_MS = 86_400_000;

type Settlement = { readonly id: string; readonly day: string };

export function createPaystackSettlements(
  ask: (path: string, signal: AbortSignal) => Promise<Json>,
): NonNullable<Provider["fetchSettlements"]> {
  async function readPage(path: string, query: Parameters<typeof formOf>[0], signal: AbortSignal) {
    const rows = listOf(await ask(`${path}?${formOf({ ...query, perPage: PER_PAGE })}`, signal), "data");
    return { rows, isLast: rows.length < PER_PAGE };
  }

  async function listSettlements(day: string, signal: AbortSignal): Promise<Json[]> {
    const until = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
    const from = new Date(until - (SETTLED_WITHIN_DAYS + 1) * DAY_MS).toISOString();
    const to = new Date(until - 1).toISOString();
    const all = await readPages("settlements", MAX_LIST_PAGES, (page) =>
      readPage("/settlement", { from, to, page }, signal),
    );
    return all.filter((row) => row["status"] === "success");
  }

  return async ({ day, cursor }, signal) => {
    if (cursor === null) {
      const settlements = await listSettlements(day, signal);
      const lines = settlements.flatMap(linesOf);
      return { outcome: "found", lines, cursor: cursorOf(settlements.map(settlementOf), 1) };
    }
    const { settlements, page } = readCursor(cursor);
    const [first, ...rest] = settlements;
    const path = `/settlement/${encodeURIComponent(first!.id)}/transactions`;
    const { rows, isLast } = await readPage(path, { page }, signal);
    const lines = rows.map((row) => chargeOf(row, first!));
    return { outcome: "found", lines, cursor: isLast ? cursorOf(rest, 1) : cursorOf(settlements, page + 1) };
  };
}

function settlementOf(json: Json): Settlement {
  return { id: idOf(json, "id"), day: timeOf(json, "settlement_date").toISOString().slice(0, 10) };
}

/** The amount that arrived at the bank, and what Paystack deducted beyond the fees of its payins. */
function linesOf(json: Json): SettledLine[] {
  const { id, day } = settlementOf(json);
  const currency = textOf(json, "currency").toUpperCase();
  const arrived = moneyOfMinor(json["effective_amount"], currency);
  const kept = moneyOfMinor(json["total_amount"], currency).minus(arrived);
  const line = { day, fee: Money.zero(currency), providerReference: id, ourReference: null };
  const lines: SettledLine[] = [
    { ...line, id: `settlement-${id}`, kind: "transfer", gross: arrived.negate() },
    { ...line, id: `settlement-${id}-deductions`, kind: "adjustment", gross: kept.negate() },
  ];
  return lines.filter(({ gross }) => !gross.isZero());
}

function chargeOf(json: Json, { day }: Settlement): SettledLine {
  const currency = textOf(json, "currency").toUpperCase();
  const id = idOf(json, "id");
  const gross = moneyOfMinor(json["amount"], currency);
  const fee = moneyOfMinor(json["fees"] ?? 0, currency);
  return { id, day, kind: "charge", gross, fee, providerReference: id, ourReference: textOf(json, "reference") };
}

function cursorOf(settlements: readonly Settlement[], page: number): string | null {
  return settlements.length === 0 ? null : `${settlements.map(({ id, day }) => `${id}@${day}`).join(",")}#${page}`;
}

function readCursor(cursor: string): { settlements: Settlement[]; page: number } {
  const [list, page] = cursor.split("#") as [string, string];
  return {
    settlements: list.split(",").map((one) => ({ id: one.split("@")[0]!, day: one.split("@")[1]! })),
    page: Number(page),
  };
}
