import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { newId } from "@corridor/base/ids.ts";
import { propertiesOf } from "../entered-settings.ts";
import { InvalidCallback } from "../errors.ts";
import { FAILURE_CAUSES } from "../failures.ts";
import type { DispatchResult, Provider, ProviderUpdate, RawCallback, StatusQuery } from "../provider.ts";
import type { Case, Stage } from "../stage.fixtures.ts";
import { type Random, randomFrom } from "./random.ts";

/**
 * The rules for every provider: those of provider.ts, and those that keep money safe. A rule is data: its sentence, and
 * a check that throws where it does not hold. `check-conformance.ts` runs them for a package; any test runner can.
 */
export type Rule<S extends Stage = Stage> = {
  readonly rule: string;
  check(stage: S, about: Pick<Case, "name" | "isBuiltIn">): Promise<void> | void;
};

const DEADLINE_MS = 5_000;
const FUZZ_RUNS = 1_000;
export const deadline = (): AbortSignal => AbortSignal.timeout(DEADLINE_MS);

export const asked = (reference: string, { direction }: Pick<StatusQuery, "direction">): StatusQuery => ({
  reference,
  providerPaymentId: null,
  direction,
});

export const RULES: readonly Rule<Stage & { traits?: { foundBy: string; neverHad: string } }>[] = [
  {
    rule: "goes by its own name, says what it can do, knows what its codes mean, and marks its secrets",
    check({ provider }, { name }) {
      equal(provider.name, name);
      notEqual(provider.displayName, "");
      ok(provider.corridors.length > 0, "no corridors");
      for (const cause of Object.values({ ...provider.codes.inbound, ...provider.codes.outbound }))
        ok(FAILURE_CAUSES.includes(cause), `no cause is called ${cause}`);
      for (const [property, schema] of propertiesOf(provider.settings))
        if (/key|secret|password|token/.test(property))
          equal(schema["x-secret"], true, `the setting ${property} is not marked as a secret`);
    },
  },
  {
    rule: "declares how long a request may still take effect: minutes, where another company carries it out",
    check({ provider }, { isBuiltIn }) {
      ok(provider.settlesWithinMs >= (isBuiltIn === true ? 0 : 2 * 60_000), `${provider.settlesWithinMs} ms`);
    },
  },
  {
    rule: "accepts: with an id of its own and a status that is not final failure",
    async check(stage) {
      const result = await stage.provider.dispatch(stage.accepted(), deadline());
      isAccepted(result);
      ok(["pending", "processing", "completed"].includes(result.status), `the status ${result.status}`);
      holdsNoSecret(stage, result);
    },
  },
  {
    rule: "refuses: with a code and a reason",
    async check(stage) {
      const result = await stage.provider.dispatch(stage.refused(), deadline());
      ok(result.outcome === "refused" && result.code !== "" && result.reason !== "", seen(result));
      holdsNoSecret(stage, result);
    },
  },
  {
    rule: "refuses a method that it does not have, before anything is sent",
    async check(stage) {
      is(await stage.provider.dispatch(stage.accepted({ method: "wallet" }), deadline()), "refused");
    },
  },
  {
    rule: "takes a reference once, also from ten at once: every answer names the same payment or leaves it open, and none refuses",
    async check(stage) {
      const request = stage.accepted();
      const results = await Promise.all(Array.from({ length: 10 }, () => stage.provider.dispatch(request, deadline())));
      const ids = results.flatMap((result) => (result.outcome === "accepted" ? [result.providerPaymentId] : []));
      equal(new Set(ids).size, 1, `it named ${ids.join(", ") || "no payment"}`);
      for (const result of results) notEqual(result.outcome, "refused", seen(result));
    },
  },
  {
    rule: "finds what it accepted, and says whose it is",
    async check(stage) {
      const { reference, direction } = stage.accepted();
      const accepted = await stage.provider.dispatch(stage.accepted({ reference }), deadline());
      isAccepted(accepted);
      const { providerPaymentId } = accepted;
      const answer = await stage.provider.fetchStatus({ reference, providerPaymentId, direction }, deadline());
      if (stage.traits?.foundBy === "callback") return is(answer, "unknown");
      ok(answer.outcome === "found", seen(answer));
      const { update } = answer;
      deepEqual([update.kind, update.reference, update.providerPaymentId], ["payment", reference, providerPaymentId]);
    },
  },
  {
    rule: "says not_found only for what it surely never accepted",
    async check(stage) {
      const refused = stage.refused();
      await stage.provider.dispatch(refused, deadline());
      for (const reference of [newId(), refused.reference])
        is(
          await stage.provider.fetchStatus(asked(reference, refused), deadline()),
          stage.traits?.neverHad ?? "not_found",
        );
    },
  },
  {
    rule: "never takes a callback without a signature for genuine",
    async check({ provider, clock }) {
      const now = clock.now();
      const invented = `t=${Math.floor(now.getTime() / 1000)},v1=${"0".repeat(64)}`;
      for (const headers of [{}, { "x-sandbox-signature": "" }, { "x-sandbox-signature": invented }])
        equal(await provider.verifyCallback({ headers, rawBody: Buffer.from("{}"), path: "/" }, now), null);
    },
  },
  {
    rule: "parses a callback whole or throws InvalidCallback, whatever the bytes",
    check({ provider }, { name }) {
      return fuzz((random) => {
        const kind = random.upTo(2);
        const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
        const rawBody =
          kind === 0 ? random.bytes(40) : kind === 1 ? json(random.json()) : json(eventLike(random, name));
        isReadWholeOrNot(provider, rawBody);
      });
    },
  },
];

export async function fuzz(once: (random: Random) => Promise<void> | void, runs = FUZZ_RUNS): Promise<void> {
  for (let seed = 1; seed <= runs; seed++) await once(randomFrom(seed));
}

export const seen = (result: object): string => `it answered ${JSON.stringify(result)}`;

export function is(result: { outcome: string }, outcome: string): void {
  equal(result.outcome, outcome, `expected ${outcome}; ${seen(result)}`);
}

export function isAccepted(result: DispatchResult): asserts result is Extract<DispatchResult, { outcome: "accepted" }> {
  const isWhole = result.outcome === "accepted" && result.providerPaymentId !== "" && result.providerStatus !== "";
  ok(isWhole, `expected accepted, with an id and a status of the provider's; ${seen(result)}`);
}

export function holdsNoSecret(stage: Stage, outcome: object): void {
  const text = JSON.stringify(outcome);
  for (const secret of stage.secrets) ok(!text.includes(secret), "the answer has a secret in it");
}

export function isReadWholeOrNot(provider: Provider, rawBody: Buffer, path = "/"): void {
  let updates: ProviderUpdate[];
  try {
    updates = provider.parseCallback({ rawBody, path } satisfies Pick<RawCallback, "rawBody" | "path">);
  } catch (error) {
    return ok(error instanceof InvalidCallback, `${String(error)}, for ${rawBody.toString("utf8")}`);
  }
  for (const update of updates) equal(lackOf(update), null, `for ${rawBody.toString("utf8")}`);
}

function lackOf(update: ProviderUpdate): string | null {
  if (update.kind === "deposit")
    return update.amount.isPositive() && update.depositId && update.accountNumber && update.rail
      ? null
      : "a deposit without its parts";
  if (update.kind === "hand_paid_notice")
    return update.amount.isPositive() && update.receipt ? null : "a payment by hand without its parts";
  if (update.kind === "notice" || update.kind === "incident_notice")
    return update.reference || update.providerPaymentId ? null : "a notice of nothing";
  if (update.kind === "dispute" || update.kind === "refund_elsewhere" || update.kind === "warning")
    return update.amount.isPositive() && (update.reference || update.providerPaymentId)
      ? null
      : `a ${update.kind} without its parts`;
  if (update.reference === "") return "an update without a reference";
  if (!["pending", "processing", "completed", "failed"].includes(update.status)) return `the status ${update.status}`;
  return update.kind === "payment" && update.receivedAmount?.isNegative() ? "a negative amount" : null;
}

/** Nearly valid input: each field is usually valid, and sometimes random. */
function eventLike(random: Random, provider: string): unknown {
  const mostly = (right: unknown): unknown => (random.upTo(12) === 0 ? random.json() : right);
  const event = (): unknown => ({
    event_id: mostly("evt_1"),
    event: random.oneOf<unknown>(["payment.updated", "refund.updated", "deposit.received", "kyb.decided", 7]),
    provider: mostly(provider),
    id: mostly("id-1"),
    reference: mostly("reference-1"),
    status: random.oneOf(["pending", "processing", "completed", "failed", "done", null]),
    provider_status: mostly("ok"),
    amount: random.oneOf<unknown>(["1.00", "0", "-1", "1e5", "1.001", 1, null]),
    currency: random.oneOf<unknown>(["USD", "ZZZ", null, 5]),
    received_amount: random.oneOf<unknown>(["1.00", "-1.00", "1.001", 1, null, {}]),
    reason: mostly(null),
    occurred_at: random.oneOf<unknown>(["2026-01-05T09:00:00.000Z", "yesterday", 5, null]),
    data: mostly({ account_number: "1", rail: "bank_transfer" }),
  });
  return { callback_id: mostly("cb_1"), events: mostly(Array.from({ length: random.upTo(3) }, event)) };
}
