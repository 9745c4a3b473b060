export { createLimitMailTo } from "./attempts.ts";
export { composeIdentity } from "./compose-identity.ts";
export { createObjectionToPaying } from "./objection-to-paying.ts";
export { createAdmin } from "./create-admin.ts";
export { createUserWithPassword } from "./create-user-with-password.ts";
export { hashPassword } from "./password.ts";
export { resealTotp } from "./second-factor.ts";
export { resealSigningKeys } from "./signing-keys.ts";
