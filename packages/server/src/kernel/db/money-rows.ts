import { Money } from "@corridor/base/money.ts";

type InCurrency = { readonly currency: string };
type AsMoney<Value> = null extends Value ? Money | null : Money;

/** A row in which these amounts are `Money`, and so say the row's currency. */
export type InMoney<R extends InCurrency, Names extends keyof R> = Readonly<
  Omit<R, Names | "currency"> & { [Name in Names]: AsMoney<R[Name]> }
>;

export function inMoney<R extends InCurrency, const Names extends keyof R>(
  { currency, ...row }: R,
  ...names: readonly Names[]
): InMoney<R, Names> {
  const amounts = names.map((name) => [name, (row as R)[name] as string | null] as const);
  const money = amounts.map(([name, text]) => [name, text === null ? null : Money.fromDatabase(text, currency)]);
  return { ...row, ...Object.fromEntries(money) } as InMoney<R, Names>;
}
