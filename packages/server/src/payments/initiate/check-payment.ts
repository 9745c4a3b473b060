import type { Queryable } from "#src/kernel/db/client.ts";
import type { Initiator } from "#src/payments/requests/index.ts";
import { judgePayouts } from "#src/payments/store/index.ts";
import type { InitiationBody } from "#src/payments/wire/index.ts";
import { type InitiateDeps, planIntent, refusalOf } from "./initiate-payment.ts";
import { readInitiation } from "./read-initiation.ts";

/** What would become of a request now, by the rules of an initiation. Nothing is stored, and nobody is asked. */
export async function checkPayment(deps: InitiateDeps & { db: Queryable }, who: Initiator, body: InitiationBody) {
  const { payment, screening } = await planIntent(deps, who, await readInitiation(deps, who.orgId, body));
  if (screening === undefined) return { payment, hold: null };
  const verdict = (await judgePayouts(deps.db, [{ payment, screening }], deps.clock.now())).get(payment.paymentId)!;
  if (verdict.verdict === "refuse") throw refusalOf(payment, verdict.refusal, verdict.reason);
  return { payment, hold: verdict.verdict === "hold" ? verdict : null };
}
