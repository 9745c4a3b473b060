export { API_KEY_STATUSES } from "./api-key.ts";
export { createApiKey } from "./create-api-key.ts";
export { createFindApiKey, isApiKeyGood } from "./find-api-key.ts";
export { type KeyColumns, noteKeyUses } from "./note-key-uses.ts";
