import { STATUS_CODES } from "node:http";
import { DASHBOARD_HEADER, SESSION_COOKIE } from "#src/kernel/http/authenticate.ts";
import { ERROR_SCHEMAS } from "#src/kernel/http/openapi-errors.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { IDENTITY_PREFIX } from "./identity.ts";

type Fields = Readonly<Record<string, object>>;
/** The status of an answer, and the fields of its `data`; `bare`: it is no envelope. */
type Answer = { readonly status?: string; readonly data?: object; readonly bare?: Fields };
type Route = readonly [by: "anybody" | "page" | "token" | "session", summary: string, answer?: Answer];

const Text = { type: "string" };
const TextOrNull = { type: ["string", "null"] };
const Yes = { type: "boolean" };
const Instant = { type: "string", format: "date-time" };
const InstantOrNull = { anyOf: [Instant, { type: "null" }] };
const shape = (properties: Fields) => ({ type: "object", required: Object.keys(properties), properties });
const listOf = (items: object) => ({ type: "array", items });
const orNull = (one: object) => ({ anyOf: [one, { type: "null" }] });

const IDS = shape({ user_id: Text, org_id: Text });
const CODES = shape({ recovery_codes: listOf(Text) });
/** Options of `navigator.credentials`, as WebAuthn writes them in JSON. */
const CHALLENGE = { type: "object", required: ["challenge"], properties: { challenge: Text } };
const MEMBERSHIP = { org_id: Text, name: Text, role: Text, status: Text };
const SESSION = shape({
  user: shape({ user_id: Text, email: Text, name: Text, platform_role: TextOrNull }),
  memberships: listOf(shape(MEMBERSHIP)),
  organization: orNull(shape({ ...MEMBERSHIP, permissions: listOf(Text), features: listOf(Text) })),
  second_factor: shape({ is_set_up: Yes, must_set_up: Yes, has_passkey: Yes }),
});
const PASSKEY = shape({ credential_id: Text, name: Text, created_at: Instant, last_used_at: InstantOrNull });
const GONE: Answer = { status: "204" };
const REDIRECT: Answer = { status: "302" };

/** Who calls each route (anybody, our page, a token, or a session), what for, and what it answers. A missing one fails the start. */
const ROUTES: Readonly<Record<string, Route>> = {
  "GET /jwks": ["anybody", "Read the keys that verify our tokens", { bare: { keys: listOf({ type: "object" }) } }],
  "GET /.well-known/openid-configuration": [
    "anybody",
    "Discover the issuer",
    {
      bare: {
        issuer: Text,
        jwks_uri: Text,
        token_endpoint: Text,
        id_token_signing_alg_values_supported: listOf(Text),
        subject_types_supported: listOf(Text),
      },
    },
  ],
  "GET /options": [
    "anybody",
    "Read the ways to sign in",
    {
      data: shape({
        external_sign_in_url: TextOrNull,
        passwords: Yes,
        sign_up: Yes,
        environment: Text,
        second_person: Yes,
      }),
    },
  ],
  "POST /token": [
    "anybody",
    "Sign in. A second factor is `code`: 401 SECOND_FACTOR_REQUIRED asks for it",
    { bare: { token: Text, token_type: Text, expires_at: Instant, user_id: Text, org_id: TextOrNull } },
  ],
  "POST /sign-out": ["token", "End the token", GONE],
  "POST /sign-up": [
    "anybody",
    "Ask for an account and an organization; null: an e-mail confirms it",
    { data: orNull(IDS) },
  ],
  "POST /sign-up/confirm": ["anybody", "Open the account, with the e-mail's token", { data: IDS }],
  "POST /password/forgot": ["anybody", "Ask for an e-mail to reset the password"],
  "POST /password/reset": ["anybody", "Set a password, with the e-mail's token"],
  "GET /invites/:token": [
    "anybody",
    "Read an invite",
    { data: shape({ email: Text, organization_name: Text, role: Text, has_account: Yes }) },
  ],
  "POST /invites/:token/accept": [
    "anybody",
    "Join; newcomers name themselves and a password, then fetch a token",
    { data: shape({ user_id: Text, org_id: Text, signed_in: Yes }) },
  ],
  "GET /session": ["session", "Read the session; null without one", { data: orNull(SESSION) }],
  "POST /session": ["page", "Sign in to the dashboard, by a cookie", { data: SESSION }],
  "DELETE /session": ["session", "Sign out", GONE],
  "POST /session/organization": ["session", "Switch to another organization", { data: SESSION }],
  "POST /session/passkey/options": ["page", "Ask for the challenge of a passkey", { data: CHALLENGE }],
  "POST /session/passkey": ["page", "Sign in with a passkey", { data: SESSION }],
  "POST /session/step-up/options": ["session", "Ask for the challenge that confirms an action", { data: CHALLENGE }],
  "POST /session/step-up": ["session", "Give the second factor again"],
  "POST /password": ["session", "Change the password"],
  "GET /oidc/start": ["anybody", "Go to the external identity provider", REDIRECT],
  "GET /oidc/callback": ["anybody", "Come back from the external identity provider", REDIRECT],
  "GET /factors": [
    "session",
    "Read the second factors",
    {
      data: shape({
        totp_confirmed_at: InstantOrNull,
        recovery_codes_left: { type: "integer" },
        passkeys: listOf(PASSKEY),
      }),
    },
  ],
  "POST /factors/totp": ["session", "Set up an authenticator app", { data: shape({ secret: Text, uri: Text }) }],
  "POST /factors/totp/confirm": ["session", "Confirm the authenticator app", { data: CODES }],
  "POST /factors/remove": ["session", "Remove the authenticator app"],
  "POST /factors/recovery-codes": ["session", "Make new recovery codes", { data: CODES }],
  "POST /factors/passkeys/options": ["session", "Ask for the challenge of a new passkey", { data: CHALLENGE }],
  "POST /factors/passkeys": [
    "session",
    "Add a passkey; the first factor of a person brings recovery codes",
    { data: shape({ recovery_codes: orNull(listOf(Text)) }) },
  ],
  "POST /factors/passkeys/:credential_id/name": ["session", "Rename a passkey"],
  "DELETE /factors/passkeys/:credential_id": ["session", "Remove a passkey"],
};

const DESCRIPTION = `Accounts of people: sign-in, second factors, invites.

A program fetches a token with \`POST /token\` and sends it to the API as \`Authorization: Bearer\` and \`X-Api-Key: NONE\`.
Second factors, passkeys and the password are changed in a session: keep the cookies that \`POST /session\` sets, and
send \`X-Requested-With: ${DASHBOARD_HEADER}\` and the service's own \`Origin\`. The links of e-mails end with the tokens
that \`/sign-up/confirm\`, \`/password/reset\` and \`/invites/{token}\` take.`;
const securitySchemes = {
  token: { type: "http", scheme: "bearer" },
  cookie: { type: "apiKey", in: "cookie", name: SESSION_COOKIE, description: "Set by `POST /session`" },
  page: { type: "apiKey", in: "header", name: "X-Requested-With", description: `The word \`${DASHBOARD_HEADER}\`` },
};
const SECURITY = { anybody: [], page: [{ page: [] }], token: [{ token: [] }], session: [{ cookie: [], page: [] }] };
const json = (schema: unknown) => ({ content: { "application/json": { schema } } });

function answerOf({ status = "2XX", data = { type: "null" }, bare }: Answer): object {
  if (status !== "2XX") return { [status]: { description: STATUS_CODES[status] } };
  const schema = shape(bare ?? { status: { type: "string", const: "success" }, message: Text, data });
  return { "2XX": { description: "Done", ...json(schema) } };
}

/** Serves a document of the routes that are added after it: the API's own document has what is under its version. */
export function addIdentityDocument(app: App): void {
  const paths: Record<string, Record<string, object>> = {};
  app.get(`${IDENTITY_PREFIX}/openapi.json`, { schema: { hide: true } }, () => ({
    openapi: "3.1.0",
    info: { title: "Corridor identity", version: "1.0", description: DESCRIPTION },
    servers: [{ url: IDENTITY_PREFIX }],
    paths,
    components: { schemas: ERROR_SCHEMAS, securitySchemes },
  }));
  app.addHook("onRoute", ({ method, url, schema = {} }) => {
    if (!url.startsWith(`${IDENTITY_PREFIX}/`) || method === "HEAD") return;
    const path = url.slice(IDENTITY_PREFIX.length);
    const verb = String(method).toLowerCase();
    const place = path.replaceAll(/\W+(\w)/g, (_, first: string) => first.toUpperCase());
    const known = ROUTES[`${String(method)} ${path}`];
    if (known === undefined) throw new Error(`${verb} ${url} is not described in identity/document.ts`);
    const fields = (part: string, { properties = {} }: { properties?: object }) =>
      Object.entries(properties).map(([name, one]) => ({ name, in: part, required: part === "path", schema: one }));
    (paths[path.replaceAll(/:(\w+)/g, "{$1}")] ??= {})[verb] = {
      operationId: `${verb}${place}`,
      summary: known[1],
      security: SECURITY[known[0]],
      parameters: [...fields("path", schema.params ?? {}), ...fields("query", schema.querystring ?? {})],
      ...(schema.body === undefined ? {} : { requestBody: json(schema.body) }),
      responses: {
        ...answerOf(known[2] ?? {}),
        "4XX": { description: "Refused; `code` says why", ...json({ $ref: "#/components/schemas/Error" }) },
      },
    };
  });
}
