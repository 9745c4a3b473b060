import Type from "typebox";
import type { Environment } from "#src/config.ts";
import { actorIn } from "#src/record/audit/index.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import { guardGrant } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { type Caller, idOf, organizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import { listOf, ListOf } from "#src/kernel/http/envelopes.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { pageQuery, readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  CreatedAt,
  filledText,
  Id,
  Named,
  Nullable,
  OneOf,
  OrgId,
  Shape,
  Timestamp,
  TimestampInput,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { created, nothing, ok, operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { KEY_SCOPES, type KeyScope } from "#src/kernel/http/key-scopes.ts";
import { ipNetwork } from "#src/setting-types.ts";
import {
  API_KEY_STATUSES,
  defaultExpiry,
  SCOPE_PRESETS,
  showApiKey,
  type ApiKey,
  type ScopePreset,
} from "./api-key.ts";
import { countApiKeys, findApiKey, findApiKeys } from "./queries.ts";
import { changeApiKey, createApiKey, mayActFor, revokeApiKey, rotateApiKey } from "./write-api-key.ts";

export type ApiKeysDeps = { db: Db; clock: Clock; environment: Environment; askSecondPerson: AskSecondPerson };

const MAX_NAME_CHARACTERS = 100;
const MAX_OVERLAP_SECONDS = 7 * 24 * 60 * 60;

const PRESETS = Object.keys(SCOPE_PRESETS) as ScopePreset[];
const MAX_ADDRESSES = 50;
const KeyName = filledText(MAX_NAME_CHARACTERS);
const AddressesInput = Type.Array(Type.String({ maxLength: 49 }), {
  maxItems: MAX_ADDRESSES,
  description: "IP addresses or networks such as 203.0.113.0/24; empty: any",
});

const ApiKeyItem = Named(["ApiKey", "An API key, without its secret"], {
  api_key_id: [Id, "Id of the API key; it is not secret"],
  prefix: Type.String({ description: "First 12 characters of the key" }),
  name: [Type.String(), "A name for people; it need not be unique"],
  org_id: OrgId,
  user_id: Type.String({ description: "The member as whom the key acts" }),
  status: OneOf(API_KEY_STATUSES, {
    title: "ApiKeyStatus",
    description: "Status of an API key; only an active key works",
  }),
  expires_at: [Type.Optional(Timestamp), "When the key stops working; absent: never"],
  last_used_at: [Type.Optional(Timestamp), "When the key was last used, to the minute; absent: never"],
  last_used_address: [Type.Optional(Type.String()), "The network address from which the API key was last used"],
  last_used_user_agent: [Type.Optional(Type.String()), "The program that used the API key last"],
  scopes: [
    Type.Optional(Type.Array(OneOf(KEY_SCOPES))),
    "The part of its member's rights that the key has; absent: all of them",
  ],
  allowed_addresses: [Type.Array(Type.String()), "Addresses and networks from which the key may be used; empty: any"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
const NewApiKeyItem = Named(["ApiKeyWithSecret", "A new API key, with its secret"], {
  ...ApiKeyItem.properties,
  api_key: Type.String({ description: "The key itself, shown only once" }),
});
const RotatedApiKeyItem = Named(["RotatedApiKey", "The new API key, with its secret"], {
  ...NewApiKeyItem.properties,
  previous_expires_at: [Type.Optional(Timestamp), "The time until which the old API key also works"],
});

export function apiKeyRoutes(deps: ApiKeysDeps): (app: App) => void {
  const { db, clock, environment } = deps;

  /** The member as whom a new key acts: the caller, an org-admin's service account, or a platform admin's choice. */
  async function actingMember(caller: Caller, orgId: string, requested: string | undefined): Promise<string> {
    const userId = requested ?? caller.userId;
    if (!isId(userId)) throw invalidField("user_id", "must be the id of a member");
    if (
      userId === caller.userId ||
      caller.platformRole === "admin" ||
      (await mayActFor(db, caller, { org_id: orgId, user_id: userId }))
    )
      return userId;
    throw invalidField(
      "user_id",
      "must be a service account of the organization, and you must be an org-admin; a person creates their own keys",
    );
  }

  const show = (key: ApiKey) => showApiKey(key, clock.now());

  return (app) => {
    const on = operations(app, "API keys");
    on("GET /public/api-keys", {
      id: "listApiKeys",
      summary: "List API keys",
      query: Type.Object({
        org_id: Type.Optional(
          Type.String({ description: "The organization whose keys to list; required for platform people only" }),
        ),
        ...pageQuery(),
      }),
      answer: plain(ListOf(ApiKeyItem)),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "api-keys", scope);
        const [rows, total] = await Promise.all([findApiKeys(db, scope, page), countApiKeys(db, scope)]);
        const shown = shownPage(rows, page, (key) => [key.api_key_id], show);
        return listOf("API keys", shown, total);
      },
    });

    on("POST /public/api-keys", {
      id: "createApiKey",
      summary: "Create an API key",
      description:
        "Only this response shows the key. It acts as the member who creates it, or as a service account, with " +
        "that member's role at the time of each call, limited by `scopes` and `allowed_addresses`. Changes of " +
        "people, keys, controls and approvals need a person, unless the deployment sets " +
        "`API_KEYS_MAY_ADMINISTER`, as development does. If a crash lost the response, the same request with its " +
        "`Idempotency-Key` gives the same entry another key.",
      body: Closed({
        name: [KeyName, "A name for people; it need not be unique"],
        expires_at: [
          Type.Optional(Nullable(Type.String({ ...TimestampInput }))),
          "When the key expires. Absent: never in development, after a year in production. Null: never",
        ],
        scopes: [
          Type.Optional(Type.Array(OneOf(KEY_SCOPES), { minItems: 1, maxItems: KEY_SCOPES.length })),
          "What the key may do; absent: everything that its member may do",
        ],
        preset: Type.Optional(OneOf(PRESETS, { description: "A named set of scopes, instead of `scopes`" })),
        allowed_addresses: Type.Optional(AddressesInput),
        org_id: Type.Optional(Type.String({ description: "For the platform" })),
        user_id: Type.Optional(
          Type.String({ description: "A service account; for platform people, any member as whom the key acts" }),
        ),
      }),
      answer: created("API key created; keep it now, it is not shown again", NewApiKeyItem),
      handle: async (request) => {
        const { caller, body } = request;
        const at = clock.now();
        const orgId = organizationOf(caller, body.org_id);
        const userId = await actingMember(caller, orgId, body.user_id);
        const scopes = readScopes(body);
        const allowedAddresses = readAddresses(body.allowed_addresses ?? []);
        const expiresAt =
          body.expires_at === undefined
            ? defaultExpiry(environment, at)
            : body.expires_at === null
              ? null
              : new Date(body.expires_at);
        if (expiresAt !== null && expiresAt <= at) throw invalidField("expires_at", "must be in the future");
        const requested = {
          scopes,
          allowed_addresses: allowedAddresses,
          expires_at: body.expires_at === undefined ? "by default" : (expiresAt?.toISOString() ?? null),
        };
        await guardGrant(deps, request, {
          orgId,
          title: "Create an API key, which can pay",
          request: { name: body.name.trim(), user_id: userId, ...requested },
        });
        const { apiKey, key } = await db.transaction((tx) =>
          createApiKey(tx, {
            repeatableId: request.idempotencyId,
            orgId,
            userId,
            name: body.name,
            expiresAt,
            scopes,
            allowedAddresses,
            environment,
            actor: actorIn(request),
            at,
          }),
        );
        return { ...show(apiKey), api_key: key };
      },
    });

    on("GET /public/api-keys/:api_key_id", {
      id: "getApiKey",
      summary: "Read an API key",
      answer: ok("API key", ApiKeyItem),
      handle: async (request) => {
        const key = await findApiKey(db, scopeOf(request.caller), idOf(request.params.api_key_id, "API key"));
        if (key === null) throw notFound("API key");
        return show(key);
      },
    });

    on("PATCH /public/api-keys/:api_key_id", {
      id: "updateApiKey",
      summary: "Rename an API key, or change from where it may be used",
      body: Shape({
        name: [Type.Optional(KeyName), "A name for people; it need not be unique"],
        allowed_addresses: Type.Optional(AddressesInput),
      }),
      answer: ok("API key changed", ApiKeyItem),
      errors: { 409: "It is revoked" },
      handle: async (request) => {
        const { name, allowed_addresses: addresses } = request.body;
        const change = { name, allowedAddresses: addresses && readAddresses(addresses) };
        return show(await changeApiKey(deps, request, idOf(request.params.api_key_id, "API key"), change));
      },
    });

    on("POST /public/api-keys/:api_key_id/rotate", {
      id: "rotateApiKey",
      summary: "Replace an API key by a new one",
      description: "The old key keeps working for `overlap_seconds` (default 0: it stops at once).",
      body: Type.Optional(
        Closed({
          overlap_seconds: [
            Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OVERLAP_SECONDS })),
            "How many seconds the old key keeps working; 0: it stops at once",
          ],
        }),
      ),
      answer: created("API key rotated; keep the new one now, it is not shown again", RotatedApiKeyItem),
      handle: async (request) => {
        const { apiKey, key, previousExpiresAt } = await rotateApiKey(deps, request, {
          repeatableId: request.idempotencyId,
          apiKeyId: idOf(request.params.api_key_id, "API key"),
          overlapSeconds: request.body?.overlap_seconds ?? 0,
          environment,
        });
        return { ...show(apiKey), api_key: key, previous_expires_at: previousExpiresAt };
      },
    });

    on("DELETE /public/api-keys/:api_key_id", {
      id: "revokeApiKey",
      summary: "Revoke an API key",
      description: "The key stops working at once, on every node.",
      answer: nothing,
      handle: async (request) => {
        await revokeApiKey(deps, request, idOf(request.params.api_key_id, "API key"));
      },
    });
  };
}

function readScopes({ scopes, preset }: { scopes?: KeyScope[]; preset?: ScopePreset }): readonly KeyScope[] | null {
  if (scopes !== undefined && preset !== undefined)
    throw invalidField("preset", "is a set of scopes; name either scopes or a preset");
  return preset === undefined ? (scopes ?? null) : SCOPE_PRESETS[preset];
}

function readAddresses(addresses: readonly string[]): readonly string[] {
  for (const [index, address] of addresses.entries()) {
    const parsed = ipNetwork(address);
    if ("problem" in parsed) throw invalidField(`allowed_addresses.${index}`, parsed.problem);
  }
  return addresses;
}
