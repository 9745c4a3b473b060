import { notifications } from "@mantine/notifications";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { api, ApiFailure, failureOf } from "../api/client.ts";
import { queryClient, whenSessionChanges } from "../api/query-client.ts";

export type Membership = { org_id: string; name: string; role: OrganizationRole; status: string };
export type OrganizationRole = "org-admin" | "org-member" | "org-viewer";

export type Session = {
  user: { user_id: string; email: string; name: string; platform_role: "admin" | "staff" | null };
  memberships: Membership[];
  organization: {
    org_id: string;
    name: string;
    role: OrganizationRole | null;
    permissions: string[];
    features: string[];
    status: string;
  } | null;
  second_factor: { is_set_up: boolean; must_set_up: boolean; has_passkey: boolean };
};

/** The identity routes are beside the API and use plain JSON; their cookie is httpOnly. */
export async function callIdentity<T>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/identity${path}`, {
      method,
      credentials: "same-origin",
      headers: {
        "X-Requested-With": "corridor",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiFailure(0, "The service could not be reached. Check the connection and try again.");
  }
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = text === "" ? undefined : JSON.parse(text);
  } catch {
    throw new ApiFailure(response.status, `The service answered ${response.status} with something that is not JSON.`);
  }
  if (!response.ok) throw failureOf(response.status, parsed);
  return parsed as T;
}

type Enveloped<T> = { data: T };

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session | null> => {
    const session = (await callIdentity<Enveloped<Session | null>>("GET", "/session")).data;
    const shown = queryClient.getQueryData<Session | null>(["session"]) ?? null;
    if (session === null && shown !== null) sessionEnd.reason = "expired";
    if (session !== null && shown !== null && ownerOf(session) !== ownerOf(shown)) showAnother(session);
    return session;
  },
  staleTime: 60_000,
});

export type SignInOptions = {
  external_sign_in_url: string | null;
  passwords: boolean;
  sign_up: boolean;
  environment: "test" | "live";
};

/** Whether people sign in here or at the configured identity provider. */
export const signInOptionsQuery = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: async () => (await callIdentity<Enveloped<SignInOptions>>("GET", "/options")).data,
  staleTime: Infinity,
});

/**
 * The session that a page uses. The layout behind the sign-in provides it, so that all parts of a page see the same
 * session until the page is gone.
 */
export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("This page needs a session.");
  return session;
}

/** Why there is no session: the sign-in page explains an expired one, but not a sign-out. */
export const sessionEnd: { reason: "none" | "expired" | "signed-out" } = { reason: "none" };

whenSessionChanges({
  lost() {
    sessionEnd.reason = "expired";
    queryClient.setQueryData(sessionQuery.queryKey, null);
  },
  switched: () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
});

/** The owner of a page: the person, and the organization in which they act. */
export function ownerOf(session: Session): string {
  return `${session.user.user_id} ${session.organization?.org_id ?? "none"}`;
}

/**
 * Aborts all reads in flight when the person signs out. A read that reaches the service after the session has ended
 * would be refused, and the browser would log that as an error.
 */
let reads = new AbortController();

// Every call names the page's owner: the cookie is shared with other windows, in which somebody may have switched
// since.
api.use({
  onRequest({ request }) {
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    if (session != null) request.headers.set("X-Shown-Session", ownerOf(session));
    // A write goes through: whoever sent it cannot tell whether an aborted one was done.
    return request.method === "GET"
      ? new Request(request, { signal: AbortSignal.any([request.signal, reads.signal]) })
      : request;
  },
});

export function useSignIn() {
  return useMutation({
    mutationFn: (credentials: { email: string; password: string; code?: string }) =>
      callIdentity("POST", "/session", credentials),
    onSuccess: () => startAfresh(),
  });
}

export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      await queryClient.cancelQueries();
      reads.abort();
      await callIdentity("DELETE", "/session");
    },
    onError: () => {
      reads = new AbortController();
      return queryClient.invalidateQueries();
    },
    onSuccess: () => {
      sessionEnd.reason = "signed-out";
      forgetWhatWasRead();
      queryClient.setQueryData(sessionQuery.queryKey, null);
    },
  });
}

export function useSwitchOrganization() {
  return useMutation({
    mutationFn: (orgId: string) => callIdentity<Enveloped<Session>>("POST", "/session/organization", { org_id: orgId }),
    onSuccess: ({ data: session }) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      return startAfresh();
    },
  });
}

/** Another window has switched the shared session. */
function showAnother({ user, organization }: Session): void {
  forgetWhatWasRead();
  notifications.show({
    color: "yellow",
    title: "Switched in another window",
    message:
      `You are ${user.name}${organization === null ? "" : `, ${organization.name}`} now. Nothing that you ` +
      "entered before was sent.",
  });
}

/** Data that another person read must not stay on the screen. */
function forgetWhatWasRead(): void {
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
}

export async function startAfresh(): Promise<void> {
  sessionEnd.reason = "none";
  reads = new AbortController();
  forgetWhatWasRead();
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
