import type { Needs, Part } from "#src/kernel/part.ts";
import { eventRoutes } from "./routes.ts";

export { EventTypeSchema } from "./routes.ts";
export { erasePayloads } from "./erase-payloads.ts";
export { EVENT_TEXT, findEventText, JOIN_KEEPER, type TextPieces } from "./event-text.ts";
export { EVENT_TYPES, type EventType, isEventType } from "./event-types.ts";
export { eventInserts, type EventRow, eventRow, eventRowsOf, type NewEvent } from "./write-events.ts";

export function composeEvents(deps: Needs<typeof eventRoutes>): Part {
  return { routes: [eventRoutes(deps)] };
}
