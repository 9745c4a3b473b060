import Type from "typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { success } from "#src/kernel/http/envelopes.ts";
import { conflict, forbidden } from "#src/kernel/http/errors.ts";
import { Name } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { IDENTITY_PREFIX, type IdentityDeps, type Session } from "./identity.ts";
import { addPasskey, askForPasskey, removePasskey, renamePasskey, startPasskey } from "./passkeys.ts";
import { type FactorAttempt, readFactors } from "./second-factor.ts";

const MAX_PART_CHARACTERS = 16_000;
const MAX_ID_CHARACTERS = 1_400;
const Part = Type.String({ maxLength: MAX_PART_CHARACTERS });
const CredentialId = Type.String({ minLength: 1, maxLength: MAX_ID_CHARACTERS });
const common = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal("public-key"),
  clientExtensionResults: Type.Object({}),
};

/** A credential as the browser writes it: PublicKeyCredential.toJSON(). */
export const PasskeyAnswer = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: Part,
    authenticatorData: Part,
    signature: Part,
    userHandle: Type.Optional(Part),
  }),
});
const NewPasskey = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: Part,
    attestationObject: Part,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
});

type Deps = IdentityDeps & {
  currentSession: (request: FastifyRequest) => Promise<Session>;
  whoIs: (request: FastifyRequest, session: Session) => Promise<FactorAttempt>;
  renewSession: (request: FastifyRequest, reply: FastifyReply, session: Session) => Promise<void>;
  requireFreshFactorOf: (session: Session) => void;
};

export function addPasskeyRoutes(app: App, deps: Deps): void {
  const { currentSession, requireFreshFactorOf } = deps;
  const hide = true;
  const at = `${IDENTITY_PREFIX}/factors/passkeys`;
  const params = Type.Object({ credential_id: CredentialId });

  app.post(
    `${at}/options`,
    { schema: { hide, body: Type.Object({ password: Type.String({ maxLength: 1_000 }) }) } },
    async (request) => {
      if (!deps.passwords) throw forbidden("People sign in at the configured identity provider", "SIGN_IN_CLOSED");
      const session = await currentSession(request);
      requireFreshFactorOf(session);
      return success(
        "Create the passkey",
        await startPasskey(deps, await deps.whoIs(request, session), request.body.password),
      );
    },
  );

  app.post(at, { schema: { hide, body: Type.Object({ name: Name, passkey: NewPasskey }) } }, async (request, reply) => {
    const session = await currentSession(request);
    const codes = await addPasskey(deps, session.person.userId, request.body.name, request.body.passkey);
    await deps.renewSession(request, reply, session);
    return reply.code(201).send(success("The passkey is added", { recovery_codes: codes }));
  });

  app.post(
    `${at}/:credential_id/name`,
    { schema: { hide, params, body: Type.Object({ name: Name }) } },
    async (request) => {
      const { person } = await currentSession(request);
      await renamePasskey(deps, person.userId, request.params.credential_id, request.body.name);
      return success("The passkey is renamed", null);
    },
  );

  app.delete(`${at}/:credential_id`, { schema: { hide, params } }, async (request) => {
    const session = await currentSession(request);
    requireFreshFactorOf(session);
    const { passkeys, totp_confirmed_at: totp } = await readFactors(deps, session.person.userId);
    if (passkeys.length === 1 && totp === null && (await deps.requiresFactor(session.person)))
      throw conflict("Your organization or role requires a second factor");
    await removePasskey(deps, session.person.userId, request.params.credential_id);
    return success("The passkey is removed", null);
  });

  app.post(`${IDENTITY_PREFIX}/session/step-up/options`, { schema: { hide } }, async (request) => {
    const { person } = await currentSession(request);
    return success("Confirm with a passkey", await askForPasskey(deps, person.userId));
  });
}
