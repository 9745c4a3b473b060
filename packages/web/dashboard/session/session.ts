import { notifications } from "@mantine/notifications";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { abortReads, allowReads, callIdentity, ownerOf } from "../api/client.ts";
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

type Enveloped<T> = { data: T };

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session | null> => {
    const session = (await callIdentity<Enveloped<Session | null>>("get", "/session")).data;
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
  /** Whether a second platform admin approves what creates, revalues or redirects money. */
  second_person: boolean;
};

/** Whether people sign in here or at the configured identity provider. */
export const signInOptionsQuery = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: async () => (await callIdentity<Enveloped<SignInOptions>>("get", "/options")).data,
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

whenSessionChanges(() => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }));

/** Reads end before the session ends or gets another token: with the old one they would be refused. */
async function stopReads(): Promise<void> {
  await queryClient.cancelQueries();
  abortReads();
}

function readAgain(): void {
  allowReads();
  void queryClient.invalidateQueries();
}

/** For a change that gives the session another token, of the same person in the same organization. */
export async function withoutReads<T>(change: () => Promise<T>): Promise<T> {
  await stopReads();
  return change().finally(readAgain);
}

export function useSignIn() {
  return useMutation({
    mutationFn: (credentials: { email: string; password: string; code?: string }) =>
      callIdentity("post", "/session", credentials),
    onSuccess: () => startAfresh(),
  });
}

export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      await stopReads();
      await callIdentity("delete", "/session");
    },
    onError: readAgain,
    onSuccess: () => {
      sessionEnd.reason = "signed-out";
      forgetWhatWasRead();
      queryClient.setQueryData(sessionQuery.queryKey, null);
    },
  });
}

export function useSwitchOrganization() {
  return useMutation({
    mutationFn: async (orgId: string) => {
      await stopReads();
      return callIdentity<Enveloped<Session>>("post", "/session/organization", { org_id: orgId });
    },
    onError: readAgain,
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
  allowReads();
  forgetWhatWasRead();
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
