/** A business verification provider opens a case and reports its decision by signed callbacks, over HTTP only. */
export type KybProvider = {
  readonly name: string;
  /** Must be safe to repeat: a second call for the same organization finds the existing case. */
  startVerification(
    request: KybRequest,
    signal: AbortSignal,
  ): Promise<{ customerId: string; verificationUrl: string | null }>;
  /** Null when the signature is invalid. `externalId` identifies a callback, so that each is applied once. */
  verifyCallback(
    callback: { headers: Readonly<Record<string, string | undefined>>; rawBody: Buffer },
    now: Date,
  ): { externalId: string } | null;
  /** Null when the callback reports no decision. Only called for bytes with a valid signature. */
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

/** The provider is unreachable or refused; its own message is for the log only. */
export class KybUnavailable extends Error {
  override name = "KybUnavailable";
}

/** The callback is signed and still invalid: the sender must get an error. */
export class KybCallbackInvalid extends Error {
  override name = "KybCallbackInvalid";
}
