import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { created, list, nothing, operations } from "#src/kernel/http/operation.ts";
import { Closed, CountryCode, Id, Named, Nullable, OneOf, OrgId, Timestamp } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { PaymentMethodSchema } from "#src/pricing/provider-accounts/index.ts";
import { type Gate, start, stop } from "./change-stops.ts";
import { FLOWS } from "./stop.ts";

const FlowSchema = OneOf(FLOWS, {
  title: "StoppedFlow",
  description: "payouts: held until they start again. payins: new ones get 503. writes: every call but reads gets 503",
});
const Listed = Named(["Stop", "What the operator has stopped"], {
  stop_id: [Id, "Id of the stop, which starts it again"],
  flow: [FlowSchema, "What is stopped"],
  org_id: Nullable(OrgId),
  country: [Nullable(Type.String()), "The payments' country; null: every country"],
  payment_method: [Nullable(PaymentMethodSchema), "The payment method; null: every method"],
  reason: [Type.String(), "Why, for everybody who uses the service"],
  stopped_at: [Timestamp, "When it was stopped; UTC"],
});

export function stopRoutes(deps: { db: Db; clock: Clock; gate: Gate }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Stops");
    on("GET /payments/stops", {
      id: "listStops",
      summary: "List what the operator has stopped",
      description: "Platform people see everything, others what concerns their organization.",
      answer: list("Stops", Listed),
      handle: async ({ caller }) => {
        const concerns = (orgId: string | null) =>
          caller.platformRole !== null || orgId === null || orgId === caller.orgId;
        return (await deps.gate.list()).filter(({ org_id }) => concerns(org_id));
      },
    });
    on("POST /payments/stops", {
      id: "createStop",
      summary: "Stop payouts, payins or all writes",
      description:
        "Everywhere, or for an organization, a country, a method. Every process follows within a second. A payout that " +
        "is stopped is stored and held, with `hold` on its record, and goes on when it may. Refunds and ramps are " +
        "refused with 503 while payouts are stopped. `corridor payouts stop` does the same without the API.",
      body: Closed({
        flow: FlowSchema,
        org_id: Type.Optional(Nullable(OrgId)),
        country: Type.Optional(Nullable(CountryCode)),
        payment_method: [Type.Optional(Nullable(PaymentMethodSchema)), "The payment method; absent: every method"],
        reason: [Type.String({ minLength: 1, maxLength: 200 }), "Why, for everybody who uses the service"],
      }),
      answer: created("Stopped", Listed),
      handle: async (request) => {
        const { flow, org_id = null, country = null, payment_method = null, reason } = request.body;
        const organization = org_id === null ? null : idOf(org_id, "Organization");
        return await stop(deps, { flow, org_id: organization, country, payment_method }, reason, actorIn(request));
      },
    });
    on("DELETE /payments/stops/:stop_id", {
      id: "removeStop",
      summary: "Start again what was stopped",
      description: "Held payouts are sent within two minutes.",
      answer: nothing,
      handle: async (request) => {
        const found = await start(deps, idOf(request.params.stop_id, "Stop"), actorIn(request));
        if (found === undefined) throw notFound("Stop");
      },
    });
  };
}
