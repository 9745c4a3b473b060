/** The whole public interface of the package. */
export * from "@corridor/shared/choices.ts";
export { createClient, type Client, type ClientOptions } from "./client.ts";
export { CorridorError, type ErrorDetail } from "./error.ts";
export type { CorridorEvent, EventData } from "./events.ts";
export type { AsText } from "./json.ts";
export type { Answer, Body, Data, Filter, Row } from "@corridor/shared/operations.ts";
export type * from "./records.ts";
export type { CallOptions, PostOptions } from "./send.ts";
export { verifyWebhook, WebhookVerificationError, type WebhookProblem, type WebhookRequest } from "./webhooks.ts";
