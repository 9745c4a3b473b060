import type { InMoney } from "#src/kernel/db/money-rows.ts";
import type { Row } from "#src/kernel/db/statement.ts";

/**
 * Prefunding, or a correction by hand. It has happened: two people saw the money, so no floor refuses it.
 * `amount`: positive: the organization receives it. Negative: it is taken from the organization.
 * `provider`: the provider that holds the money, if any: it counts toward the float expected there.
 */
export type Adjustment = InMoney<Row<"balances.FIND_ADJUSTMENT">, "amount">;
