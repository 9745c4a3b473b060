import Type from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { dateRange } from "#src/kernel/http/date-range.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { CreatedAt, DateFrom, DateTo, Id, Named, Nullable, OneOf, Timestamp } from "#src/kernel/http/schemas.ts";
import { nothing, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { findAuditRecords, PLATFORM_CHAIN } from "#src/record/audit/index.ts";
import { SIGN_IN_OUTCOMES, type SignInOutcome } from "./record-sign-in.ts";
import { findSessions } from "./session-queries.ts";
import { endSessions } from "./sessions.ts";

const SessionItem = Named("Session", {
  session_id: [Id, "Id of the session"],
  kind: [OneOf(["dashboard", "token"]), "dashboard: a browser; token: a program, by a token of the identity provider"],
  current: Type.Boolean({ description: "Whether this is the session of the current request" }),
  address: Type.String({ description: "The network address from which the session was last used" }),
  user_agent: [Nullable(Type.String()), "The browser or program that used it last; null: it did not say"],
  created_at: CreatedAt,
  last_seen_at: [Timestamp, "When the session was last used"],
  expires_at: [Timestamp, "When the session ends by itself"],
});

const SignInItem = Named(["SignIn", "A sign-in to one's account, or an attempt that was refused"], {
  sign_in_id: [Id, "Id of the entry in the audit log"],
  outcome: [OneOf(SIGN_IN_OUTCOMES), "Whether somebody signed in"],
  reason: [Nullable(Type.String()), "What was wrong; null: nothing"],
  address: [Nullable(Type.String()), "The network address"],
  user_agent: [Nullable(Type.String()), "The browser or program; null: it did not say"],
  known_device: [Type.Boolean(), "Whether the browser had been used for the account before"],
  created_at: CreatedAt,
});
type Trace = { reason?: string; address?: string; user_agent?: string | null; known_device?: boolean };

export function ownSessionRoutes(deps: { db: Db; clock: Clock }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Users");
    on("GET /users/me/sessions", {
      id: "listOwnSessions",
      summary: "List one's own sessions",
      description:
        "Dashboard sessions and tokens of the embedded identity provider, newest first. `last_seen_at` is exact " +
        "to a minute.",
      answer: pages("Sessions", SessionItem),
      handle: async (request) => {
        const { caller } = request;
        const page = readPage(request, "sessions", { orgId: caller.userId });
        return shownPage(
          await findSessions(deps.db, caller.userId, page, deps.clock.now()),
          page,
          (row) => [row.session_id],
          ({ user_id: _, generation: __, ...row }) => ({ ...row, current: row.session_id === caller.sessionId }),
        );
      },
    });

    on("GET /users/me/sign-ins", {
      id: "listOwnSignIns",
      summary: "List the sign-ins to one's own account",
      description: "Refused attempts too, newest first. An org-admin finds those of members in the audit log.",
      query: Type.Object({
        outcome: Type.Optional(OneOf(SIGN_IN_OUTCOMES)),
        from: DateFrom,
        to: DateTo,
      }),
      answer: pages("Sign-ins", SignInItem),
      handle: async (request) => {
        const { userId } = request.caller;
        const page = readPage(request, "sign-ins", { orgId: userId });
        const { outcome, from, to } = request.query;
        const { date_from, date_to } = dateRange(from, to);
        const actions = outcome === undefined ? SIGN_IN_OUTCOMES : [outcome];
        const filter = { actions, resourceType: "user", resourceId: userId, from: date_from, to: date_to };
        const question = { orgId: PLATFORM_CHAIN, filter, afterId: page.after?.[0] ?? null, limit: page.limit };
        return shownPage(
          await findAuditRecords(deps.db, question),
          page,
          ({ audit_id }) => [audit_id],
          ({ audit_id, action, changes, created_at }) => {
            const { reason = null, address = null, user_agent = null, known_device = false } = (changes ?? {}) as Trace;
            const outcome = action as SignInOutcome;
            return { sign_in_id: audit_id, outcome, reason, address, user_agent, known_device, created_at };
          },
        );
      },
    });

    on("DELETE /users/me/sessions", {
      id: "endOtherSessions",
      summary: "End all other sessions",
      description: "Within a second, every session but that of this request is refused everywhere.",
      answer: nothing,
      handle: async ({ caller, id }) => {
        await endSessions(deps, { userId: caller.userId, requestId: id }, { allBut: caller.sessionId ?? null });
      },
    });

    on("DELETE /users/me/sessions/:session_id", {
      id: "endOwnSession",
      summary: "End one of your own sessions",
      answer: nothing,
      handle: async ({ caller, id, params }) => {
        const only = idOf(params.session_id, "Session");
        if ((await endSessions(deps, { userId: caller.userId, requestId: id }, { only })) === 0)
          throw notFound("Session");
      },
    });
  };
}
