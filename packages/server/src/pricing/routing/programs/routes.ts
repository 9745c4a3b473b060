import { Version } from "./follow-programs.ts";
import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import { idOf, scopeOf } from "#src/kernel/http/caller.ts";
import { mapPage, pageOf, readPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  CreatedAt,
  Id,
  Name,
  Named,
  Nullable,
  OneOf,
  OrgId,
  Timestamp,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { created, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { compare, type CountArms } from "./compare.ts";
import { RulesSchema } from "./program.ts";
import { listPrograms, PROGRAM_STATUSES, publishedPrograms } from "./queries.ts";
import { archiveProgram, changeDraft, createDraft, mustFind, publishProgram, type WriteDeps } from "./write-program.ts";

const Share = Type.Integer({ minimum: 1, maximum: 99 });

const Program = Named(["RoutingProgram", "Rules that order the providers of a payment; the first that matches wins"], {
  program_id: [Id, "Id of the routing program"],
  org_id: Nullable(OrgId),
  version: Version,
  name: [Type.String(), "A name for people"],
  status: [
    OneOf(PROGRAM_STATUSES, { title: "RoutingProgramStatus" }),
    "draft: may be changed; published: routes payments; archived: routes none, and stays for those that it routed",
  ],
  share: [
    Nullable(Type.Integer()),
    "The percentage of payments that it gets while it is compared with the other published program; null: alone",
  ],
  rules: [RulesSchema, "The rules, in the order in which they are asked"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  published_at: [Nullable(Timestamp), "When it was published; UTC. Null: never"],
});

const Fraction = Type.Number();
const Arm = Named("RoutingArm", {
  program_id: [Id, "Id of the routing program"],
  version: Version,
  succeeded: [Type.Integer(), "How many of its payments succeeded"],
  sample: [Type.Integer(), "How many succeeded or failed; canceled ones are not counted"],
  success: [Nullable(Fraction), "`succeeded` of `sample`, 0 to 1; null: the sample is empty"],
  under_way: [Type.Integer(), "How many have not ended"],
});
const Difference = Named("RoutingDifference", {
  estimate: [Fraction, "Success of the second arm less that of the first"],
  lower: [Fraction, "Lower end of the 95 % interval"],
  upper: [Fraction, "Upper end of the 95 % interval"],
});
const Comparison = Named(["RoutingComparison", "What a comparison of two routing programs shows"], {
  arms: [Type.Array(Arm), "The published program, then the one that is compared with it"],
  difference: [Nullable(Difference), "Null: an arm has no finished payments"],
  verdict: [Type.String(), "What may be said, in words: no difference is shown while the interval includes zero"],
});

const Draft = { name: [Name, "A name for people"], rules: [RulesSchema, "The rules, in order"] } as const;

export function programRoutes(deps: WriteDeps & { countArms: CountArms }): (app: App) => void {
  const programIn = ({ params }: { params: { program_id: string } }) => idOf(params.program_id, "Routing program");
  return (app) => {
    const on = operations(app, "Provider configs");
    on("GET /payments/routing/programs", {
      id: "listRoutingPrograms",
      summary: "List routing programs",
      query: Type.Object({
        org_id: Type.Optional(Id),
        status: Type.Optional(OneOf(PROGRAM_STATUSES)),
      }),
      answer: pages("Routing programs", Program),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "routing-programs", scope);
        const rows = await listPrograms(deps.db, scope, request.query.status, page);
        const shown = pageOf(rows, page, (row) => [row.programId]);
        return mapPage(shown, (row) => inSnakeCase(row));
      },
    });
    on("POST /payments/routing/programs", {
      id: "createRoutingProgram",
      summary: "Create a draft of a routing program",
      description:
        "Of an organization, or without `org_id` of the platform. An organization's own program is asked first, then " +
        "the platform's. Refused (400) with the place of each rule that could not work, and what to mend.",
      body: Closed({ ...Draft, org_id: Type.Optional(Nullable(OrgId)) }),
      answer: created("Routing program created", Program),
      handle: async (request) => {
        const { org_id = null, ...draft } = request.body;
        const orgId = org_id === null ? null : idOf(org_id, "Organization");
        return inSnakeCase(await createDraft(deps, orgId, draft, actorIn(request), request.idempotencyId));
      },
    });
    on("GET /payments/routing/programs/:program_id", {
      id: "getRoutingProgram",
      summary: "Read a routing program",
      description: "`name` and `rules` of the answer are the body of a new draft, here or at another deployment.",
      answer: ok("Routing program", Program),
      handle: async (request) => inSnakeCase(await mustFind(deps.db, programIn(request))),
    });
    on("PATCH /payments/routing/programs/:program_id", {
      id: "changeRoutingProgram",
      summary: "Change a draft of a routing program",
      body: Type.Partial(Closed(Draft), { additionalProperties: false }),
      answer: ok("Routing program changed", Program),
      errors: { 409: "The program is published or archived" },
      handle: async (request) =>
        inSnakeCase(await changeDraft(deps, programIn(request), request.body, actorIn(request))),
    });
    on("POST /payments/routing/programs/:program_id/publish", {
      id: "publishRoutingProgram",
      summary: "Publish a routing program",
      description:
        "Every process routes by it within a second. It takes the place of the published one; with `share` it gets " +
        "that percentage of payments beside it, so that both can be compared. Published again without `share`, it " +
        "stays alone.",
      body: Closed({ share: [Type.Optional(Share), "Percentage of payments that it gets, to be compared"] }),
      answer: ok("Routing program published", Program),
      handle: async (request) => {
        const { share = null } = request.body;
        return inSnakeCase(await publishProgram(deps, request, programIn(request), share, actorIn(request)));
      },
    });
    on("POST /payments/routing/programs/:program_id/archive", {
      id: "archiveRoutingProgram",
      summary: "Take a routing program out of use",
      description: "Without a published program the order of the provider configs holds.",
      answer: ok("Routing program archived", Program),
      handle: async (request) => inSnakeCase(await archiveProgram(deps, request, programIn(request), actorIn(request))),
    });
    on("GET /payments/routing/programs/:program_id/comparison", {
      id: "compareRoutingPrograms",
      summary: "Compare two routing programs by the payments that each got",
      description:
        "Of a program that was published with a share. Counts the newest 200,000 payments since then, by the program " +
        "that they got, whichever rule decided. Who looks often sees differences by chance: set the end beforehand.",
      answer: ok("Comparison", Comparison),
      errors: { 409: "The program is not compared with another" },
      handle: async (request) => {
        const compared = await mustFind(deps.db, programIn(request));
        return compare(deps.countArms, compared, await publishedPrograms(deps.db, compared.orgId));
      },
    });
  };
}
