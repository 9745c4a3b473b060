export { assertQuoted, findQuote, type FoundQuote } from "./check-quote.ts";
export type { RampQuestion } from "./make-quote.ts";
export { readChain } from "./read-chain.ts";
