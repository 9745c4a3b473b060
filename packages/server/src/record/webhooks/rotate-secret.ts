import { appendAudit } from "#src/record/audit/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
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
    if (before === null) throw notFound("Webhook");
    const overlapEnds = before.previous_secret_expires_at;
    if (overlapSeconds > 0 && overlapEnds !== null && overlapEnds > action.at) {
      throw conflict(
        `A rotation overlaps until ${overlapEnds.toISOString()}; wait for it, or rotate with overlap_seconds 0`,
      );
    }
    const after = await updateSecret(tx, before, {
      secretSealed: deps.secrets.seal(secretKey, sealingPlace(before)),
      previous:
        overlapSeconds === 0
          ? null
          : { sealed: before.secret_sealed, expiresAt: new Date(action.at.getTime() + overlapSeconds * 1_000) },
      at: action.at,
    });
    await appendAudit(tx, [
      {
        orgId: after.org_id,
        actor: action.actor,
        action: "webhook.secret_rotated",
        resourceType: "webhook",
        resourceId: after.webhook_id,
        changes: { overlap_seconds: overlapSeconds },
        requestId: action.requestId,
        at: action.at,
      },
    ]);
    return after;
  });
  return { endpoint, secretKey };
}
