import type { Db } from "#src/kernel/db/client.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { sealingPlace } from "./endpoint.ts";
import { lockSealedSecrets, type SealedSecrets, updateSealedSecrets } from "./queries.ts";

const BATCH_SIZE = 500;

/** Seals every signing secret under the current master secret. Returns the number of endpoints. */
export async function resealWebhookSecrets({ db, secrets }: { db: Db; secrets: SecretBox }): Promise<number> {
  let resealed = 0;
  let after: string | null = null;
  for (;;) {
    const batch: SealedSecrets[] = await db.transaction(async (tx) => {
      const endpoints = await lockSealedSecrets(tx, after, BATCH_SIZE);
      const due = endpoints.filter((one) =>
        [one.secret_sealed, one.previous_secret_sealed].some((sealed) => sealed !== null && !secrets.isCurrent(sealed)),
      );
      const sealedAgain = due.map((one) => {
        const previous = one.previous_secret_sealed;
        const previous_secret_sealed = previous === null ? null : sealAgain(secrets, previous, one);
        return { ...one, secret_sealed: sealAgain(secrets, one.secret_sealed, one), previous_secret_sealed };
      });
      await updateSealedSecrets(tx, sealedAgain);
      resealed += due.length;
      return endpoints;
    });
    if (batch.length < BATCH_SIZE) return resealed;
    after = batch.at(-1)!.webhook_id;
  }
}

function sealAgain(secrets: SecretBox, sealed: string, endpoint: SealedSecrets): string {
  const place = sealingPlace(endpoint);
  return secrets.seal(secrets.open(sealed, place), place);
}
