/** The shapes of columns that no check of the database holds, as `table.column`: see column-documents.ts. */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Columns {}

/** Text: as the server writes an array. */
export type List<T> = readonly (T | null)[] | `{${string}}`;
export type Bytes = Uint8Array | `\\x${string}`;

/** Text: of a cursor, or an end of time. */
export type Instant = Date | string;
/** Text: beyond the integers that a number holds exactly. */
export type Long = number | string;
/** A document, or its text. An array is sent as its text: by itself it would become an array of PostgreSQL. */
export type Json = string | (object & { readonly length?: never });
