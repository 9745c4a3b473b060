import type { Needs, Part } from "#src/kernel/part.ts";
import { userRoutes } from "./routes.ts";

export { RoleSchema, VerificationStatusSchema } from "./routes.ts";
export { createServiceAccount, createUser, type NewUser } from "./create-user.ts";
export { createFindUserOfToken, linkIdentity } from "./link-identity.ts";
export {
  findNames,
  findPlatformAdminIds,
  findPlatformAdmins,
  findUser,
  findUserByEmail,
  isServiceAccount,
  isServiceAccountOf,
  type Named,
  namedPeople,
  withPeople,
} from "./queries.ts";
export { type Memberships, normalizeEmail, type User, USER_TOPIC } from "./user.ts";

export function composeUsers(deps: Needs<typeof userRoutes>): Part {
  return { routes: [userRoutes(deps)] };
}
