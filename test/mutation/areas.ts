/**
 * The mutated code, and the tests that must detect a mutation: those beside the code, so that a rule is tested where it
 * is written and not only through its callers. Only tests without a database run, so the score says nothing about SQL.
 */
export type Area = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

const CORE = "packages/server/src/payments/core";
const RULES = "packages/server/src/payments/rules";
const LEDGER = "packages/server/src/record/ledger";
const ROUTING = "packages/server/src/pricing/routing";
const besides = (...files: readonly string[]): Area => ({
  mutate: files,
  tests: files.map((file) => file.replace(/\.ts$/, ".test.ts")),
});
const PROVIDERS_WITH_SIGNATURES = ["adyen", "pawapay", "paystack", "stripe", "yellowcard"];

export const AREAS: Readonly<Record<string, Area>> = {
  money: besides("packages/base/money.ts", "packages/base/decimal.ts"),
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
      "packages/server/src/payments/ramps/ramp-rules.test.ts",
    ],
  },
  schedule: besides(`${CORE}/check-schedule.ts`),
  postings: besides(`${CORE}/payment-ledger.ts`),
  ledger: {
    mutate: ["apply-transactions", "chain", "ledger", "postings"].map((name) => `${LEDGER}/${name}.ts`),
    tests: ["apply-transactions", "chain", "ledger"].map((name) => `${LEDGER}/${name}.test.ts`),
  },
  escrow: besides("packages/server/src/products/escrow/split-amount.ts"),
  events: besides("packages/server/src/record/events/event-text.ts"),
  routing: besides(`${ROUTING}/choose-route.ts`, `${ROUTING}/circuit-breaker.ts`, `${ROUTING}/next-step.ts`),
  signatures: besides(
    "packages/server/src/record/webhooks/signature.ts",
    "packages/providers/sandbox/sandbox-signature.ts",
    ...PROVIDERS_WITH_SIGNATURES.map((name) => `packages/providers/${name}/${name}-signature.ts`),
  ),
  secrets: besides("packages/server/src/kernel/secrets.ts"),
  addresses: besides("packages/server/src/kernel/address-guard.ts"),
  idempotency: besides("packages/server/src/kernel/http/idempotency-rules.ts"),
  authentication: besides(
    "packages/server/src/kernel/http/verify-token.ts",
    "packages/server/src/kernel/http/access-control.ts",
    "packages/server/src/parties/identity/totp.ts",
    "packages/server/src/parties/api-keys/api-key.ts",
  ),
};
