export { appendEvents, eventWrites } from "./append-events.ts";
export { countDeadLetters } from "./count-dead-letters.ts";
export { DELIVERY_STATUSES } from "./delivery.ts";
export { resealWebhookSecrets } from "./reseal-secrets.ts";
export { signatureHeaders, signingKey } from "./signature.ts";
