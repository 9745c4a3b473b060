import type { Clock } from "@corridor/base/clock.ts";
import type { FailureCause } from "@corridor/provider-kit/failures.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";

/**
 * What card schemes forbid: a card is never tried again after it was reported lost, stolen, closed or invalid, and at
 * most 15 times within 30 days after other declines. Counted by organization, as schemes count by merchant, and by a
 * fingerprint, as numbers are not stored. A number that is typed on a provider's own page is unknown here: that provider
 * counts it.
 */
const MOST_TRIES = 15;
/** A few test cards are declined all day. */
const MOST_TRIES_IN_DEVELOPMENT = 15_000;
const WITHIN_MS = 30 * 24 * 60 * 60_000;
const FINAL: ReadonlySet<FailureCause> = new Set(["card_lost_or_stolen", "card_closed", "card_invalid"]);
/** Schemes do not use a number again for longer than this. */
const KEPT = "interval '2 years'";
const PLACE = "card";
const INTERVAL_MS = 60 * 60_000;

const WAIT_FOR_TURN = statement("initiate.WAIT_FOR_TURN")`SELECT pg_advisory_xact_lock(hashtext($1))`;
const JUDGE_CARD = statement("initiate.JUDGE_CARD")`
  SELECT count(*) FILTER (WHERE tried_at > $3)::integer AS tries /* not null */,
    coalesce(bool_or(is_final), false) AS "isFinal" /* not null */
  FROM card_tries WHERE org_id = $1 AND fingerprint = ANY ($2::text[]) AND payment_id <> $4`;
const ADD_TRY = statement("initiate.ADD_TRY")`
  INSERT INTO card_tries (org_id, payment_id, fingerprint, tried_at, is_final) VALUES ($1, $2, $3, $4, false)
  ON CONFLICT DO NOTHING`;
const SETTLE_TRIES = statement("initiate.SETTLE_TRIES")`
  WITH marked AS (UPDATE card_tries SET is_final = true WHERE payment_id = ANY ($1::uuid[]))
  DELETE FROM card_tries WHERE payment_id = ANY ($2::uuid[])`;
const FORGET_OLD = statement("initiate.FORGET_OLD")`
  DELETE FROM card_tries WHERE tried_at < $1 AND (NOT is_final OR tried_at < $1::timestamptz - ${KEPT})`;

export type CardTries = {
  /** Counts a try that is about to be made, unless the card must not be tried. */
  admit(payment: { orgId: string; paymentId: string }, cardNumber: string): Promise<void>;
  /** The payment was not created. */
  forget(paymentId: string): Promise<void>;
};

type TriesDeps = { db: Db; clock: Clock; secrets: SecretBox; environment: "development" | "production" };

export function createCardTries({ db, clock, secrets, environment }: TriesDeps): CardTries {
  const most = environment === "production" ? MOST_TRIES : MOST_TRIES_IN_DEVELOPMENT;
  return {
    async admit({ orgId, paymentId }, cardNumber) {
      const prints = secrets
        .fingerprints(cardNumber.replaceAll(/\D/g, ""), PLACE)
        .map((one) => one.toString("base64url"));
      const now = clock.now();
      await db.transaction(async (tx) => {
        await tx.query(WAIT_FOR_TURN, [prints[0]!]);
        const [known] = await tx.query(JUDGE_CARD, [orgId, prints, new Date(now.getTime() - WITHIN_MS), paymentId]);
        if (known!.isFinal) throw refusal("was reported lost, stolen, closed or invalid");
        if (known!.tries >= most) throw refusal(`was declined ${most} times within 30 days`);
        await tx.query(ADD_TRY, [orgId, paymentId, prints[0]!, now]);
      });
    },
    forget: async (paymentId) => void (await db.query(SETTLE_TRIES, [[], [paymentId]])),
  };
}

function refusal(why: string) {
  return conflict(`The card ${why}, and is not tried again; use another card`, "CARD_BLOCKED");
}

export type EndedCardPayment = { paymentId: string; causes: readonly FailureCause[]; isDeclined: boolean };

/** Only declines count: a payment that succeeded, was canceled or failed by another's fault says nothing of the card. */
export async function settleCardTries(tx: Tx, ended: readonly EndedCardPayment[]): Promise<void> {
  const isFinal = ({ causes }: EndedCardPayment): boolean => causes.some((cause) => FINAL.has(cause));
  const idsOf = (some: readonly EndedCardPayment[]): string[] => some.map(({ paymentId }) => paymentId);
  const others = ended.filter((one) => !isFinal(one) && !one.isDeclined);
  if (ended.length > 0) await tx.query(SETTLE_TRIES, [idsOf(ended.filter(isFinal)), idsOf(others)]);
}

export function purgeCardTriesJob({ db, clock }: { db: Queryable; clock: Clock }): Job {
  return {
    name: "card-tries-retention",
    intervalMs: INTERVAL_MS,
    runOnce: async () => (await db.query(FORGET_OLD, [new Date(clock.now().getTime() - WITHIN_MS)])).length,
  };
}
