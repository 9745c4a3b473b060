/** A text of several kilobytes, in pieces: most are written to the database one after the other, and never joined. */
export type TextPieces = readonly string[];

/** An event's text as it is signed, sent and shown. `event` is its row, `keeper` the row that may store its data. */
export const EVENT_TEXT = "event_text(event.payload, keeper.payload, keeper.sequence) AS payload";
export const JOIN_KEEPER =
  "LEFT JOIN events AS keeper ON keeper.org_id = event.org_id AND keeper.event_id = event.shares";
