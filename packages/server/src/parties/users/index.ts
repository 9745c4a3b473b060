import type { Needs, Part } from "#src/kernel/part.ts";
import { userRoutes } from "./routes.ts";

export { RoleSchema, VerificationStatusSchema } from "./routes.ts";
export type { Memberships } from "./memberships.ts";
export { createUser, type NewUser } from "./create-user.ts";
export { findNames, namedPeople } from "./find-names.ts";
export { type Named, withPeople } from "./find-people.ts";
export { findPlatformAdmins } from "./find-platform-admins.ts";
export { createFindUserOfToken } from "./find-user-of-token.ts";
export { findUser, findUserByEmail } from "./find-user.ts";
export { linkIdentity } from "./link-identity.ts";
export { createServiceAccount, isServiceAccount, isServiceAccountOf } from "./service-account.ts";
export { normalizeEmail, type User, USER_TOPIC } from "./user.ts";

export function composeUsers(deps: Needs<typeof userRoutes>): Part {
  return { routes: [userRoutes(deps)] };
}
