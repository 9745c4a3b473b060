import Type from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { pageQuery, readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { CreatedAt, Id, Named, Nullable, OneOf, Timestamp } from "#src/kernel/http/schemas.ts";
import { nothing, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { findSessions } from "./session-queries.ts";
import { endSessions } from "./sessions.ts";

const SESSION_LIST = { name: "sessions", cursorName: "last_evaluated_key" } as const;

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

export function ownSessionRoutes(deps: { db: Db; clock: Clock }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Users");
    on(
      "GET /users/me/sessions",
      {
        id: "listOwnSessions",
        summary: "List one's own sessions",
        description:
          "Dashboard sessions and tokens of the embedded identity provider, newest first. `last_seen_at` is exact " +
          "to a minute.",
        query: Type.Object(pageQuery()),
        answer: pages("Sessions", SessionItem),
      },
      async (request) => {
        const { caller } = request;
        const page = readPage(request, SESSION_LIST, { orgId: caller.userId });
        return shownPage(
          await findSessions(deps.db, caller.userId, page, deps.clock.now()),
          page,
          (row) => [row.session_id],
          ({ user_id: _, generation: __, ...row }) => ({ ...row, current: row.session_id === caller.sessionId }),
        );
      },
    );

    on(
      "DELETE /users/me/sessions",
      {
        id: "endOtherSessions",
        summary: "End all other sessions",
        description: "Within a second, every session but that of this request is refused everywhere.",
        answer: nothing,
      },
      async ({ caller, id }) => {
        await endSessions(deps, { userId: caller.userId, requestId: id }, { allBut: caller.sessionId ?? null });
      },
    );

    on(
      "DELETE /users/me/sessions/:session_id",
      { id: "endOwnSession", summary: "End one of your own sessions", answer: nothing },
      async ({ caller, id, params }) => {
        const only = idOf(params.session_id, "Session");
        if ((await endSessions(deps, { userId: caller.userId, requestId: id }, { only })) === 0)
          throw notFound("Session");
      },
    );
  };
}
