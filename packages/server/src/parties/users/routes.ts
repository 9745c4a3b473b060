import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { type Caller, idOf, ORGANIZATION_ROLES, PLATFORM_ROLES, scopeOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Country,
  CountryCode,
  CreatedAt,
  Email,
  Id,
  Name,
  Named,
  Nullable,
  OneOf,
  Shape,
  Timestamp,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { created, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { linkIdentity } from "./link-identity.ts";
import { findUser, findUsers } from "./queries.ts";
import { setKycStatus, updateUser } from "./update-user.ts";
import { KYC_STATUSES, type Memberships, normalizeEmail, type User } from "./user.ts";

export type UsersDeps = {
  db: Db;
  cells: CellsInUse;
  clock: Clock;
  memberships: Memberships;
  askSecondPerson: AskSecondPerson;
};

export const RoleSchema = OneOf(ORGANIZATION_ROLES, {
  title: "Role",
  description: "Role of a member, which decides what the member may do",
});
const MAX_PHONE_CHARACTERS = 40;
const MAX_REASON_CHARACTERS = 500;
const MAX_ISSUER_CHARACTERS = 500;
const MAX_SUBJECT_CHARACTERS = 255;

export const VerificationStatusSchema = OneOf(KYC_STATUSES, {
  title: "VerificationStatus",
  description: "Status of the verification of a business (KYB) or a person (KYC)",
});
const UserItem = Named(["User", "A person, or a service account"], {
  user_id: [Id, "Id of the user"],
  email: [Type.String(), "E-mail address"],
  name: [Type.String(), "The person's name"],
  phone: Nullable(Type.String({ description: "E.164" })),
  country: Nullable(Country),
  platform_role: [Nullable(OneOf(PLATFORM_ROLES)), "The person's role for the whole platform; null: none"],
  kyc_status: VerificationStatusSchema,
  default_org_id: [Nullable(Id), "The organization in which a person acts when a request names none; null: none"],
  disabled_at: [Nullable(Timestamp), "When the user was disabled; null: they are not"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
const ListedUserItem = Named("ListedUser", {
  ...UserItem.properties,
  role: [Nullable(RoleSchema), "Role in the listed organization"],
});

const ProfileChange = Shape({
  name: [Type.Optional(Name), "The person's name"],
  phone: [Type.Optional(Nullable(Type.String({ maxLength: MAX_PHONE_CHARACTERS }))), "Phone number by E.164"],
  country: Type.Optional(Nullable(CountryCode)),
  default_org_id: [
    Type.Optional(Nullable(Type.String())),
    "The organization in which a person acts when a request names none; null: none",
  ],
});

export function userRoutes(deps: UsersDeps): (app: App) => void {
  const { db, clock, memberships } = deps;

  async function visibleUser(caller: Caller, text: string): Promise<User> {
    const userId = idOf(text, "User");
    const isVisible =
      caller.platformRole !== null ||
      userId === caller.userId ||
      (caller.orgId !== null && (await memberships.isMember(db, caller.orgId, userId)));
    const user = isVisible ? await findUser(db, userId) : null;
    if (user === null) throw notFound("User");
    return showTo(caller, user);
  }

  return (app) => {
    const on = operations(app, "Users");
    on("GET /users/list", {
      id: "listUsers",
      summary: "List users",
      description: "The members of the caller's organization; for platform people everybody, or one organization.",
      query: Type.Object({
        org_id: Type.Optional(Type.String()),
        kyc_status: Type.Optional(VerificationStatusSchema),
        country: Type.Optional(CountryCode),
        email: Type.Optional(Email),
      }),
      answer: pages("Users", ListedUserItem),
      handle: async (request) => {
        const { org_id: orgId, kyc_status: kycStatus, country, email } = request.query;
        const scope = scopeOf(request.caller, orgId);
        const page = readPage(request, "users", scope);
        const filter = { kycStatus, country, email: email === undefined ? undefined : normalizeEmail(email) };
        return shownPage(
          await findUsers(deps, scope, filter, page),
          page,
          (user) => [user.user_id],
          (user) => showTo(request.caller, user),
        );
      },
    });

    on("GET /users/me", {
      id: "getOwnProfile",
      summary: "Read one's own profile",
      answer: ok("User", UserItem),
      handle: async (request) => await visibleUser(request.caller, request.caller.userId),
    });

    on("PATCH /users/me", {
      id: "changeOwnProfile",
      summary: "Change one's own profile",
      body: ProfileChange,
      answer: ok("Profile changed", UserItem),
      errors: { 404: null },
      handle: async (request) => {
        const { name, phone, country, default_org_id } = request.body;
        return await updateUser(deps, request, request.caller.userId, { name, phone, country, default_org_id });
      },
    });

    on("GET /users/:user_id", {
      id: "getUser",
      summary: "Read a user",
      answer: ok("User", UserItem),
      handle: async (request) => await visibleUser(request.caller, request.params.user_id),
    });

    on("PATCH /users/:user_id", {
      id: "changeUser",
      summary: "Change a user",
      description:
        "A disabled user can neither sign in nor use a token or key, on every node within a second, until they " +
        "are enabled again.",
      body: Shape({
        ...ProfileChange.properties,
        platform_role: [
          Type.Optional(Nullable(OneOf(PLATFORM_ROLES))),
          "Role for the whole platform: admin may do everything, staff may read and support",
        ],
        disabled: [Type.Optional(Type.Boolean()), "Whether the user is disabled and cannot sign in"],
      }),
      answer: ok("User changed", UserItem),
      errors: { 409: "You cannot change your own platform role or disable yourself" },
      handle: async (request) => await updateUser(deps, request, idOf(request.params.user_id, "User"), request.body),
    });

    on("PATCH /users/:user_id/kyc", {
      id: "decideKyc",
      summary: "Set a user's KYC status",
      body: Shape({
        kyc_status: VerificationStatusSchema,
        reason: [Type.Optional(Nullable(Type.String({ maxLength: MAX_REASON_CHARACTERS }))), "Why, for the person"],
      }),
      answer: ok("KYC status set", UserItem),
      handle: async (request) => {
        const { kyc_status: status, reason } = request.body;
        return await setKycStatus(deps, request, idOf(request.params.user_id, "User"), status, reason ?? null);
      },
    });

    on("POST /users/:user_id/identities", {
      id: "linkIdentity",
      summary: "Link a user to an external identity",
      description: "A token of this issuer with this subject then belongs to the user.",
      body: Shape({
        issuer: [
          Type.String({
            minLength: 1,
            maxLength: MAX_ISSUER_CHARACTERS,
            pattern: "^\\S+$",
            "x-pattern-message": "must not contain spaces",
          }),
          "The identity provider, as `iss` of its tokens",
        ],
        subject: [
          Type.String({ minLength: 1, maxLength: MAX_SUBJECT_CHARACTERS }),
          "The person at the identity provider, as `sub` of its tokens",
        ],
      }),
      answer: created("Identity linked", [
        Shape({
          user_id: [Id, "The user who signs in by this identity"],
          issuer: [Type.String(), "The identity provider, as `iss` of its tokens"],
          subject: [Type.String(), "The person at the identity provider, as `sub` of its tokens"],
        }),
        "The user, and the external identity that signs in as this user",
      ]),
      handle: async (request) => {
        const userId = idOf(request.params.user_id, "User");
        const { issuer, subject } = request.body;
        const by = { actor: actorIn(request), at: clock.now() };
        await db.transaction((tx) => linkIdentity(tx, { ...by, userId, issuer, subject }));
        return { user_id: userId, issuer, subject };
      },
    });
  };
}

/** A colleague's other organizations are private. */
function showTo<U extends User>(caller: Caller, user: U): U {
  const mayKnow =
    caller.platformRole !== null || caller.userId === user.user_id || caller.orgId === user.default_org_id;
  return mayKnow ? user : { ...user, default_org_id: null };
}
