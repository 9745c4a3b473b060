import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import { FAILURE_CAUSES, FAILURES } from "@corridor/provider-kit/failures.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import { list, ok, operations } from "#src/kernel/http/operation.ts";
import { Closed, Named, Nullable, OneOf, Timestamp } from "#src/kernel/http/schemas.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { keyOf, LIST_UNKNOWN, mapCode, MAX_CODE, readMappedCodes } from "./failure-codes.ts";
import type { ProviderRegistry } from "./provider-registry.ts";
import { ProviderNameSchema } from "./names.ts";

const MAX_LISTED = 1_000;
export const ProviderCauseSchema = OneOf(FAILURE_CAUSES, {
  title: "ProviderFailureCause",
  description: "What a provider's code for a refusal or failure means, in words that are the same for all providers",
});
const FlowSchema = OneOf(["inbound", "outbound"] as const);
const MAPPED = {
  provider: [Type.String(), "Name of the provider"],
  direction: [FlowSchema, "The way in which the money went: the same code may mean another thing in the other"],
  code: [Type.String(), "The code as the provider gave it"],
  cause: [Nullable(ProviderCauseSchema), "What an operator says that it means; null: nobody has"],
} as const;
const MappedSchema = Named(["MappedFailureCode", "What a provider's code means"], MAPPED);
const CodeSchema = Named(["UnknownFailureCode", "A provider's code that its adapter does not know"], {
  ...MAPPED,
  example: [Type.String(), "The provider's text with the first of them"],
  count: [Type.Integer(), "Attempts of ended payments that had it without a cause"],
  first_seen_at: [Timestamp, "When it came first"],
  last_seen_at: [Timestamp, "When it came last"],
});

type RouteDeps = Omit<Parameters<typeof mapCode>[0], "registry"> & {
  cells: Pick<CellsInUse, "every">;
  askSecondPerson: AskSecondPerson;
  registry: ProviderRegistry;
};

export function failureCodeRoutes(deps: RouteDeps): (app: App) => void {
  return (app) => {
    const on = operations(app, "Providers");
    on("GET /payments/failure-codes", {
      id: "listFailureCodes",
      summary: "List the providers' codes that no adapter knows, and what operators say that they mean",
      description: `The latest ${MAX_LISTED}. A refusal without a cause goes to the next provider; a failure ends.`,
      answer: list("Failure codes", CodeSchema),
      handle: async () => {
        const codes = await deps.cells.every.query(LIST_UNKNOWN, [MAX_LISTED]);
        const causes = await readMappedCodes(deps.db);
        return codes.map((one) => ({ ...one, direction: one.flow, cause: causes.get(keyOf(one)) ?? null }));
      },
    });
    on("PUT /payments/failure-codes", {
      id: "setFailureCause",
      summary: "Say what a provider's code means",
      description:
        "For refusals and failures from now on, in every process within a second. Without a cause, it is taken back. " +
        "Where a payout would then go on to another provider, a second person approves it.",
      body: Closed({
        provider: ProviderNameSchema,
        direction: MAPPED.direction,
        code: [Type.String({ minLength: 1, maxLength: MAX_CODE }), MAPPED.code[1]],
        cause: [Type.Optional(Nullable(ProviderCauseSchema)), "What it means; null or absent: takes it back"],
      }),
      answer: ok("Failure cause set", MappedSchema),
      errors: {
        404: "The code had no cause that could be taken back",
        409: "The adapter knows the code, or a second person must approve",
      },
      handle: async (request) => {
        const { provider, direction: flow, code, cause = null } = request.body;
        if (flow === "outbound" && cause !== null && FAILURES[cause].next === "other_provider")
          await deps.askSecondPerson(request, {
            orgId: null,
            title: `Let payouts that ${provider} fails with ${code} go on to other providers`,
            request: request.body,
            reasons: ["a payout that was not really failed would be paid twice"],
            approverRole: "platform-admin",
          });
        await mapCode(deps, { provider, flow, code, cause }, actorIn(request));
        await deps.registry.settled();
        return { provider, direction: flow, code, cause };
      },
    });
  };
}
