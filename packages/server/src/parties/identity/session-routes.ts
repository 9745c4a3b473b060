import Type from "typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { requireFreshSignIn } from "#src/kernel/http/access-control.ts";
import {
  activeOrganization,
  readCookie,
  readSessionCookie,
  requireOwnPage,
  type Person,
} from "#src/kernel/http/authenticate.ts";
import { success } from "#src/kernel/http/envelopes.ts";
import { ApiError, forbidden, notFound, unauthorized } from "#src/kernel/http/errors.ts";
import { findUser } from "#src/parties/users/index.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { endedOidcCookie, endedSessionCookie, OIDC_COOKIE, oidcCookie, sessionCookie } from "./cookies.ts";
import { addFactorRoutes } from "./factor-routes.ts";
import { IDENTITY_PREFIX, type IdentityDeps, type Session } from "./identity.ts";
import { SESSION_LIFETIME_SECONDS } from "./issue-token.ts";
import { knownDeviceOf, rememberDevice } from "./known-device.ts";
import { findPasskeys } from "./passkey-queries.ts";
import { PasskeyAnswer } from "./passkey-routes.ts";
import { askForPasskey, signInWithPasskey } from "./passkeys.ts";
import { changePassword } from "./reset-password.ts";
import {
  beginSession,
  chooseOrganization,
  Password,
  readSignIn,
  signIn,
  SignInBody,
  type SignedIn,
} from "./sign-in.ts";
import { prolongSession } from "./session-queries.ts";
import { readSession, reissue, secondFactorOf, type SessionOrigin, signOut, withdrawToken } from "./sessions.ts";

const DASHBOARD = "/dashboard";
const MAX_CODE_CHARACTERS = 4_096;

/** The dashboard's session: a token in a cookie that its pages cannot read. Every call must come from our own pages. */
export function addSessionRoutes(app: App, deps: IdentityDeps & { secure: boolean }): void {
  const { db, clock, secrets, secure } = deps;
  const hide = true;

  const fromOwnPage = ({ method, raw }: FastifyRequest): void =>
    requireOwnPage(method, raw.rawHeaders, deps.publicBaseUrl);

  function presentedBy(request: FastifyRequest): string | null {
    fromOwnPage(request);
    return readSessionCookie(request.raw.rawHeaders);
  }

  async function currentSession(request: FastifyRequest): Promise<Session> {
    const presented = presentedBy(request);
    if (presented === null) throw unauthorized("Sign in first", "CREDENTIALS_MISSING");
    return deps.identify(presented);
  }

  async function show(person: Person, orgId: string | null, secondFactorAt: Date | null) {
    const mustSetUp = secondFactorAt === null && (await deps.requiresFactor(person));
    return {
      ...(await readSession(deps, { userId: person.userId, orgId })),
      second_factor: {
        is_set_up: person.hasSecondFactor,
        must_set_up: mustSetUp,
        has_passkey: (await findPasskeys(db, person.userId)).length > 0,
      },
    };
  }

  /** "Nobody is signed in" is an answer: every first visit asks, and a browser would log a 401 as an error. */
  app.get(`${IDENTITY_PREFIX}/session`, { schema: { hide } }, async (request) => {
    const presented = presentedBy(request);
    if (presented === null) return success("No session", null);
    try {
      const { token, person } = await deps.identify(presented);
      return success("Session", await show(person, activeOrganization(token, person), secondFactorOf(token)));
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      // The useless cookie stays: this response may arrive after an organization switch, and would delete the new one.
      return success("No session", null);
    }
  });

  app.post(`${IDENTITY_PREFIX}/session`, { schema: { hide, body: SignInBody } }, async (request, reply) => {
    fromOwnPage(request);
    if (!deps.passwords) throw forbidden("People sign in at the configured identity provider", "SIGN_IN_CLOSED");
    const session = { kind: "dashboard", lifetimeSeconds: SESSION_LIFETIME_SECONDS } as const;
    return enter(request, reply, await signIn(deps, { ...readSignIn(secrets, request), ...session }));
  });

  app.post(`${IDENTITY_PREFIX}/session/passkey/options`, { schema: { hide } }, async (request) => {
    fromOwnPage(request);
    if (!deps.passwords) throw forbidden("People sign in at the configured identity provider", "SIGN_IN_CLOSED");
    await deps.attempts.takeChallenge(request.ip);
    return success("Sign in with a passkey", await askForPasskey(deps, null));
  });

  app.post(
    `${IDENTITY_PREFIX}/session/passkey`,
    { schema: { hide, body: Type.Object({ passkey: PasskeyAnswer }) } },
    async (request, reply) => {
      fromOwnPage(request);
      const { rawHeaders } = request.raw;
      const issued = await signInWithPasskey(deps, {
        response: request.body.passkey,
        address: request.ip,
        userAgent: request.headers["user-agent"] ?? null,
        requestId: request.id,
        lifetimeSeconds: SESSION_LIFETIME_SECONDS,
        isKnownDevice: (email) => knownDeviceOf(secrets, rawHeaders, email) !== null,
      });
      return enter(request, reply, issued);
    },
  );

  async function enter(request: FastifyRequest, reply: FastifyReply, issued: SignedIn) {
    const known = { secure, gaveFactor: issued.secondFactorAt !== null };
    const remembered = rememberDevice(secrets, request.raw.rawHeaders, issued.trace.email, known);
    reply.header("set-cookie", [sessionCookie(issued, clock.now(), secure), remembered]);
    const person = await deps.sources.findPerson(issued.userId);
    return success("Signed in", await show(person!, issued.orgId, issued.secondFactorAt));
  }

  app.delete(`${IDENTITY_PREFIX}/session`, { schema: { hide } }, async (request, reply) => {
    const presented = presentedBy(request);
    if (presented !== null) await endSession(presented);
    return reply.header("set-cookie", endedSessionCookie(secure)).code(204).send();
  });

  /** Signing out of an ended session succeeds. */
  async function endSession(presented: string): Promise<void> {
    try {
      const { token, person } = await deps.identify(presented);
      await signOut(db, token, person.userId);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
    }
  }

  app.post(
    `${IDENTITY_PREFIX}/session/organization`,
    { schema: { hide, body: Type.Object({ org_id: Type.String() }) } },
    async (request, reply) => {
      const { token, person } = await currentSession(request);
      const orgId = await chooseOrganization(deps, person.userId, request.body.org_id);
      const now = clock.now();
      // The new token ends when the old one would have: switching must not extend a session forever.
      const lifetimeSeconds = Math.floor((token.expiresAtMs - now.getTime()) / 1_000);
      if (lifetimeSeconds <= 0) throw unauthorized();
      const issued = await reissue(deps, { token, person }, { orgId, lifetimeSeconds });
      await withdrawToken(db, token, person.userId);
      reply.header("set-cookie", sessionCookie(issued, now, secure));
      return success("Organization switched", await show(person, orgId, secondFactorOf(token)));
    },
  );

  app.post(
    `${IDENTITY_PREFIX}/password`,
    { schema: { hide, body: Type.Object({ current_password: Password, new_password: Password }) } },
    async (request, reply) => {
      const { token, person } = await currentSession(request);
      const { current_password: currentPassword, new_password: newPassword } = request.body;
      const who = { userId: person.userId, address: request.ip };
      const { generation } = await changePassword(deps, { ...who, currentPassword, newPassword });
      const lifetimeSeconds = SESSION_LIFETIME_SECONDS;
      const issued = await reissue(deps, { token, person }, { generation, lifetimeSeconds });
      if (token.sessionId !== null)
        await prolongSession(db, { session_id: token.sessionId, generation, expires_at: issued.expiresAt });
      reply.header("set-cookie", sessionCookie(issued, clock.now(), secure));
      return success("Password changed; every other session was ended", null);
    },
  );

  addFactorRoutes(app, { ...deps, currentSession });

  const startQuery = Type.Object({
    next: Type.Optional(Type.String({ maxLength: 2_000 })),
    step_up: Type.Optional(Type.Boolean()),
  });
  app.get(`${IDENTITY_PREFIX}/oidc/start`, { schema: { hide, querystring: startQuery } }, async (request, reply) => {
    if (deps.oidc === null) throw notFound("Path");
    // A link of another site brings no session: its cookie is SameSite=Strict.
    const stepUp = request.query.step_up === true ? readSessionCookie(request.raw.rawHeaders) : null;
    const { url, cookie } = await deps.oidc.start(safePath(request.query.next), stepUp);
    return reply.header("set-cookie", oidcCookie(cookie, secure)).redirect(url, 302);
  });

  const callbackQuery = Type.Object({
    code: Type.Optional(Type.String({ maxLength: MAX_CODE_CHARACTERS })),
    state: Type.Optional(Type.String({ maxLength: MAX_CODE_CHARACTERS })),
    error: Type.Optional(Type.String({ maxLength: MAX_CODE_CHARACTERS })),
  });
  app.get(
    `${IDENTITY_PREFIX}/oidc/callback`,
    { schema: { hide, querystring: callbackQuery } },
    async (request, reply) => {
      if (deps.oidc === null) throw notFound("Path");
      const { code, state, error } = request.query;
      if (error !== undefined)
        return reply.header("set-cookie", endedOidcCookie(secure)).redirect(`${DASHBOARD}/sign-in?reason=refused`, 302);
      if (code === undefined || state === undefined)
        throw unauthorized("The identity provider's answer is incomplete; start again", "SIGN_IN_REFUSED");
      const cookie = readCookie(request.raw.rawHeaders, OIDC_COOKIE);
      const { token, next, stepUp } = await deps.oidc.finish({ code, state, cookie });
      // Told here: the next change would only ask for another sign-in.
      if (stepUp !== null) requireFreshSignIn(token.signedInElsewhereAtMs, clock.now());
      const userId = await deps.sources.findUserOf(token);
      const person = userId === null ? null : await deps.sources.findPerson(userId);
      if (person === null)
        return reply
          .header("set-cookie", endedOidcCookie(secure))
          .redirect(`${DASHBOARD}/sign-in?reason=no-account`, 302);
      const { userId: knownId, tokenGeneration: generation } = person;
      const proof = { secondFactorAt: secondFactorOf(token), signedInElsewhereAtMs: token.signedInElsewhereAtMs };
      const session = stepUp === null ? null : await deps.identify(stepUp);
      const at = clock.now();
      const { email } = (await findUser(db, knownId))!;
      const isKnownDevice = knownDeviceOf(secrets, request.raw.rawHeaders, email) !== null;
      const trace = { ...dashboardOf(request), userId: knownId, email, isKnownDevice, requestId: request.id, at };
      const terms = { kind: "dashboard", generation, lifetimeSeconds: SESSION_LIFETIME_SECONDS, ...proof } as const;
      const issued = await (session?.person.userId === knownId
        ? reissue(deps, session, proof)
        : beginSession(deps, trace, terms, { single_sign_on: true }));
      const remembered = rememberDevice(secrets, request.raw.rawHeaders, email, { secure, gaveFactor: false });
      return reply
        .header("set-cookie", [sessionCookie(issued, at, secure), endedOidcCookie(secure), remembered])
        .redirect(`${DASHBOARD}${next}`, 302);
    },
  );
}

export function dashboardOf({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): SessionOrigin {
  return { kind: "dashboard", address: ip, userAgent: headers["user-agent"] ?? null };
}

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.statusCode === 401;

/** Only a path inside the dashboard: the redirect after a sign-in must not lead to any other site. */
function safePath(next: string | undefined): string {
  if (next === undefined || !/^\/[A-Za-z0-9_~./?=&%-]*$/.test(next) || next.startsWith("//")) return "/";
  // Normalized as a browser does it: `..` could lead out of the dashboard, to a page that redirects to any site.
  return new URL(`${DASHBOARD}${next}`, "http://localhost").pathname.startsWith(`${DASHBOARD}/`) ? next : "/";
}
