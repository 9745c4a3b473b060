import type { Queryable } from "#src/platform/db/client.ts";
import type { UseRow } from "#src/platform/http/use-recorder.ts";
import { updateLastUsed } from "./queries.ts";

export type KeyColumns = { readonly org_id: string; readonly api_key_id: string };

/** What keys show of their last use. */
export function noteKeyUses(db: Queryable, uses: readonly UseRow<KeyColumns>[]): Promise<void> {
  return updateLastUsed(db, uses);
}
