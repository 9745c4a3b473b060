import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import Type from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { dateRange } from "#src/kernel/http/date-range.ts";
import { stopCounting } from "#src/kernel/http/admission.ts";
import { idOf, organizationOf } from "#src/kernel/http/caller.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { mapPage, pageOf, pageQuery, readPage, type PageOf } from "#src/kernel/http/pagination.ts";
import { Closed, CreatedAt, Id, Named, OneOf, OrgId, Written, DateFrom, DateTo } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { EVENT_TYPES, isEventType } from "./event-types.ts";
import { findEventText } from "./event-text.ts";
import { type EventFilter, type FeedRow, findEvents } from "./queries.ts";
import { readPlace } from "./log-place.ts";
import { type Reading, waitForPage } from "./read-oldest-first.ts";
import { EVENT_STREAM, streamEvents } from "./stream-events.ts";
import { createEventWaits, type EventWaits, MAX_WAIT_SECONDS } from "./wait-for-news.ts";

export type EventsDeps = { db: Db; writerDb?: Db; clock: Clock };

const TAGS = ["Events"];
const MAX_FILTER_CHARACTERS = 512;
export const EventTypeSchema = OneOf(EVENT_TYPES, {
  title: "EventType",
  description: "A type of event, as listed under `webhooks`",
});
const EventItem = Named(["Event", "Exactly the signed and delivered text"], {
  event_id: [Id, "Id of the event. The same event may arrive more than once, so process each id once"],
  event_type: EventTypeSchema,
  org_id: OrgId,
  created_at: CreatedAt,
  data: Type.Object(
    {},
    { additionalProperties: true, description: "The resource as its read endpoint shows it, with `sequence`" },
  ),
});

const { meta: ListMeta, ...listFields } = ListOf(EventItem).properties;
const EventList = Named("EventList", {
  ...listFields,
  meta: Named(["EventPage", "Whether more follow, and from where to continue"], {
    ...ListMeta.properties,
    follow_key: [
      Type.Optional(Type.String()),
      "Only with `order=asc`: the position after this page. Send it as `last_evaluated_key` to continue from " +
        "here, even if there are no further events yet",
    ],
  }),
});

const OrgQuery = {
  org_id: Type.Optional(Type.String({ description: "The organization; required for platform people only" })),
};

export function eventRoutes(deps: EventsDeps): (app: App) => void {
  const { db } = deps;
  return (app) => {
    const waits = createEventWaits(db);
    // A stopping process does not wait for long polls.
    app.addHook("preClose", async () => waits.close());
    app.get(
      "/events",
      {
        schema: {
          operationId: "listEvents",
          summary: "Read the event log",
          description:
            "Newest first. With `order=asc` oldest first, and `meta.follow_key` lets you follow the log without " +
            "missing an event: page to the end, then send `follow_key` as `last_evaluated_key` with the same " +
            "filters, repeatedly, and use the `follow_key` of each response for the next request. Events then come " +
            "in the order of their transactions, once no open transaction can still write before them. Some may " +
            "come twice, so deduplicate by `event_id`. Without it, a page of `order=asc` ends 10 seconds before now, " +
            "and before the oldest open transaction. With `Accept: text/event-stream` the response is a stream of " +
            "server-sent events instead, oldest first, which continues from `Last-Event-ID` and ends after a minute.",
          tags: TAGS,
          querystring: Closed({
            ...OrgQuery,
            type: Type.Optional(
              Type.String({
                maxLength: MAX_FILTER_CHARACTERS,
                description: "One or more event types (`EventType`), separated by commas",
              }),
            ),
            resource_type: Type.Optional(Type.String({ maxLength: MAX_FILTER_CHARACTERS })),
            resource_id: Type.Optional(Type.String({ maxLength: MAX_FILTER_CHARACTERS })),
            from: DateFrom,
            to: DateTo,
            order: Type.Optional(OneOf(["asc", "desc"])),
            wait: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: MAX_WAIT_SECONDS,
                description:
                  "With a `follow_key`: respond as soon as there is an event, and after this many seconds at the " +
                  "latest",
              }),
            ),
            ...pageQuery(),
          }),
          response: { 200: Written<string | Readable>(EventList) },
        },
      },
      async (request, reply) => {
        const { query } = request;
        const orgId = organizationOf(request.caller, query.org_id);
        const isStream = request.headers.accept?.includes(EVENT_STREAM) === true;
        const lastId = isStream ? request.headers["last-event-id"] : undefined;
        const last_evaluated_key = lastId ?? query.last_evaluated_key;
        const { server, routeOptions } = request;
        const asked = { server, routeOptions, query: { ...query, last_evaluated_key } };
        const page = readPage(asked, "events", { orgId });
        const { date_from, date_to } = dateRange(query.from, query.to);
        const filter: EventFilter = {
          types: readTypes(query.type),
          resourceType: query.resource_type ?? null,
          resourceId: query.resource_id ?? null,
          from: date_from,
          to: date_to,
        };
        const untilNews: EventWaits["untilNews"] = (...follower) => {
          stopCounting(request);
          return waits.untilNews(...follower);
        };
        const follow = { ...deps, waits: { ...waits, untilNews } };
        const reading = { orgId, filter, page };
        const signal = endSignal(reply.raw, request.admitAgain);
        if (isStream) return reply.headers(STREAM_HEADERS).send(streamEvents(follow, reading, signal));
        const untilMs = performance.now() + (query.wait ?? 0) * 1_000;
        const { page: found, followKey } =
          query.order === "asc"
            ? await waitForPage(follow, reading, untilMs, signal)
            : { page: await readNewestFirst(db, reading), followKey: undefined };
        const shown = mapPage(found, () => STORED_TEXT);
        const list = listOf("Events", shown);
        const body = followKey === undefined ? list : { ...list, meta: { ...list.meta, follow_key: followKey } };
        const texts = found.rows.map((row) => row.payload);
        return reply.type(JSON_TYPE).send(withTexts(body, texts));
      },
    );

    app.get(
      "/events/:event_id",
      {
        schema: {
          operationId: "getEvent",
          summary: "Read an event",
          tags: TAGS,
          params: Type.Object({ event_id: Id }),
          querystring: Type.Object(OrgQuery),
          response: { 200: Written(SuccessOf(EventItem)) },
        },
      },
      async (request, reply) => {
        const orgId = organizationOf(request.caller, request.query.org_id);
        const text = await findEventText(db, orgId, idOf(request.params.event_id, "Event"));
        if (text === null) throw notFound("Event");
        return reply.type(JSON_TYPE).send(withTexts(success("Event", STORED_TEXT), [text]));
      },
    );
  };
}

/** How long a stream goes on after its key or session was revoked. */
const ADMITTED_AGAIN_MS = 500;

/** Aborted when the client disconnects or is no longer admitted, so that nothing keeps waiting for that client. */
function endSignal(answer: ServerResponse, admitAgain: () => Promise<unknown>): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const timer = setInterval(() => void admitAgain().catch(end), ADMITTED_AGAIN_MS);
  answer.once("close", () => {
    clearInterval(timer);
    end();
  });
  return controller.signal;
}

async function readNewestFirst(
  db: Db,
  { orgId, filter, page }: Reading,
): Promise<PageOf<FeedRow, "last_evaluated_key">> {
  const place = readPlace(page.after);
  if (place.by === "position")
    throw invalidField(
      "last_evaluated_key",
      "is the id of a stream, which reads oldest first; send it as Last-Event-ID",
    );
  const rows = await findEvents(db, orgId, filter, { order: "desc", after: place.after, limit: page.limit });
  return pageOf(rows, page, (row) => [row.event_id]);
}

/** Stored texts are copied into the answer: parsing them would lose digits of amounts (`1500.00` becomes 1500). */
const STORED_TEXT = "\u0000stored text\u0000";
const QUOTED_STORED_TEXT = JSON.stringify(STORED_TEXT);

/** A proxy that gathers an answer before it passes it on would hold back the events. */
const STREAM_HEADERS = { "content-type": EVENT_STREAM, "cache-control": "no-store", "x-accel-buffering": "no" };

const JSON_TYPE = "application/json; charset=utf-8";

function withTexts(body: object, texts: readonly string[]): string {
  const parts = JSON.stringify(body).split(QUOTED_STORED_TEXT);
  return parts.map((part, index) => part + (texts[index] ?? "")).join("");
}

function readTypes(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const types = text.split(",");
  const unknown = types.find((type) => !isEventType(type));
  if (unknown !== undefined)
    throw invalidField(
      "type",
      `${JSON.stringify(unknown)} is not an event type; the types are ${EVENT_TYPES.join(", ")}`,
    );
  return types;
}
