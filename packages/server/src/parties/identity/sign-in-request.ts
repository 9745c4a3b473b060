import type { FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import { normalizeEmail } from "#src/parties/users/index.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { FactorCode } from "./factor-routes.ts";
import { knownDeviceOf } from "./known-device.ts";
import type { SignIn } from "./sign-in.ts";

export const Password = Type.String({ maxLength: 1_000 });
export const SignInBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Password,
  org_id: Type.Optional(Type.String()),
  code: Type.Optional(FactorCode),
});

type Request = Pick<FastifyRequest, "ip" | "id" | "headers" | "raw"> & { body: Static<typeof SignInBody> };

export function readSignIn(
  secrets: SecretBox,
  { body, ip, id, headers, raw }: Request,
): Omit<SignIn, "lifetimeSeconds" | "kind"> {
  const { org_id: orgId, ...given } = body;
  const device = knownDeviceOf(secrets, raw.rawHeaders, normalizeEmail(body.email));
  return { ...given, orgId, address: ip, device, userAgent: headers["user-agent"] ?? null, requestId: id };
}
