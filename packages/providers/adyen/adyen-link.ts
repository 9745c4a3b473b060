import { isoOf } from "@corridor/base/instant.ts";
import type { DispatchRequest, NextAction, ProviderStatus, StatusAnswer } from "@corridor/provider-kit/provider.ts";
import { type Json, MalformedAnswer, requireSame, textOf, webAddressOf, wordIn } from "@corridor/provider-kit/wire.ts";
import { amountBody } from "./adyen-amount.ts";

/**
 * Pay by Link, without I/O: the customer types the card on Adyen's own page, for which an ordinary account needs no
 * approval. A card refused there ends nothing: the customer may try another. The link's status shows that it was paid,
 * but only the webhook names the payment's id, which a refund needs: so the webhook completes it.
 */
const OPEN_FOR_MS = 60 * 60_000;
const MAX_DESCRIPTION = 280;

export function linkBody(request: DispatchRequest, merchantAccount: string, now: Date): object {
  const { payer, description } = request;
  return {
    merchantAccount,
    reference: request.reference,
    amount: amountBody(request.amount),
    returnUrl: request.returnUrl,
    countryCode: request.country,
    shopperEmail: payer?.email,
    description: description?.slice(0, MAX_DESCRIPTION) || undefined,
    expiresAt: isoOf(new Date(now.getTime() + OPEN_FOR_MS)),
    allowedPaymentMethods: ["scheme"],
    // An account may delay the capture. "Authorised" means completed to us, so the capture must be immediate.
    captureDelayHours: 0,
    reusable: false,
  };
}

/** `completed` and `paid` mean a paid link. They count as processing, because only the webhook completes. */
const LINK_STATUSES: Readonly<Record<string, Exclude<ProviderStatus, "completed">>> = {
  active: "pending",
  paymentPending: "processing",
  completed: "processing",
  paid: "processing",
  expired: "failed",
};

type Link = { id: string; status: Exclude<ProviderStatus, "completed">; word: string; nextAction: NextAction };

export function readLink(json: Json, reference: string): Link {
  requireSame("reference", textOf(json, "reference"), reference);
  const id = textOf(json, "id");
  if (!isLinkId(id)) throw new MalformedAnswer("id");
  const nextAction = { type: "redirect", redirect_url: webAddressOf(json, "url") } as const;
  return { id, status: wordIn(LINK_STATUSES, json, "status"), word: textOf(json, "status"), nextAction };
}

export function isLinkId(id: string): boolean {
  return /^PL[0-9A-Za-z]+$/.test(id);
}

export function readLinkStatus(json: Json, reference: string): StatusAnswer {
  const { id, status, word, nextAction } = readLink(json, reference);
  const update = { kind: "payment", reference, providerPaymentId: id, providerStatus: word, status } as const;
  if (status === "failed")
    return {
      outcome: "found",
      update: { ...update, reason: "the payment page was closed before anybody paid", code: word },
    };
  return { outcome: "found", update, nextAction: status === "pending" ? nextAction : undefined };
}
