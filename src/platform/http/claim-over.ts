/**
 * A process hung so long that its `Idempotency-Key` may have gone to another request, which may have been refused: what this one wanted to write is
 * not written. Reads as a row fault (combine.ts), so that others of its batch are written all the same. The client is told to send the request
 * again, and the key is free.
 */
export class ClaimOver extends Error {
  readonly code = "P0003";
  constructor() {
    super("The request took too long to start, and nothing was done; send it again with the same Idempotency-Key");
    this.name = "ClaimOver";
  }
}

/** For the statement that writes: true while the claim holds, or without one. `commitBy` names a column of type timestamptz. */
export function claimHolds(commitBy: string): string {
  return `(${commitBy} IS NULL OR ${commitBy} > (SELECT service_time()))`;
}
