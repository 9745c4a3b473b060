import type { Needs, Part } from "#src/kernel/part.ts";
import { quoteRoutes } from "./routes.ts";

export { assertQuoted, findQuote, type FoundQuote } from "./check-quote.ts";
export type { RampQuestion } from "./make-quote.ts";
export { readChain } from "./read-chain.ts";

export function composeQuotes(deps: Needs<typeof quoteRoutes>): Part {
  return { routes: [quoteRoutes(deps)] };
}
