import type { Queryable } from "#src/kernel/db/client.ts";
import type { UseRow } from "#src/kernel/http/use-recorder.ts";
import { updateLastUsed } from "./queries.ts";

export type KeyColumns = { readonly org_id: string; readonly api_key_id: string };

/** Writes the last use of each key, which is only displayed. */
export function noteKeyUses(db: Queryable, uses: readonly UseRow<KeyColumns>[]): Promise<void> {
  return updateLastUsed(db, uses);
}
