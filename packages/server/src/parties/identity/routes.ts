import Type from "typebox";
import { findUser, normalizeEmail } from "#src/parties/users/index.ts";
import { bearerToken, onlyHeader, requireOwnPage } from "#src/kernel/http/authenticate.ts";
import { success } from "#src/kernel/http/envelopes.ts";
import { forbidden } from "#src/kernel/http/errors.ts";
import { CountryCode, Email, Name, NameOrNothing } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { sessionCookie } from "./cookies.ts";
import { addIdentityDocument } from "./document.ts";
import { IDENTITY_PREFIX, type IdentityDeps } from "./identity.ts";
import { SESSION_LIFETIME_SECONDS, TOKEN_LIFETIME_SECONDS } from "./issue-token.ts";
import { joinByInvite, readInvite } from "./join-by-invite.ts";
import { knownDeviceOf, rememberDevice } from "./known-device.ts";
import { findAccount } from "./queries.ts";
import { requestPasswordReset, resetPassword } from "./reset-password.ts";
import { addSessionRoutes, dashboardOf } from "./session-routes.ts";
import { Password, readSignIn, signIn, SignInBody } from "./sign-in.ts";
import { openSession, signOut } from "./sessions.ts";
import { confirmSignUp, signUp } from "./sign-up.ts";
import { SIGNING_ALGORITHM } from "./signing-keys.ts";

const KEYS_MAX_AGE_SECONDS = 300;
const MAX_TOKEN_CHARACTERS = 200;
/** Bounds the work of a check; a new password has its own rules. */
const MailToken = Type.String({ maxLength: MAX_TOKEN_CHARACTERS });

/** The embedded identity provider, beside the API and outside its version prefix. */
export function identityRoutes(deps: IdentityDeps): (app: App) => void {
  const { db, clock, secrets } = deps;
  const secure = deps.publicBaseUrl.startsWith("https://");
  const hide = true;

  const requirePasswords = (): void => {
    if (!deps.passwords)
      throw forbidden("People sign in at the configured identity provider, without a password here", "SIGN_IN_CLOSED");
  };

  return (app) => {
    addIdentityDocument(app);
    app.get(`${IDENTITY_PREFIX}/jwks`, { schema: { hide } }, async (_request, reply) => {
      const keys = await deps.keys.publicKeys();
      return reply.header("cache-control", `public, max-age=${KEYS_MAX_AGE_SECONDS}`).send(keys);
    });

    app.get(`${IDENTITY_PREFIX}/.well-known/openid-configuration`, { schema: { hide } }, async (_request, reply) =>
      reply.header("cache-control", `public, max-age=${KEYS_MAX_AGE_SECONDS}`).send({
        issuer: deps.issuer,
        jwks_uri: `${deps.issuer}/jwks`,
        token_endpoint: `${deps.issuer}/token`,
        id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
        subject_types_supported: ["public"],
      }),
    );

    app.get(`${IDENTITY_PREFIX}/options`, { schema: { hide } }, async () =>
      success("Sign-in options", {
        external_sign_in_url: deps.oidc === null ? null : `${IDENTITY_PREFIX}/oidc/start`,
        passwords: deps.passwords,
        sign_up: deps.passwords && deps.settings.signUp === "open",
        environment: deps.isLive ? "live" : "test",
        second_person: deps.platformSecondPerson,
      }),
    );

    app.post(`${IDENTITY_PREFIX}/token`, { schema: { hide, body: SignInBody } }, async (request, reply) => {
      requirePasswords();
      const issued = await signIn(deps, {
        ...readSignIn(secrets, request),
        kind: "token",
        lifetimeSeconds: TOKEN_LIFETIME_SECONDS,
      });
      const known = { secure, gaveFactor: issued.secondFactorAt !== null };
      reply.header("set-cookie", rememberDevice(secrets, request.raw.rawHeaders, issued.trace.email, known));
      return {
        token: issued.token,
        token_type: "Bearer",
        expires_at: issued.expiresAt.toISOString(),
        user_id: issued.userId,
        org_id: issued.orgId,
      };
    });

    app.post(`${IDENTITY_PREFIX}/sign-out`, { schema: { hide } }, async (request, reply) => {
      const { token, person } = await deps.identify(bearerToken(onlyHeader(request.raw.rawHeaders, "authorization")));
      await signOut(db, token, person.userId);
      return reply.code(204).send();
    });

    app.post(
      `${IDENTITY_PREFIX}/sign-up`,
      {
        schema: {
          hide,
          body: Type.Object({
            email: Email,
            password: Password,
            name: Name,
            country: CountryCode,
            organization_name: Name,
          }),
        },
      },
      async (request, reply) => {
        requirePasswords();
        if (deps.settings.signUp !== "open")
          throw forbidden("Sign-up is closed here; ask an org-admin for an invitation", "SIGN_IN_CLOSED");
        const { email, password, name, country, organization_name: organizationName } = request.body;
        const created = await signUp(deps, { email, password, name, country, organizationName, address: request.ip });
        if (created === null)
          return reply.code(202).send(success("Check your inbox: the e-mail explains the next step", null));
        return reply.code(201).send(success("Account created", { user_id: created.userId, org_id: created.orgId }));
      },
    );

    app.post(
      `${IDENTITY_PREFIX}/sign-up/confirm`,
      { schema: { hide, body: Type.Object({ token: MailToken }) } },
      async (request, reply) => {
        const created = await confirmSignUp(deps, { token: request.body.token, address: request.ip });
        return reply.code(201).send(success("Account created", { user_id: created.userId, org_id: created.orgId }));
      },
    );

    app.post(
      `${IDENTITY_PREFIX}/password/forgot`,
      { schema: { hide, body: Type.Object({ email: Email }) } },
      async (request, reply) => {
        requirePasswords();
        const { email } = request.body;
        const device = knownDeviceOf(secrets, request.raw.rawHeaders, normalizeEmail(email));
        await requestPasswordReset(deps, { email, address: request.ip, device });
        return reply.code(202).send(success("If an account with this address exists, a link is on its way", null));
      },
    );

    app.post(
      `${IDENTITY_PREFIX}/password/reset`,
      { schema: { hide, body: Type.Object({ token: MailToken, password: Password }) } },
      async (request, reply) => {
        requirePasswords();
        const { userId } = await resetPassword(deps, { ...request.body, address: request.ip });
        // The e-mail proved who it is: strangers' guesses must not keep the owner from using the new password.
        const user = await findUser(db, userId);
        const known = { secure, gaveFactor: false };
        if (user !== null)
          reply.header("set-cookie", rememberDevice(secrets, request.raw.rawHeaders, user.email, known));
        return success("Password changed; every other session was ended", null);
      },
    );

    const inviteParams = Type.Object({ token: MailToken });
    app.get(`${IDENTITY_PREFIX}/invites/:token`, { schema: { hide, params: inviteParams } }, async (request) =>
      success("Invite", await readInvite(deps, { token: request.params.token, address: request.ip })),
    );

    app.post(
      `${IDENTITY_PREFIX}/invites/:token/accept`,
      {
        schema: {
          hide,
          params: inviteParams,
          body: Type.Object({
            name: Type.Optional(NameOrNothing),
            password: Type.Optional(Password),
            country: Type.Optional(CountryCode),
          }),
        },
      },
      async (request, reply) => {
        const { origin, "sec-fetch-site": site, "x-requested-with": page } = request.headers;
        // A browser says where a page comes from. A program says nothing, gets no cookie, and fetches its token.
        const isPage = (origin ?? site ?? page) !== undefined;
        if (isPage) requireOwnPage(request.method, request.raw.rawHeaders, deps.publicBaseUrl);
        const { name = "", password = "", country } = request.body;
        const from = { token: request.params.token, address: request.ip, requestId: request.id };
        const joined = await joinByInvite(deps, { ...from, name, password, country });
        // The e-mail proved the address, which is enough to open a new account and not enough to sign in to an old one.
        const signedIn = isPage && joined.isNew && deps.passwords;
        if (signedIn) {
          const account = await findAccount(db, joined.userId);
          const generation = account?.token_generation ?? null;
          const asked = { ...joined, generation, lifetimeSeconds: SESSION_LIFETIME_SECONDS };
          const issued = await openSession(deps, asked, dashboardOf(request));
          reply.header("set-cookie", sessionCookie(issued, clock.now(), secure));
        }
        return success("Welcome", { user_id: joined.userId, org_id: joined.orgId, signed_in: signedIn });
      },
    );

    addSessionRoutes(app, { ...deps, secure });
  };
}
