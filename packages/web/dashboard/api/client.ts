import { CorridorError } from "corridor-client/error.ts";
import { methodsOf } from "corridor-client/methods.ts";
import { createSend } from "corridor-client/send.ts";
import type { Session } from "../session/session.ts";
import { queryClient } from "./query-client.ts";
import { grouped } from "../components/plain-words.ts";

/** Queries repeat a read, and people a change. An initiation may take this long. */
const LIMITS = { retries: 0, attemptTimeoutMs: 90_000 };

const sendToApi = createSend({ ...LIMITS, baseUrl: "/dashboard-api", session: shownSession });
const sendToIdentity = createSend({ ...LIMITS, baseUrl: "/identity", session: () => null });

/**
 * Every call names the page's owner: the cookie is shared with other windows, in which somebody may have switched
 * since.
 */
function shownSession(): string | null {
  const session = queryClient.getQueryData<Session | null>(["session"]);
  return session == null ? null : ownerOf(session);
}

/** The owner of a page: the person, and the organization in which they act. */
export function ownerOf(session: Session): string {
  return `${session.user.user_id} ${session.organization?.org_id ?? "none"}`;
}

/**
 * Aborts all reads in flight when the person signs out. A read that reaches the service after the session has ended
 * would be refused, and the browser would log that as an error.
 */
let reads = new AbortController();
export const abortReads = (): void => reads.abort();
export const allowReads = (): void => void (reads = new AbortController());

/** The API with the rights of the signed-in person. A form that moves money gives its key (`useAttemptKey`). */
export const api = methodsOf<"number">((call) => {
  // A write goes through: whoever sent it cannot tell whether an aborted one was done.
  if (call.method !== "get") return sendToApi({ idempotencyKey: null, ...call });
  const { signal = reads.signal } = call;
  return sendToApi({ ...call, signal: AbortSignal.any([signal, reads.signal]) });
});

/** The identity routes are beside the API. */
export function callIdentity<T>(method: "get" | "post" | "delete", path: string, body?: object): Promise<T> {
  return sendToIdentity({ method, template: path, body, idempotencyKey: null }) as Promise<T>;
}

export function messageOf(error: unknown): string {
  if (error instanceof CorridorError && error.status === 0)
    return "The service could not be reached. Check the connection and try again.";
  // What the right is called is for programs; what to do is for people.
  if (error instanceof CorridorError && error.code === "FORBIDDEN" && error.message.startsWith("This needs "))
    return "Your role does not allow this. An administrator of your organization can do it, or give you the right.";
  return error instanceof Error ? grouped(error.message) : "Something went wrong.";
}
