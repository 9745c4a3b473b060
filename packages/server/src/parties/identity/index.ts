export { createLimitMailTo } from "./attempts.ts";
export { composeIdentity } from "./compose-identity.ts";
export { createObjectionToPaying } from "./find-person.ts";
export { createAdmin, createUserWithPassword } from "./create-user.ts";
export { hashPassword } from "./password.ts";
export { resealTotp } from "./second-factor.ts";
export { resealSigningKeys } from "./signing-keys.ts";
