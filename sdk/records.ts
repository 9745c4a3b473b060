import type { Filter } from "./operations.ts";

/** The types of the API by the names of the OpenAPI document, and the filters of its lists. */
export type * from "./openapi.ts";
export type PaymentFilter = Filter<"/transactions">;
export type EventFilter = Filter<"/events">;
