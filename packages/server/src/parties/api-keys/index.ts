import type { Needs, Part } from "#src/kernel/part.ts";
import { apiKeyRoutes } from "./routes.ts";
import { warnOfExpiryJob } from "./warn-of-expiry.ts";

export { API_KEY_STATUSES } from "./api-key.ts";
export { createFindApiKey, isApiKeyGood } from "./find-api-key.ts";
export { type KeyColumns, noteKeyUses } from "./queries.ts";
export { createApiKey, revokeKeysOfMember } from "./write-api-key.ts";

export function composeApiKeys(deps: Needs<typeof apiKeyRoutes | typeof warnOfExpiryJob>): Part {
  return { routes: [apiKeyRoutes(deps)], jobs: [warnOfExpiryJob(deps)] };
}
