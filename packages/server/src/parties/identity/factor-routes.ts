import Type from "typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { requireFreshFactor } from "#src/kernel/http/access-control.ts";
import { success } from "#src/kernel/http/envelopes.ts";
import { badRequest, conflict } from "#src/kernel/http/errors.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { sessionCookie } from "./cookies.ts";
import { IDENTITY_PREFIX, type IdentityDeps, type Session } from "./identity.ts";
import { knownDeviceOf, rememberDevice } from "./known-device.ts";
import {
  attemptOf,
  checkFactor,
  confirmFactor,
  readFactors,
  removeFactor,
  renewRecoveryCodes,
  startTotp,
} from "./second-factor.ts";
import { addPasskeyRoutes, PasskeyAnswer } from "./passkey-routes.ts";
import { checkPasskey } from "./passkeys.ts";
import { reissue, withdrawToken } from "./sessions.ts";
import { FactorCode } from "./sign-in.ts";

const Code = Type.Object({ code: FactorCode });

type Deps = IdentityDeps & { secure: boolean; currentSession: (request: FastifyRequest) => Promise<Session> };

export function addFactorRoutes(app: App, deps: Deps): void {
  const { db, clock, currentSession } = deps;
  const hide = true;

  const whoIs = (request: FastifyRequest, { person }: Session) =>
    attemptOf(db, person.userId, {
      address: request.ip,
      deviceOf: (email) => knownDeviceOf(deps.secrets, request.raw.rawHeaders, email, "codes"),
    });

  async function requireCode(request: FastifyRequest, session: Session, code: string): Promise<void> {
    // Not a 401: the session is valid, and on a 401 the page would go to the sign-in page.
    if (!(await checkFactor(deps, await whoIs(request, session), code)))
      throw badRequest("The code is wrong or was used before", [], "SECOND_FACTOR_WRONG");
  }

  /** A person who already has a factor must give it before one is added or removed. */
  function requireFreshFactorOf({ token, person }: Session): void {
    if (person.hasSecondFactor) requireFreshFactor(token.secondFactorAtMs, clock.now());
  }

  /** The same session with a fresh second factor; it ends when the old one would have. */
  async function renewSession(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void> {
    const now = clock.now();
    const { email } = await whoIs(request, session);
    const issued = await reissue(deps, session, { secondFactorAt: now });
    await withdrawToken(db, session.token, session.person.userId);
    const known = { secure: deps.secure, gaveFactor: true };
    const remembered = rememberDevice(deps.secrets, request.raw.rawHeaders, email, known);
    reply.header("set-cookie", [sessionCookie(issued, now, deps.secure), remembered]);
  }

  app.get(`${IDENTITY_PREFIX}/factors`, { schema: { hide } }, async (request) => {
    const { person } = await currentSession(request);
    return success("Second factor", await readFactors(deps, person.userId));
  });

  app.post(
    `${IDENTITY_PREFIX}/factors/totp`,
    { schema: { hide, body: Type.Object({ password: Type.String({ maxLength: 1_000 }) }) } },
    async (request) => {
      const session = await currentSession(request);
      requireFreshFactorOf(session);
      return success(
        "Enter this in your authenticator app",
        await startTotp(deps, await whoIs(request, session), request.body.password),
      );
    },
  );

  app.post(`${IDENTITY_PREFIX}/factors/totp/confirm`, { schema: { hide, body: Code } }, async (request, reply) => {
    const session = await currentSession(request);
    // The second factor is checked here too, because the session may have begun before the person had a passkey.
    requireFreshFactorOf(session);
    const codes = await confirmFactor(deps, await whoIs(request, session), request.body.code);
    await renewSession(request, reply, session);
    return success("Keep these recovery codes now, they are not shown again", { recovery_codes: codes });
  });

  app.post(`${IDENTITY_PREFIX}/factors/remove`, { schema: { hide, body: Code } }, async (request) => {
    const session = await currentSession(request);
    const { passkeys } = await readFactors(deps, session.person.userId);
    if (passkeys.length === 0 && (await deps.requiresFactor(session.person)))
      throw conflict("Your organization or role requires a second factor");
    await requireCode(request, session, request.body.code);
    await removeFactor(deps, session.person.userId);
    return success("The second factor is removed", null);
  });

  app.post(`${IDENTITY_PREFIX}/factors/recovery-codes`, { schema: { hide, body: Code } }, async (request) => {
    const session = await currentSession(request);
    await requireCode(request, session, request.body.code);
    return success("Keep these recovery codes now; the earlier ones no longer work", {
      recovery_codes: await renewRecoveryCodes(deps, session.person.userId),
    });
  });

  const StepUp = Type.Object({ code: Type.Optional(FactorCode), passkey: Type.Optional(PasskeyAnswer) });
  app.post(`${IDENTITY_PREFIX}/session/step-up`, { schema: { hide, body: StepUp } }, async (request, reply) => {
    const session = await currentSession(request);
    const { code = "", passkey } = request.body;
    if (passkey === undefined) await requireCode(request, session, code);
    else if (!(await checkPasskey(deps, await whoIs(request, session), passkey)))
      throw badRequest("The passkey was not accepted; try again", [], "SECOND_FACTOR_WRONG");
    await renewSession(request, reply, session);
    return success("Confirmed", null);
  });

  addPasskeyRoutes(app, { ...deps, whoIs, renewSession, requireFreshFactorOf });
}
