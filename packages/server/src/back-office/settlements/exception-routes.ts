import Type from "typebox";
import { personIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Amount,
  Closed,
  CreatedAt,
  CurrencyCode,
  Day,
  Id,
  Named,
  Nullable,
  OneOf,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { findNames } from "#src/parties/users/index.ts";
import { listExceptions, type SettlementException } from "./exception-queries.ts";
import { changeException, readOpenException, resolveException } from "./resolve-exception.ts";
import { EXCEPTION_KINDS, RESOLUTIONS } from "./settlement.ts";

const TAG = "Settlements";
const MAX_TEXT = 500;
const CHOICES = ["by_hand", "suspense", "written_off"] as const;

const ExceptionSchema = Named(["SettlementException", "A line or movement that could not be matched"], {
  exception_id: [Id, "Id of the exception"],
  account: [Type.String(), "A provider's name, or `bank:` followed by a name"],
  kind: [OneOf(EXCEPTION_KINDS), "Why the line or movement could not be matched"],
  line_kind: [Nullable(Type.String()), "The kind of the statement line; null when a line is missing"],
  amount: Amount,
  currency: CurrencyCode,
  provider_reference: [Nullable(Type.String()), "The provider's own reference of the movement"],
  our_reference: [Nullable(Type.String()), "Our attempt id, as the provider repeats it"],
  value_date: [Type.String(), "The day on which the money moved"],
  owner: [Nullable(Id), "The person who takes care of the exception; null: nobody yet"],
  owner_name: [Nullable(Type.String()), "The name of the person who takes care of the exception"],
  comment: [Nullable(Type.String()), "The owner's note; null: none"],
  due_on: [Nullable(Type.String()), "The day by which the exception should be resolved; null without one"],
  status: [OneOf(["open", "resolved"] as const), "Status of the exception. open: a person must decide"],
  resolution: [Nullable(OneOf(RESOLUTIONS)), "How it was resolved; null before"],
  reason: [Nullable(Type.String()), "The comment of the person who resolved the exception; null before"],
  resolved_by: [Nullable(Id), "The person who decided the item; null before"],
  created_at: CreatedAt,
  resolved_at: [Nullable(Timestamp), "When the item was decided; null before"],
});

type ExceptionDeps = { db: Db; clock: Clock; askSecondPerson: AskSecondPerson };

export function exceptionRoutes(app: App, deps: ExceptionDeps): void {
  const on = operations(app, TAG);
  const shown = async (one: SettlementException) => show(one, await namesOf(deps.db, [one]));

  on("GET /settlements/exceptions", {
    id: "listSettlementExceptions",
    summary: "List unmatched lines and movements, the largest amount first",
    query: Type.Object({
      account: Type.Optional(Type.String({ maxLength: 60 })),
      status: Type.Optional(OneOf(["open", "resolved"] as const)),
      owner: Type.Optional(Id),
    }),
    answer: pages("Exceptions", ExceptionSchema),
    handle: async (request) => {
      const { account = null, status = "open", owner = null } = request.query;
      if (owner !== null && !isId(owner)) throw invalidField("owner", "must be the id of a person");
      const page = readPage(request, "settlement-exceptions", { every: true });
      const after = page.after === null ? null : { size: page.after[0]!, id: page.after[1]! };
      const rows = await listExceptions(deps.db, { account, status, owner }, after, page.limit + 1);
      const names = await namesOf(deps.db, rows);
      return shownPage(
        rows,
        page,
        ({ amount, exceptionId }) => [(amount.isNegative() ? amount.negate() : amount).toDatabase(), exceptionId],
        (one) => show(one, names),
      );
    },
  });

  on("PATCH /settlements/exceptions/:exception_id", {
    id: "changeSettlementException",
    summary: "Set the owner, the due date and the note of an exception",
    body: Closed({
      owner: [Type.Optional(Nullable(Id)), "The person who takes care of the exception; null: nobody yet"],
      comment: [Type.Optional(Nullable(Type.String({ maxLength: MAX_TEXT }))), "A note for the others; null: none"],
      due_on: [Type.Optional(Nullable(Day)), "The day by which it should be resolved; null: none"],
    }),
    answer: ok("Exception changed", ExceptionSchema),
    errors: { 409: "It is resolved already" },
    handle: async (request) => {
      const { owner, comment, due_on: dueOn } = request.body;
      if (owner != null && (!isId(owner) || !(await findNames(deps.db, [owner])).has(owner.toLowerCase())))
        throw invalidField("owner", "is no person here");
      const change = { owner: owner?.toLowerCase() ?? owner, comment, dueOn };
      return await shown(await changeException(deps, personIn(request), request.params.exception_id, change));
    },
  });

  on("POST /settlements/exceptions/:exception_id/resolve", {
    id: "resolveSettlementException",
    summary: "Match an exception by hand, book it to suspense, or write it off",
    description:
      "`written_off` is answered with 409 `APPROVAL_REQUIRED` and done once another platform admin has approved " +
      "it (`/approvals`). `by_hand` names the movement by `reference`.",
    body: Closed({
      resolution: [OneOf(CHOICES), "How to resolve it"],
      reason: [Type.String({ minLength: 1, maxLength: MAX_TEXT }), "Why, kept with the exception"],
      reference: [
        Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
        "The reference of the movement that the line belongs to, or of a document that explains it",
      ],
    }),
    answer: ok("Exception", ExceptionSchema),
    errors: {
      409: "A write-off needs approval (APPROVAL_REQUIRED), the exception is resolved, or the movement does not match",
    },
    handle: async (request) => {
      const decision = { reference: null, ...request.body };
      const { exception_id } = request.params;
      if (decision.resolution === "written_off") {
        const { account, kind, amount } = await readOpenException(deps.db, exception_id);
        await deps.askSecondPerson(request, {
          orgId: null,
          title: `Write off ${amount.toString()} at ${account}`,
          request: { exception_id, account, kind, amount: amount.toString(), ...request.body },
          reasons: ["it gives up money"],
          approverRole: "platform-admin",
        });
      }
      return await shown(await resolveException(deps, personIn(request), exception_id, decision));
    },
  });
}

function namesOf(db: Db, rows: readonly SettlementException[]): Promise<Map<string, string>> {
  return findNames(
    db,
    rows.flatMap(({ owner }) => owner ?? []),
  );
}

function show(one: SettlementException, names: ReadonlyMap<string, string>) {
  return {
    ...inSnakeCase(one, "exceptionId", "account", "kind", "lineKind", "amount", "providerReference", "ourReference"),
    ...inSnakeCase(one, "valueDate", "owner", "comment", "dueOn", "status", "resolution", "reason"),
    ...inSnakeCase(one, "resolvedBy", "createdAt", "resolvedAt"),
    currency: one.amount.currency,
    owner_name: one.owner === null ? null : (names.get(one.owner) ?? null),
  };
}
