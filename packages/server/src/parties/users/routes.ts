import Type from "typebox";
import { actorOf } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { ORGANIZATION_ROLES, PLATFORM_ROLES, scopeOf, type Caller } from "#src/kernel/http/caller.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { mapPage, pageOf, pageQuery, readPage, type List } from "#src/kernel/http/pagination.ts";
import { CountryCode, Email, Id, Name, Nullable, OneOf, Timestamp, Named } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { linkIdentity } from "./link-identity.ts";
import type { Memberships } from "./memberships.ts";
import { findUser, findUsers } from "./queries.ts";
import { setKycStatus } from "./set-kyc-status.ts";
import { updateUser } from "./update-user.ts";
import { KYC_STATUSES, normalizeEmail, type User } from "./user.ts";

export type UsersDeps = { db: Db; cells: CellsInUse; clock: Clock; memberships: Memberships };

const TAGS = ["Users"];
const USER_LIST = { name: "users", cursorName: "last_evaluated_key" } as const satisfies List;
const MAX_PHONE_CHARACTERS = 40;
const MAX_REASON_CHARACTERS = 500;
const MAX_ISSUER_CHARACTERS = 500;
const MAX_SUBJECT_CHARACTERS = 255;

const UserItem = Named("User", {
  user_id: Id,
  email: Type.String(),
  name: Type.String(),
  phone: Nullable(Type.String({ description: "E.164" })),
  country: Nullable(Type.String()),
  platform_role: Nullable(OneOf(PLATFORM_ROLES)),
  kyc_status: OneOf(KYC_STATUSES),
  default_org_id: Nullable(Id),
  disabled_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
const ListedUserItem = Named("ListedUser", {
  ...UserItem.properties,
  role: Nullable(OneOf(ORGANIZATION_ROLES, { description: "Role in the listed organization" })),
});

const ProfileChange = Type.Object({
  name: Type.Optional(Name),
  phone: Type.Optional(Nullable(Type.String({ maxLength: MAX_PHONE_CHARACTERS }))),
  country: Type.Optional(Nullable(CountryCode)),
  default_org_id: Type.Optional(Nullable(Type.String())),
});
const params = Type.Object({ user_id: Id });

export function userRoutes(deps: UsersDeps): (app: App) => void {
  const { db, clock, memberships } = deps;

  async function visibleUser(caller: Caller, text: string): Promise<User> {
    const userId = idOfPath(text);
    const isVisible =
      caller.platformRole !== null ||
      userId === caller.userId ||
      (caller.orgId !== null && (await memberships.isMember(db, caller.orgId, userId)));
    const user = isVisible ? await findUser(db, userId) : null;
    if (user === null) throw notFound("User");
    return showTo(caller, user);
  }

  return (app) => {
    app.get(
      "/users/list",
      {
        schema: {
          operationId: "listUsers",
          summary: "List users",
          description: "The members of the caller's organization; for platform people everybody, or one organization.",
          tags: TAGS,
          querystring: Type.Object({
            ...pageQuery(),
            org_id: Type.Optional(Type.String()),
            kyc_status: Type.Optional(OneOf(KYC_STATUSES)),
            country: Type.Optional(CountryCode),
            email: Type.Optional(Email),
          }),
          response: { 200: ListOf(ListedUserItem) },
        },
      },
      async (request) => {
        const { org_id: orgId, kyc_status: kycStatus, country, email } = request.query;
        if (orgId !== undefined && !isId(orgId)) throw notFound("Organization");
        const scope = scopeOf(request.caller, orgId?.toLowerCase());
        const page = readPage(request, USER_LIST, scope);
        const filter = { kycStatus, country, email: email === undefined ? undefined : normalizeEmail(email) };
        const rows = await findUsers(deps, { scope, filter, afterId: page.after?.[0] ?? null, limit: page.limit });
        return listOf(
          "Users",
          mapPage(
            pageOf(rows, page, (user) => [user.user_id]),
            (user) => showTo(request.caller, user),
          ),
        );
      },
    );

    app.get(
      "/users/me",
      {
        schema: {
          operationId: "getOwnProfile",
          summary: "Read one's own profile",
          tags: TAGS,
          response: { 200: SuccessOf(UserItem) },
        },
      },
      async (request) => success("User", await visibleUser(request.caller, request.caller.userId)),
    );

    app.patch(
      "/users/me",
      {
        schema: {
          operationId: "changeOwnProfile",
          "x-errors": { 404: null },
          summary: "Change one's own profile",
          tags: TAGS,
          body: ProfileChange,
          response: { 200: SuccessOf(UserItem) },
        },
      },
      async (request) => {
        const { name, phone, country, default_org_id } = request.body;
        const change = { name, phone, country, default_org_id };
        const { caller } = request;
        return success(
          "Profile changed",
          await updateUser(deps, { userId: caller.userId, change, caller, requestId: request.id, at: clock.now() }),
        );
      },
    );

    app.get(
      "/users/:user_id",
      {
        schema: {
          operationId: "getUser",
          summary: "Read a user",
          tags: TAGS,
          params,
          response: { 200: SuccessOf(UserItem) },
        },
      },
      async (request) => success("User", await visibleUser(request.caller, request.params.user_id)),
    );

    app.patch(
      "/users/:user_id",
      {
        schema: {
          operationId: "changeUser",
          "x-errors": { 409: "You cannot change your own platform role or disable yourself" },
          summary: "Change a user",
          description:
            "A disabled user can neither sign in nor use a token or key, on every node within a second, until they " +
            "are enabled again.",
          tags: TAGS,
          params,
          body: Type.Object({
            ...ProfileChange.properties,
            platform_role: Type.Optional(Nullable(OneOf(PLATFORM_ROLES))),
            disabled: Type.Optional(Type.Boolean()),
          }),
          response: { 200: SuccessOf(UserItem) },
        },
      },
      async (request) => {
        const { caller, body: change } = request;
        return success(
          "User changed",
          await updateUser(deps, {
            userId: idOfPath(request.params.user_id),
            change,
            caller,
            requestId: request.id,
            at: clock.now(),
          }),
        );
      },
    );

    app.patch(
      "/users/:user_id/kyc",
      {
        schema: {
          operationId: "decideKyc",
          summary: "Set a user's KYC status",
          tags: TAGS,
          params,
          body: Type.Object({
            kyc_status: OneOf(KYC_STATUSES),
            reason: Type.Optional(Nullable(Type.String({ maxLength: MAX_REASON_CHARACTERS }))),
          }),
          response: { 200: SuccessOf(UserItem) },
        },
      },
      async (request) => {
        const { kyc_status: status, reason } = request.body;
        const userId = idOfPath(request.params.user_id);
        return success(
          "KYC status set",
          await setKycStatus(deps, {
            userId,
            status,
            reason: reason ?? null,
            caller: request.caller,
            requestId: request.id,
            at: clock.now(),
          }),
        );
      },
    );

    app.post(
      "/users/:user_id/identities",
      {
        schema: {
          operationId: "linkIdentity",
          summary: "Link a user to an external identity",
          description: "A token of this issuer with this subject then belongs to the user.",
          tags: TAGS,
          params,
          body: Type.Object({
            issuer: Type.String({
              minLength: 1,
              maxLength: MAX_ISSUER_CHARACTERS,
              pattern: "^\\S+$",
              "x-pattern-message": "must not contain spaces",
            }),
            subject: Type.String({ minLength: 1, maxLength: MAX_SUBJECT_CHARACTERS }),
          }),
          response: { 201: SuccessOf(Type.Object({ user_id: Id, issuer: Type.String(), subject: Type.String() })) },
        },
      },
      async (request, reply) => {
        const userId = idOfPath(request.params.user_id);
        const { issuer, subject } = request.body;
        const actor = actorOf(request.caller);
        await db.transaction((tx) =>
          linkIdentity(tx, { userId, issuer, subject, actor, requestId: request.id, at: clock.now() }),
        );
        return reply.code(201).send(success("Identity linked", { user_id: userId, issuer, subject }));
      },
    );
  };
}

/** A colleague's other organizations are private. */
function showTo<U extends User>(caller: Caller, user: U): U {
  const mayKnow =
    caller.platformRole !== null || caller.userId === user.user_id || caller.orgId === user.default_org_id;
  return mayKnow ? user : { ...user, default_org_id: null };
}

function idOfPath(text: string): string {
  if (!isId(text)) throw notFound("User");
  return text.toLowerCase();
}
