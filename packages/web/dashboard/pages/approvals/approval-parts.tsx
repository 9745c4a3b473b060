import { Text } from "@mantine/core";
import { StatusBadge } from "../../components/status-badge.tsx";
import { grouped } from "../../components/plain-words.ts";
import { type Approval, nameOf, WORDS } from "./approval.ts";
import classes from "./approvals.module.css";

/** Facts that should make an approver look twice. */
export function Unusual({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <Text key={text} size="xs" mt={4} fw={600} className={classes.unusual}>
      Unusual: {grouped(text)}
    </Text>
  ));
}

/** The state of an approval, and the comments of the people who have decided. */
export function Progress({ approval }: { approval: Approval }) {
  const { status, decisions, approvers_needed: needed, outcome, kind } = approval;
  const isRefused = outcome?.done === false;
  const notes = [
    ...(status === "pending" && needed > 1 ? [`${decisions.length} of ${needed} have approved`] : []),
    ...decisions.map(
      ({ user_id, decision, comment }) =>
        `${WORDS[decision].done} by ${nameOf(approval, user_id)}${comment === null ? "" : `: ${comment}`}`,
    ),
    ...(status === "approved" && kind === "change" ? ["Not carried out yet: approve it once more"] : []),
    ...(outcome === null ? [] : [outcome.message]),
  ];
  return (
    <div>
      <StatusBadge
        status={isRefused ? "rejected" : status}
        {...(status === "used" && { label: isRefused ? "Refused" : "Done" })}
        {...(status === "pending" && { label: "Waits for approval" })}
      />
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
          {note}
        </Text>
      ))}
    </div>
  );
}
