import { audit } from "#src/record/audit/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import type { EndpointAction } from "./change-endpoint.ts";
import { sealingPlace, type WebhookEndpoint } from "./endpoint.ts";
import { lockEndpoint, updateSecret } from "./queries.ts";
import { newSigningSecret } from "./signature.ts";

export const MAX_OVERLAP_SECONDS = 7 * 24 * 60 * 60;
export const DEFAULT_OVERLAP_SECONDS = 24 * 60 * 60;

/**
 * For `overlapSeconds` both the new and the old secret sign; with 0 the old one stops at once, for a leak. A second
 * rotation within an overlap would leave receivers with a secret that no longer signs, so only 0 is allowed then.
 */
export async function rotateSecret(
  deps: { db: Db; secrets: SecretBox },
  action: EndpointAction,
  overlapSeconds: number,
): Promise<{ endpoint: WebhookEndpoint; secretKey: string }> {
  const secretKey = newSigningSecret();
  const endpoint = await deps.db.transaction(async (tx) => {
    const before = await lockEndpoint(tx, action.scope, action.webhookId);
    const overlapEnds = before.previous_secret_expires_at;
    if (overlapSeconds > 0 && overlapEnds !== null && overlapEnds > action.at)
      throw conflict(
        `A rotation overlaps until ${overlapEnds.toISOString()}; wait for it, or rotate with overlap_seconds 0`,
      );
    const secretSealed = deps.secrets.seal(secretKey, sealingPlace(before));
    const expiresAt = new Date(action.at.getTime() + overlapSeconds * 1_000);
    const previous = overlapSeconds === 0 ? null : { sealed: before.secret_sealed, expiresAt };
    const after = await updateSecret(tx, before, { secretSealed, previous, at: action.at });
    const changes = { overlap_seconds: overlapSeconds };
    await audit(tx, { ...action, orgId: after.org_id }, "webhook.secret_rotated", after.webhook_id, changes);
    return after;
  });
  return { endpoint, secretKey };
}
