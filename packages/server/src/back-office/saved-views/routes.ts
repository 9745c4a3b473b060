import Type from "typebox";
import { actorIn, audit } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import {
  type Call,
  type Caller,
  idOf,
  type OrganizationExists,
  organizationOf,
  orgIdIn,
  scopeOf,
} from "#src/kernel/http/caller.ts";
import { conflict, forbidden, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { pageOf, readPage } from "#src/kernel/http/pagination.ts";
import { CreatedAt, Id, Name, Named, OrgId, UpdatedAt } from "#src/kernel/http/schemas.ts";
import { nothing, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";
import { countViews, deleteView, findView, listViews, lockSaving, putView, type SavedView } from "./queries.ts";

const TAG = "Saved views";
const MAX_OWN = 50;
const MAX_SHARED = 50;
const MAX_FILTERS = 30;
const MAX_FILTER_LENGTH = 500;
/** Free text may name people. An erasure of a customer does not reach saved views, so they must hold none. */
const FREE_TEXT = "search";

const ListName = Type.String({
  pattern: "^[a-z][a-z-]{0,39}$",
  "x-pattern-message": "must be the name of a list, such as payments",
});
/** Names of parameters. Without a bound, a name could hold free text as well, and megabytes of it. */
const FilterName = Type.String({ pattern: "^[A-Za-z][A-Za-z0-9_.-]{0,39}$" });
const Filters = Type.Record(FilterName, Type.String({ maxLength: MAX_FILTER_LENGTH }), {
  maxProperties: MAX_FILTERS,
  additionalProperties: false,
});

const SavedViewItem = Named(["SavedView", "Filters of a dashboard list, saved under a name"], {
  view_id: [Id, "Id of the saved view"],
  org_id: OrgId,
  user_id: [Id, "Who saved the view"],
  list: [Type.String(), "The dashboard list that the view belongs to"],
  name: [Type.String(), "A name for people; it need not be unique"],
  filters: [Type.Record(Type.String(), Type.String()), "The list's query parameters"],
  shared: [Type.Boolean(), "Whether other members see the view"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

/** Sharing changes what others see, so a person with read access only can save private views. */
const mayShare = ({ role, platformRole }: Caller): boolean =>
  platformRole === null ? role !== "org-viewer" : platformRole === "admin";

export type SavedViewDeps = { db: Db; clock: Clock; organizationExists: OrganizationExists };

/** A dashboard list with a person's filters and columns. The person owns it, and may share it with the organization. */
export function savedViewRoutes({ db, clock, organizationExists }: SavedViewDeps): (app: App) => void {
  async function actingIn(caller: Caller, requested: string | undefined): Promise<string> {
    const orgId = organizationOf(caller, requested);
    if (caller.platformRole !== null && !(await organizationExists(db, orgId))) throw notFound("Organization");
    return orgId;
  }
  const note = (tx: Tx, request: Call, view: SavedView, action: string): Promise<void> => {
    const { org_id: orgId, view_id, list, name, shared } = view;
    return audit(tx, { orgId, actor: actorIn(request), at: clock.now() }, action, view_id, { list, name, shared });
  };

  return (app) => {
    const on = operations(app, TAG);
    on("GET /saved-views", {
      id: "listSavedViews",
      summary: "List your views and those shared with you, newest first",
      query: Type.Object({ org_id: Type.Optional(Id), list: Type.Optional(ListName) }),
      answer: pages("Saved views", SavedViewItem),
      handle: async (request) => {
        const orgId = await actingIn(request.caller, request.query.org_id);
        const page = readPage(request, "saved-views", { orgId });
        const rows = await listViews(db, orgId, request.caller.userId, request.query.list ?? null, page);
        return pageOf(rows, page, (row) => [row.view_id]);
      },
    });

    on("PUT /saved-views", {
      id: "saveView",
      summary: "Save a view of a list, or replace yours of the same name",
      description:
        `At most ${MAX_OWN} for each person and ${MAX_SHARED} shared in an organization. Free text is ` +
        `not allowed: \`${FREE_TEXT}\` is refused.`,
      body: Named(
        "SavedViewInput",
        {
          list: [ListName, "The dashboard list that the view belongs to"],
          name: [Name, "A name for people; it need not be unique"],
          filters: [Filters, "The list's query parameters"],
          shared: [Type.Optional(Type.Boolean({ default: false })), "Whether other members see the view"],
          org_id: Type.Optional(OrgId),
        },
        { additionalProperties: false },
      ),
      answer: ok("View saved", SavedViewItem),
      errors: { 409: "You or the organization have the maximum number of views (LIMIT_EXCEEDED)" },
      handle: async (request) => {
        const { org_id, list, name, filters, shared = false } = request.body;
        if (Object.hasOwn(filters, FREE_TEXT))
          throw invalidField(
            `filters.${FREE_TEXT}`,
            "cannot be saved in a view, because it may name a person; leave it out",
          );
        if (shared && !mayShare(request.caller))
          throw forbidden("A viewer may not share a view; omit `shared` to save it for yourself");
        const at = clock.now();
        const orgId = await actingIn(request.caller, org_id);
        const owner = { org_id: orgId, view_id: newId(), user_id: request.caller.userId };
        const view = { ...owner, list, name: name.trim(), filters, shared, created_at: at, updated_at: at };
        return db.transaction(async (tx) => {
          await lockSaving(tx, orgId);
          const others = await countViews(tx, view);
          if (others.own >= MAX_OWN)
            throw conflict(`You have ${MAX_OWN} views, the most allowed; delete one first`, "LIMIT_EXCEEDED");
          if (shared && others.shared >= MAX_SHARED)
            throw conflict(
              `This organization shares ${MAX_SHARED} views, the most allowed; delete one first, or save this one ` +
                "for yourself",
              "LIMIT_EXCEEDED",
            );
          const stored = await putView(tx, view);
          await note(tx, request, stored, "saved_view.saved");
          return stored;
        });
      },
    });

    on("DELETE /saved-views/:view_id", {
      id: "deleteSavedView",
      summary: "Delete your view, or as org-admin a shared one",
      answer: nothing,
      handle: async (request) => {
        const { caller } = request;
        const viewId = idOf(request.params.view_id, "Saved view");
        const scope = scopeOf(caller);
        const view = await findView(db, orgIdIn(scope), caller.userId, viewId);
        if (view === undefined) throw notFound("Saved view");
        const mayDelete =
          view.user_id === caller.userId || caller.role === "org-admin" || caller.platformRole === "admin";
        if (!mayDelete) throw forbidden("Only the person who saved the view, or an org-admin, may delete it");
        await db.transaction(async (tx) => {
          if (!(await deleteView(tx, view.org_id, view.view_id))) throw notFound("Saved view");
          await note(tx, request, view, "saved_view.deleted");
        });
      },
    });
  };
}
