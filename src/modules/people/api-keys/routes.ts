import Type from "typebox";
import type { Environment } from "#src/config.ts";
import { actorOf } from "#src/modules/books/audit/actor-of.ts";
import type { ApprovalDeps } from "#src/modules/people/approvals/request-approval.ts";
import { guardGrant } from "#src/modules/people/organizations/guard-grant.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import { organizationOf, scopeOf } from "#src/platform/http/caller.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/platform/http/envelopes.ts";
import { invalidField, notFound } from "#src/platform/http/errors.ts";
import { mapPage, pageOf, pageQuery, readPage, type List } from "#src/platform/http/pagination.ts";
import { Id, Nullable, OneOf, Timestamp, TimestampInput, Named } from "#src/platform/http/schemas.ts";
import type { App } from "#src/platform/http/typed-app.ts";
import { isId } from "#src/platform/ids.ts";
import { API_KEY_STATUSES, statusAt, type ApiKey } from "./api-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { countApiKeys, findApiKeys } from "./queries.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";

export type ApiKeysDeps = { db: Db; clock: Clock; environment: Environment; approvals: ApprovalDeps };

const API_KEY_LIST = { name: "api-keys", cursorName: "last_evaluated_key" } as const satisfies List;
const MAX_NAME_CHARACTERS = 100;
const MAX_OVERLAP_SECONDS = 7 * 24 * 60 * 60;
const TAGS = ["API keys"];

const ApiKeyItem = Named("ApiKey", {
  api_key_id: Id,
  prefix: Type.String({ description: "First 12 characters of the key" }),
  name: Type.String(),
  org_id: Id,
  user_id: Type.String({ description: "The member whom the key acts as" }),
  status: OneOf(API_KEY_STATUSES),
  expires_at: Type.Optional(Timestamp),
  last_used_at: Type.Optional(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
const NewApiKeyItem = Named("ApiKeyWithSecret", { ...ApiKeyItem.properties, api_key: Type.String({ description: "The key itself, shown this once" }) });
const RotatedApiKeyItem = Named("RotatedApiKey", { ...NewApiKeyItem.properties, previous_expires_at: Type.Optional(Timestamp) });

export function apiKeyRoutes(deps: ApiKeysDeps): (app: App) => void {
  const { db, clock, environment } = deps;
  const show = (key: ApiKey) => ({
    ...key,
    status: statusAt(key, clock.now()),
    expires_at: key.expires_at ?? undefined,
    last_used_at: key.last_used_at ?? undefined,
  });

  return (app) => {
    app.get(
      "/public/api-keys",
      {
        schema: {
          operationId: "listApiKeys",
          summary: "List API keys",
          tags: TAGS,
          querystring: Type.Object({
            org_id: Type.Optional(Type.String({ description: "The organisation whose keys to list; needed by platform people only" })),
            ...pageQuery(),
          }),
          response: { 200: ListOf(ApiKeyItem) },
        },
      },
      async (request) => {
        const scope = scopeOf(request.caller, readOrgId(request.query.org_id));
        const page = readPage(request, API_KEY_LIST, scope);
        const [rows, total] = await Promise.all([findApiKeys(db, { scope, afterId: page.after?.[0] ?? null, limit: page.limit }), countApiKeys(db, scope)]);
        return listOf(
          "API keys",
          mapPage(
            pageOf(rows, page, (key) => [key.api_key_id]),
            show,
          ),
          total,
        );
      },
    );

    app.post(
      "/public/api-keys",
      {
        schema: {
          operationId: "createApiKey",
          summary: "Create an API key",
          description:
            "The key is shown in this answer and never again. It acts as the member who creates it, with that member's role at the time of each call. Where a crash swallowed the answer, the same request with its `Idempotency-Key` gives the same entry another key.",
          tags: TAGS,
          body: Type.Object({
            name: Type.String({ minLength: 1, maxLength: MAX_NAME_CHARACTERS, pattern: "\\S", "x-pattern-message": "must not be blank" }),
            expires_at: Type.Optional(Nullable(TimestampInput)),
            org_id: Type.Optional(Type.String({ description: "For platform people: the organisation" })),
            user_id: Type.Optional(Type.String({ description: "For platform people: the member whom the key acts as" })),
          }),
          response: { 201: SuccessOf(NewApiKeyItem) },
        },
      },
      async (request, reply) => {
        const { caller, body } = request;
        const at = clock.now();
        const orgId = organizationOf(caller, readOrgId(body.org_id));
        const userId = caller.platformRole === "admin" && body.user_id !== undefined ? body.user_id : caller.userId;
        if (!isId(userId)) throw invalidField("user_id", "must be the id of a member");
        const expiresAt = body.expires_at == null ? null : new Date(body.expires_at);
        if (expiresAt !== null && expiresAt <= at) throw invalidField("expires_at", "must be in the future");
        await guardGrant(deps.approvals, caller, {
          orgId,
          title: "Create an API key, which can pay",
          request: { name: body.name.trim(), user_id: userId, expires_at: expiresAt?.toISOString() ?? null },
        });
        const { apiKey, key } = await db.transaction((tx) =>
          createApiKey(tx, {
            repeatableId: request.idempotencyId,
            orgId,
            userId,
            name: body.name,
            expiresAt,
            environment,
            actor: actorOf(caller),
            requestId: request.id,
            at,
          }),
        );
        return reply.code(201).send(success("API key created; keep it now, it is not shown again", { ...show(apiKey), api_key: key }));
      },
    );

    app.post(
      "/public/api-keys/:api_key_id/rotate",
      {
        schema: {
          operationId: "rotateApiKey",
          summary: "Replace an API key by a new one",
          description: "The old key goes on working for `overlap_seconds` (default 0: it stops at once).",
          tags: TAGS,
          params: Type.Object({ api_key_id: Id }),
          body: Type.Optional(Type.Object({ overlap_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OVERLAP_SECONDS })) })),
          response: { 201: SuccessOf(RotatedApiKeyItem) },
        },
      },
      async (request, reply) => {
        const { apiKey, key, previousExpiresAt } = await rotateApiKey(db, {
          repeatableId: request.idempotencyId,
          apiKeyId: readApiKeyId(request.params.api_key_id),
          overlapSeconds: request.body?.overlap_seconds ?? 0,
          environment,
          scope: scopeOf(request.caller),
          caller: request.caller,
          requestId: request.id,
          at: clock.now(),
        });
        const data = { ...show(apiKey), api_key: key, previous_expires_at: previousExpiresAt };
        return reply.code(201).send(success("API key rotated; keep the new one now, it is not shown again", data));
      },
    );

    app.delete(
      "/public/api-keys/:api_key_id",
      {
        schema: {
          operationId: "revokeApiKey",
          summary: "Revoke an API key",
          description: "It stops working at once, on every node.",
          tags: TAGS,
          params: Type.Object({ api_key_id: Id }),
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(request.caller);
        await revokeApiKey(db, { apiKeyId: readApiKeyId(request.params.api_key_id), scope, caller: request.caller, requestId: request.id, at: clock.now() });
        return reply.code(204).send(null);
      },
    );
  };
}

function readApiKeyId(text: string): string {
  if (!isId(text)) throw notFound("API key");
  return text;
}

function readOrgId(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!isId(text)) throw notFound("Organization");
  return text.toLowerCase();
}
