import { Money } from "@corridor/base/money.ts";
import type { Provider, SettledLine } from "@corridor/provider-kit/provider.ts";
import { asking } from "@corridor/provider-kit/speak.ts";
import {
  idOf,
  type Json,
  MalformedAnswer,
  moneyOfMinor,
  objectOf,
  textOf,
  timeOf,
} from "@corridor/provider-kit/wire.ts";
import type { Get } from "./paystack-requests.ts";
import { type Clean, dataOf, readAnswer } from "./paystack-wire.ts";

/**
 * Settlements: Paystack's transfers to our bank account, and the payins in each. Payouts are not included; their
 * statement is exported by hand. The first page of a day lists its settlements, and every further page is a page of the
 * payins of one settlement. The cursor names the remaining ones: `<id>@<day>,<id>@<day>#<page of the first>`.
 */
const PER_PAGE = 100;
const MAX_LIST_PAGES = 20;
/** A settlement may be in transit for a while before Paystack reports its arrival. */
const SETTLED_WITHIN_DAYS = 3;
const DAY_MS = 86_400_000;

type Settlement = { readonly id: string; readonly day: string };

export function createPaystackSettlements({
  get,
  clean,
}: {
  get: Get;
  clean: Clean;
}): NonNullable<Provider["fetchSettlements"]> {
  const list = async (path: string, query: Record<string, string>, signal: AbortSignal): Promise<Json[]> => {
    const rows = dataOf(readAnswer(await get(`${path}?${new URLSearchParams(query).toString()}`, signal)), clean);
    if (!Array.isArray(rows)) throw new MalformedAnswer("data");
    return rows.map((row) => objectOf(row, "data"));
  };

  async function listSettlements(day: string, signal: AbortSignal): Promise<Json[]> {
    const until = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
    const window = {
      from: new Date(until - (SETTLED_WITHIN_DAYS + 1) * DAY_MS).toISOString(),
      to: new Date(until - 1).toISOString(),
    };
    const found: Json[] = [];
    for (let page = 1; page <= MAX_LIST_PAGES; page++) {
      const rows = await list("/settlement", { ...window, perPage: String(PER_PAGE), page: String(page) }, signal);
      found.push(...rows.filter((row) => row["status"] === "success"));
      if (rows.length < PER_PAGE) return found;
    }
    throw new MalformedAnswer("a list of settlements without an end");
  }

  return ({ day, cursor }, signal) =>
    asking(async () => {
      if (cursor === null) {
        const settlements = await listSettlements(day, signal);
        return {
          outcome: "found" as const,
          lines: settlements.flatMap(linesOf),
          cursor: cursorOf(settlements.map(settlementOf), 1),
        };
      }
      const { settlements, page } = readCursor(cursor);
      const [first, ...rest] = settlements;
      const rows = await list(
        `/settlement/${encodeURIComponent(first!.id)}/transactions`,
        { perPage: String(PER_PAGE), page: String(page) },
        signal,
      );
      const isLast = rows.length < PER_PAGE;
      return {
        outcome: "found" as const,
        lines: rows.map((row) => chargeOf(row, first!)),
        cursor: isLast ? cursorOf(rest, 1) : cursorOf(settlements, page + 1),
      };
    });
}

function settlementOf(json: Json): Settlement {
  return { id: idOf(json, "id"), day: timeOf(json, "settlement_date").toISOString().slice(0, 10) };
}

/** The amount that arrived at the bank, and what Paystack deducted beyond the fees of its payins. */
function linesOf(json: Json): SettledLine[] {
  const { id, day } = settlementOf(json);
  const currency = textOf(json, "currency").toUpperCase();
  const [total, arrived] = [
    moneyOfMinor(json["total_amount"], currency),
    moneyOfMinor(json["effective_amount"], currency),
  ];
  const zero = Money.zero(currency);
  const line = { day, fee: zero, providerReference: id, ourReference: null };
  const kept = total.minus(arrived);
  return [
    ...(arrived.isZero()
      ? []
      : [{ ...line, id: `settlement-${id}`, kind: "transfer" as const, gross: arrived.negate() }]),
    ...(kept.isZero()
      ? []
      : [{ ...line, id: `settlement-${id}-deductions`, kind: "adjustment" as const, gross: kept.negate() }]),
  ];
}

function chargeOf(json: Json, { day }: Settlement): SettledLine {
  const currency = textOf(json, "currency").toUpperCase();
  const id = idOf(json, "id");
  const fee =
    json["fees"] === null || json["fees"] === undefined ? Money.zero(currency) : moneyOfMinor(json["fees"], currency);
  return {
    id,
    day,
    kind: "charge",
    gross: moneyOfMinor(json["amount"], currency),
    fee,
    providerReference: id,
    ourReference: textOf(json, "reference"),
  };
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
