import type { Provider } from "@corridor/provider-kit/provider.ts";
import { isSuccess, Refusal, type Speaker, undecided } from "@corridor/provider-kit/speak.ts";
import { MAX_STATEMENT_BYTES, readStatement } from "@corridor/provider-kit/statement-file.ts";
import { formOf, idOf, MalformedAnswer, readList, textOf } from "@corridor/provider-kit/wire.ts";

/**
 * One file for each currency and day, as Wise's pages offer it. Fees have lines of their own (`FLAT`), so a transfer's
 * line says what the transfer was. The cursor names the balances that are left: `<id>@<currency>,<id>@<currency>`.
 */
const MAX_BALANCES = 100;
const FIRST_COLUMN = /^\uFEFF?"?TransferWise ID"?,/;
const NEEDS_A_PERSON =
  "Wise wants a person to approve that this token reads statements; download them and upload them here";

export function createWiseStatements(profile: string, { send, get }: Speaker): NonNullable<Provider["fetchStatement"]> {
  async function listBalances(signal: AbortSignal): Promise<string[]> {
    const response = await get(`/v4/profiles/${profile}/balances?types=STANDARD`, signal);
    if (!isSuccess(response)) throw undecided(response);
    const balances = readList(response.body, "balances", MAX_BALANCES);
    if (balances.length === 0) throw new MalformedAnswer("balances");
    return balances.map((json) => {
      const balance = `${idOf(json, "id")}@${textOf(json, "currency")}`;
      if (!/^\d{1,18}@[A-Z]{3}$/.test(balance)) throw new MalformedAnswer("balance");
      return balance;
    });
  }

  return async ({ day, cursor }, signal) => {
    const [first, ...rest] = cursor === null ? await listBalances(signal) : cursor.split(",");
    const [id, currency] = first!.split("@") as [string, string];
    const [intervalStart, intervalEnd] = [`${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`];
    const query = formOf({ currency, intervalStart, intervalEnd, type: "FLAT" });
    const response = await send({
      method: "GET",
      path: `/v1/profiles/${profile}/balance-statements/${id}/statement.csv?${query}`,
      headers: { accept: "*/*" },
      signal,
      maxResponseBytes: MAX_STATEMENT_BYTES,
    });
    if (response.statusCode === 403 && response.headers["x-2fa-approval"] !== undefined)
      throw new Refusal("sca_required", NEEDS_A_PERSON);
    const content = readStatement(response, FIRST_COLUMN);
    const isEmpty = content.trimEnd().split("\n", 2).length < 2;
    const file = isEmpty ? null : { name: `wise-${currency.toLowerCase()}-${day}.csv`, content };
    return { outcome: "found", file, cursor: rest.join(",") || null, mark: null };
  };
}
