export { erasePayloads } from "./erase-payloads.ts";
export { EVENT_TEXT, JOIN_KEEPER, type TextPieces } from "./event-text.ts";
export { EVENT_TYPES, type EventType, isEventType } from "./event-types.ts";
export { findEventText } from "./find-event.ts";
export { eventInserts, type EventRow, eventRow, eventRowsOf, type NewEvent } from "./write-events.ts";
