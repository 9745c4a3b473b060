import { Badge, Group } from "@mantine/core";
import { api } from "../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { ConfirmButton } from "../components/confirm-button.tsx";
import { type Column, ListTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Panel } from "../components/panel.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { TwoLines } from "../components/two-lines.tsx";
import { useCursorList } from "../components/use-cursor-list.ts";
import { useWrite } from "../components/use-write.ts";

type Session = Row<"/users/me/sessions">;

const SESSIONS = ["own-sessions"] as const;

/** Where the person is signed in, and signing out elsewhere. */
export function SessionsPanel() {
  const list = useCursorList(SESSIONS, (page) => api.get("/users/me/sessions", { query: page }));
  const endOthers = useWrite({
    write: () => api.delete("/users/me/sessions"),
    done: "Every other session is ended",
    refresh: [SESSIONS],
  });
  const columns: Column<Session>[] = [
    {
      header: "Where",
      primary: true,
      cell: (session) => (
        <Group gap="xs">
          <TwoLines below={session.address}>
            {session.kind === "token" ? "API token" : browserOf(session.user_agent)}
          </TwoLines>
          {session.current && <Badge variant="light">This one</Badge>}
        </Group>
      ),
    },
    { header: "Last seen", cell: (session) => <Timestamp at={session.last_seen_at} /> },
    { header: "Since", cell: (session) => <Timestamp at={session.created_at} />, wide: true },
    {
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (session) => !session.current && <EndSession session={session} />,
    },
  ];
  return (
    <Panel
      title="Where you are signed in"
      flush
      actions={
        <ConfirmButton
          label="End all others"
          title="End every other session?"
          confirmLabel="End them"
          danger
          action={endOthers}
        >
          Every other browser and token is signed out within a second.
        </ConfirmButton>
      }
    >
      <ListTable
        label="Sessions"
        list={list}
        columns={columns}
        keyOf={(session) => session.session_id}
        empty={
          <EmptyState icon="people" title="No sessions">
            You are signed in through your identity provider.
          </EmptyState>
        }
      />
    </Panel>
  );
}

const SIGN_INS: Column<Row<"/users/me/sign-ins">>[] = [
  {
    header: "Where",
    primary: true,
    cell: (one) => <TwoLines below={one.address}>{browserOf(one.user_agent)}</TwoLines>,
  },
  {
    header: "Outcome",
    cell: (one) => (
      <TwoLines below={one.known_device ? null : "Not used for your account before"}>
        {one.outcome === "user.signed_in" ? "Signed in" : `Refused: wrong ${one.reason ?? "answer"}`}
      </TwoLines>
    ),
  },
  { header: "When", cell: (one) => <Timestamp at={one.created_at} /> },
];

export function SignInsPanel() {
  const list = useCursorList(["own-sign-ins"], (page) => api.get("/users/me/sign-ins", { query: page }));
  return (
    <Panel title="Recent sign-ins" flush>
      <ListTable
        label="Sign-ins"
        list={list}
        columns={SIGN_INS}
        keyOf={(one) => one.sign_in_id}
        empty={<EmptyState icon="people" title="No sign-ins" />}
      />
    </Panel>
  );
}

function EndSession({ session }: { session: Session }) {
  const what = session.kind === "token" ? "token" : browserOf(session.user_agent);
  const end = useWrite({
    write: () => api.delete("/users/me/sessions/{session_id}", { path: { session_id: session.session_id } }),
    done: "The session is ended",
    refresh: [SESSIONS],
  });
  return (
    <ConfirmButton
      label="End"
      title="End this session?"
      confirmLabel="End the session"
      danger
      action={end}
      buttonProps={{ "aria-label": `End the session of ${what} at ${session.address}` }}
    >
      {what} at {session.address} is signed out within a second.
    </ConfirmButton>
  );
}

/** The browser's common name; the whole user agent means little to people. */
function browserOf(userAgent: string | null): string {
  if (userAgent === null) return "Unknown browser";
  const browser = [
    ["Edg/", "Edge"],
    ["OPR/", "Opera"],
    ["Firefox/", "Firefox"],
    ["Chrome/", "Chrome"],
    ["Safari/", "Safari"],
  ].find(([mark]) => userAgent.includes(mark!))?.[1];
  const system = [
    ["Android", "Android"],
    ["iPhone", "iPhone"],
    ["iPad", "iPad"],
    ["Windows", "Windows"],
    ["Mac OS", "macOS"],
    ["Linux", "Linux"],
  ].find(([mark]) => userAgent.includes(mark!))?.[1];
  return browser === undefined ? userAgent.slice(0, 40) : system === undefined ? browser : `${browser} on ${system}`;
}
