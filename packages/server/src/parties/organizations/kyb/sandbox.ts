import { createHmac, timingSafeEqual } from "node:crypto";
import type { Outbound } from "@corridor/provider-kit/outbound.ts";
import {
  KybCallbackInvalid,
  type KybProvider,
  type KybRequest,
  KybUnavailable,
  type KybUpdate,
} from "./kyb-provider.ts";

/**
 * Verification without a provider: for development, and for your own compliance desk whose system sends the decision.
 *
 *   X-Kyb-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>" under the webhook secret>
 *   {"event_id": "...", "customer_id": "...", "status": "approved" | "rejected" | "pending", "reason": "...",
 *   "occurred_at": "..."}
 */
const SIGNATURE_HEADER = "x-kyb-signature";
const SIGNATURE_FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
const MAX_AGE_SECONDS = 300;
const REQUEST_TIMEOUT_MS = 10_000;
const STATUSES = new Set(["pending", "approved", "rejected"]);
const MAX_ID_CHARACTERS = 200;

/** When set, the sandbox decides by itself; otherwise the holder of the webhook secret does. */
export type SandboxDesk = { url: string; key: string; callbackUrl: string; outbound: Outbound };

export function createSandboxKyb(options: { webhookSecret: string; desk?: SandboxDesk }): KybProvider {
  const { desk } = options;
  return {
    name: "sandbox",
    startVerification: async (request, signal) => ({
      customerId: desk === undefined ? `sandbox-${request.orgId}` : await apply(desk, request, signal),
      verificationUrl: null,
    }),

    verifyCallback({ headers, rawBody }, now) {
      const match = SIGNATURE_FORM.exec(headers[SIGNATURE_HEADER] ?? "");
      if (match === null) return null;
      const sentAt = Number(match[1]);
      if (Math.abs(now.getTime() / 1_000 - sentAt) > MAX_AGE_SECONDS) return null;
      const expected = createHmac("sha256", options.webhookSecret).update(`${sentAt}.`).update(rawBody).digest();
      if (!timingSafeEqual(expected, Buffer.from(match[2]!, "hex"))) return null;
      return { externalId: eventIdOf(rawBody) };
    },

    parseCallback(rawBody): KybUpdate {
      const body = parse(rawBody);
      const { customer_id: customerId, status, reason, occurred_at: occurredAt } = body;
      if (typeof customerId !== "string" || customerId.length > MAX_ID_CHARACTERS)
        throw new KybCallbackInvalid("customer_id is missing");
      if (typeof status !== "string" || !STATUSES.has(status))
        throw new KybCallbackInvalid("status must be pending, approved or rejected");
      const instant = new Date(typeof occurredAt === "string" ? occurredAt : Number.NaN);
      if (Number.isNaN(instant.getTime())) throw new KybCallbackInvalid("occurred_at is not a valid time");
      return {
        customerId,
        status: status as KybUpdate["status"],
        reason: typeof reason === "string" ? reason : null,
        occurredAt: instant,
      };
    },
  };
}

async function apply(desk: SandboxDesk, request: KybRequest, signal: AbortSignal): Promise<string> {
  const answer = await desk.outbound
    .request({
      method: "POST",
      url: `${desk.url}/kyb/applications`,
      timeoutMs: REQUEST_TIMEOUT_MS,
      signal,
      headers: { "content-type": "application/json", authorization: `Bearer ${desk.key}` },
      body: JSON.stringify({
        reference: request.orgId,
        company_name: request.name,
        country: request.country,
        callback_url: desk.callbackUrl,
      }),
    })
    .catch((error: unknown) => {
      throw new KybUnavailable("the sandbox cannot be reached", { cause: error });
    });
  const { customer_id: customerId } = parse(answer.body);
  if (answer.statusCode >= 300 || typeof customerId !== "string")
    throw new KybUnavailable(`the sandbox answered ${answer.statusCode}`);
  return customerId;
}

function eventIdOf(rawBody: Buffer): string {
  const { event_id: eventId } = parse(rawBody);
  if (typeof eventId !== "string" || eventId === "" || eventId.length > MAX_ID_CHARACTERS)
    throw new KybCallbackInvalid("event_id is missing");
  return eventId;
}

function parse(rawBody: Buffer): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(rawBody.toString("utf8"));
    if (typeof body === "object" && body !== null) return body as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new KybCallbackInvalid("the body is not a JSON object");
}
