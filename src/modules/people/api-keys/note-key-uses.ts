import type { Queryable } from "#src/platform/db/client.ts";
import type { UseRow } from "#src/platform/http/use-recorder.ts";
import { updateLastUsed } from "./queries.ts";

export type KeyColumns = { readonly org_id: string; readonly api_key_id: string };

/** Records the last use of keys, for display. */
export function noteKeyUses(db: Queryable, uses: readonly UseRow<KeyColumns>[]): Promise<void> {
  return updateLastUsed(db, uses);
}
