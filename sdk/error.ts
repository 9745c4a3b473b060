import { isRefusal } from "./refusal.ts";

/** One field of a request that the service did not accept. */
export type ErrorDetail = { readonly path: string; readonly message: string };

type Facts = {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | null;
  readonly idempotencyKey: string | null;
  readonly earlierIsOpen?: boolean;
  readonly cause?: unknown;
};

/** A call that did not succeed: the service refused it, could not do it, or never answered. It holds no credential, so it may be logged. */
export class CorridorError extends Error {
  override readonly name = "CorridorError";
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The service's code, or one of ours: `NETWORK`, `TIMEOUT`, `ABORTED`, `NO_TOKEN`, `INVALID_ANSWER`. Null where the status says it all. */
  readonly code: string | null;
  /** The fields that are wrong, of a request that was refused for its shape. */
  readonly details: readonly ErrorDetail[];
  /** What the service calls this request in its log. */
  readonly requestId: string | null;
  /** The key that the request carried. */
  readonly idempotencyKey: string | null;
  /**
   * The service certainly did not do what was asked: the next try is a new one. When this is false nobody knows yet, and only the same request
   * with the same `idempotencyKey` may follow, which finds what was done; a new key could do it twice.
   */
  readonly refused: boolean;

  constructor(facts: Facts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId ?? null;
    this.idempotencyKey = facts.idempotencyKey;
    this.refused = isRefusal(facts.status, facts.code, facts.earlierIsOpen);
  }
}
