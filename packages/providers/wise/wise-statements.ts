import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import { asking, isSuccess, Refusal } from "@corridor/provider-kit/speak.ts";
import { MAX_STATEMENT_BYTES, readStatement } from "@corridor/provider-kit/statement-file.ts";
import { idOf, MalformedAnswer, objectOf, readJson, textOf } from "@corridor/provider-kit/wire.ts";

/**
 * Statements of the balances of a profile, one file for each currency and day, as Wise's pages let a person download
 * them. Fees stand on lines of their own (`FLAT`), so that the line of a transfer says what the transfer was.
 *
 * The first page lists the balances. The cursor names those that are left: `<id>@<currency>,<id>@<currency>`.
 */
const MAX_BALANCES = 100;
const FIRST_COLUMN = /^\uFEFF?"?TransferWise ID"?,/;
const NEEDS_A_PERSON =
  "Wise wants a person to approve that this token reads statements; download them and upload them here";

type Balance = { readonly id: string; readonly currency: string };

export function createWiseStatements(
  profileId: string,
  get: (path: string, signal: AbortSignal, maxResponseBytes?: number) => Promise<OutboundResponse>,
): NonNullable<Provider["fetchStatement"]> {
  async function listBalances(signal: AbortSignal): Promise<Balance[]> {
    const response = await get(`/v4/profiles/${profileId}/balances?types=STANDARD`, signal);
    if (!isSuccess(response)) throw new MalformedAnswer(`answered ${response.statusCode}`);
    const { list } = readJson(Buffer.concat([Buffer.from('{"list":'), response.body, Buffer.from("}")]));
    if (!Array.isArray(list) || list.length === 0 || list.length > MAX_BALANCES) throw new MalformedAnswer("balances");
    return list.map((one: unknown) => {
      const json = objectOf(one, "balance");
      const balance = { id: idOf(json, "id"), currency: textOf(json, "currency") };
      if (!/^\d{1,18}$/.test(balance.id) || !/^[A-Z]{3}$/.test(balance.currency)) throw new MalformedAnswer("balance");
      return balance;
    });
  }

  return ({ day, cursor }, signal) =>
    asking(async () => {
      const [first, ...rest] = cursor === null ? await listBalances(signal) : readCursor(cursor);
      if (first === undefined) return { outcome: "found" as const, file: null, cursor: null, mark: null };
      const query = new URLSearchParams({
        currency: first.currency,
        intervalStart: `${day}T00:00:00.000Z`,
        intervalEnd: `${day}T23:59:59.999Z`,
        type: "FLAT",
      });
      const response = await get(
        `/v1/profiles/${profileId}/balance-statements/${first.id}/statement.csv?${query.toString()}`,
        signal,
        MAX_STATEMENT_BYTES,
      );
      if (response.statusCode === 403 && response.headers["x-2fa-approval"] !== undefined)
        throw new Refusal("sca_required", NEEDS_A_PERSON);
      const content = readStatement(response, FIRST_COLUMN);
      const isEmpty = content.trimEnd().split("\n", 2).length < 2;
      return {
        outcome: "found" as const,
        file: isEmpty ? null : { name: `wise-${first.currency.toLowerCase()}-${day}.csv`, content },
        cursor: rest.length === 0 ? null : rest.map(({ id, currency }) => `${id}@${currency}`).join(","),
        mark: null,
      };
    });
}

function readCursor(cursor: string): Balance[] {
  return cursor.split(",").map((one) => ({ id: one.split("@")[0]!, currency: one.split("@")[1]! }));
}
