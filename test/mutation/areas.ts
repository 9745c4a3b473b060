/**
 * The mutated code, and the tests that must detect a mutation: those beside the code, so that a rule is tested where it
 * is written and not only through its callers. Only tests without a database run, so the score says nothing about SQL.
 */
export type Area = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

const CORE = "src/modules/money/core";
const RULES = "src/modules/money/payments/rules";
const LEDGER = "src/modules/books/ledger";
const ROUTING = "src/modules/terms/routing";
const besides = (...files: readonly string[]): Area => ({
  mutate: files,
  tests: files.map((file) => file.replace(/\.ts$/, ".test.ts")),
});
const PROVIDERS_WITH_SIGNATURES = ["adyen", "pawapay", "paystack", "stripe", "yellowcard"];

export const AREAS: Readonly<Record<string, Area>> = {
  money: besides("src/platform/money.ts", "src/platform/decimal.ts"),
  leg: besides(`${CORE}/leg.ts`),
  payments: {
    mutate: [
      ...["decision", "moves", "objections", "otp-tries"].map((name) => `${CORE}/${name}.ts`),
      `${RULES}/payment-rules.ts`,
    ],
    tests: [
      `${RULES}/moves.test.ts`,
      `${RULES}/payment-rules.test.ts`,
      `${RULES}/objections.test.ts`,
      "src/modules/money/ramps/ramp-rules.test.ts",
    ],
  },
  schedule: besides(`${CORE}/check-schedule.ts`),
  postings: besides(`${CORE}/payment-ledger.ts`),
  ledger: {
    mutate: ["apply-transactions", "chain", "ledger", "postings"].map((name) => `${LEDGER}/${name}.ts`),
    tests: ["apply-transactions", "chain", "ledger"].map((name) => `${LEDGER}/${name}.test.ts`),
  },
  escrow: besides("src/modules/money/escrow/split-amount.ts"),
  events: besides("src/modules/delivery/events/compact-text.ts"),
  routing: besides(`${ROUTING}/choose-route.ts`, `${ROUTING}/circuit-breaker.ts`, `${ROUTING}/next-step.ts`),
  signatures: besides(
    "src/modules/delivery/webhooks/signature.ts",
    "src/providers/sandbox-signature.ts",
    ...PROVIDERS_WITH_SIGNATURES.map((name) => `src/providers/${name}/${name}-signature.ts`),
  ),
  secrets: besides("src/platform/secrets.ts"),
  addresses: besides("src/platform/address-guard.ts"),
  idempotency: besides("src/platform/http/idempotency-rules.ts"),
  authentication: besides(
    "src/platform/http/verify-token.ts",
    "src/platform/http/access-control.ts",
    "src/modules/people/identity/totp.ts",
    "src/modules/people/api-keys/api-key.ts",
  ),
};
