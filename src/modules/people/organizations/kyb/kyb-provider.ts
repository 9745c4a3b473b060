/**
 * The contract of a business verification provider: it opens a case for an organization, and tells us its decision by signed callbacks.
 * Like payment providers it speaks HTTP and never sees the database.
 */
export type KybProvider = {
  readonly name: string;
  /** Must be safe to repeat: asked again for the same organization, it finds the case that is there. */
  startVerification(request: KybRequest, signal: AbortSignal): Promise<{ customerId: string; verificationUrl: string | null }>;
  /** Null when the signature does not hold. `externalId` tells one callback from another, so that each is applied once. */
  verifyCallback(callback: { headers: Readonly<Record<string, string | undefined>>; rawBody: Buffer }, now: Date): { externalId: string } | null;
  /** Null when the callback says nothing about a decision. Only called on bytes whose signature holds. */
  parseCallback(rawBody: Buffer): KybUpdate | null;
};

export type KybRequest = { orgId: string; name: string; country: string };

export type KybUpdate = {
  readonly customerId: string;
  readonly status: "pending" | "approved" | "rejected";
  readonly reason: string | null;
  /** When the provider decided: callbacks may come late and out of order. */
  readonly occurredAt: Date;
};

/** The provider cannot be reached or refused; its own words are for the log only. */
export class KybUnavailable extends Error {
  override name = "KybUnavailable";
}

/** The callback is signed and still makes no sense: the sender must hear of it. */
export class KybCallbackInvalid extends Error {
  override name = "KybCallbackInvalid";
}
