import type {
  BeneficiaryInput,
  PaymentLinkInput,
  VirtualAccountInput,
  WebhookEndpointInput,
} from "@corridor/shared/openapi.ts";
import type { Filter } from "@corridor/shared/operations.ts";

/**
 * The API's types under the names of the OpenAPI document, the filters of its lists, and a few names of the client's
 * own.
 */
export type * from "@corridor/shared/openapi.ts";
export type PaymentFilter = Filter<"/transactions">;
export type EventFilter = Filter<"/events">;
export type NewBeneficiary = BeneficiaryInput;
export type NewPaymentLink = PaymentLinkInput;
export type NewVirtualAccount = VirtualAccountInput;
export type NewWebhookEndpoint = WebhookEndpointInput;
