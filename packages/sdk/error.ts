import { isRefusal } from "@corridor/shared/refusal.ts";

/** One field of a request that the service did not accept. */
export type ErrorDetail = { readonly path: string; readonly message: string };

type Facts = {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | null;
  readonly approvalId?: string | null;
  readonly idempotencyKey: string | null;
  readonly earlierIsOpen?: boolean;
  readonly cause?: unknown;
};

/**
 * A call that did not succeed: the service refused it, could not do it, or never answered. It holds no credential, so
 * it may be logged.
 */
export class CorridorError extends Error {
  override readonly name = "CorridorError";
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /**
   * The service's error code, or one of the client's own: `NETWORK`, `TIMEOUT`, `ABORTED`, `NO_TOKEN`,
   * `INVALID_ANSWER`. Null when the answer has only a status.
   */
  readonly code: string | null;
  /** The invalid fields of a request that failed validation. */
  readonly details: readonly ErrorDetail[];
  /** The id of this request in the service's log. */
  readonly requestId: string | null;
  /** `APPROVAL_REQUIRED`: the approval that waits for another person, and then carries out the request. */
  readonly approvalId: string | null;
  /** The `Idempotency-Key` of the request. */
  readonly idempotencyKey: string | null;
  /**
   * True: the service certainly did nothing, so the next try is a new request. False: the outcome is unknown. Then only
   * repeat the same request with the same `idempotencyKey`, which finds what was done; a new key could do it twice.
   */
  readonly refused: boolean;

  constructor(facts: Facts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId ?? null;
    this.approvalId = facts.approvalId ?? null;
    this.idempotencyKey = facts.idempotencyKey;
    this.refused = isRefusal(facts.status, facts.code, facts.earlierIsOpen);
  }
}
