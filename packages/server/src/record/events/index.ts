import { makeMonthsJob } from "#src/kernel/db/months.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { eventRoutes } from "./routes.ts";

export { EventTypeSchema } from "./routes.ts";
export { erasePayloads } from "./erase-payloads.ts";
export { findEventText, placeOf, rowIdOf, STORED, type StoredChange, textOf, type TextPieces } from "./event-text.ts";
export {
  catchUp,
  findUnapplied,
  type FollowDeps,
  type Follower,
  followJob,
  holdFollower,
  isCaughtUp,
  type PaymentChange,
} from "./follow-changes.ts";
export { idsOfEvents } from "./queries.ts";
export { EVENT_TYPES, type EventType, isEventType } from "./event-types.ts";
export {
  changeInserts,
  type ChangeRow,
  changeRow,
  changeRowsOf,
  eventsOfRow,
  type FanOutEvent,
  type NewEvent,
} from "./write-events.ts";

export function composeEvents(deps: Needs<typeof eventRoutes | typeof makeMonthsJob>): Part {
  return { routes: [eventRoutes(deps)], jobs: [makeMonthsJob(deps)] };
}
