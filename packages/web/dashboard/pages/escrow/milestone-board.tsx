import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Panel } from "../../components/panel.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useMay } from "../../session/may.ts";
import { Icon } from "../../frame/icons.tsx";
import type { Escrow, Milestone } from "./escrow.ts";
import classes from "./milestone-board.module.css";
import { MilestoneCard, ReleaseForm } from "./milestone-card.tsx";
import { MilestoneForm } from "./milestone-form.tsx";

const COLUMNS: { status: Milestone["status"]; title: string; hint: string }[] = [
  { status: "pending", title: "Planned", hint: "waits for its contract" },
  { status: "contract_submitted", title: "Contract submitted", hint: "waits for approval" },
  { status: "approved", title: "Approved", hint: "can be released once funded" },
  { status: "releasing", title: "Releasing", hint: "its shares are being paid" },
  { status: "disbursed", title: "Paid", hint: "every share has arrived, or went back" },
];

/** The milestones as a board: each is in the column of its status and moves on by the buttons of its card. */
export function MilestoneBoard({ escrow }: { escrow: Escrow }) {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const [releasing, setReleasing] = useState<Milestone | null>(null);
  const mayAdd = escrow.status === "draft" && may("POST /virtual-accounts/escrow/{escrow_id}/milestones");
  const canceled = escrow.milestones.filter((milestone) => milestone.status === "canceled");
  return (
    <Panel
      title="Milestones"
      actions={
        mayAdd ? (
          <Button size="xs" leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>
            Add a milestone
          </Button>
        ) : undefined
      }
    >
      {escrow.milestones.length === 0 ? (
        <EmptyState icon="escrow" title="No milestones yet">
          Divide the total into milestones that follow each other.
        </EmptyState>
      ) : (
        <div className={classes.board}>
          {COLUMNS.map((column) => {
            const milestones = escrow.milestones.filter((milestone) => milestone.status === column.status);
            return (
              <section key={column.status} className={classes.column} aria-label={column.title}>
                <Group justify="space-between" gap="xs" wrap="nowrap">
                  <Text fw={600} size="sm">
                    {column.title}
                  </Text>
                  <Text size="xs" c="dimmed" aria-label={`${milestones.length} milestones`}>
                    {milestones.length}
                  </Text>
                </Group>
                <Text size="xs" c="dimmed" mb="sm">
                  {column.hint}
                </Text>
                <ul className={classes.cards}>
                  {milestones.map((milestone) => (
                    <MilestoneCard
                      key={milestone.milestone_id}
                      escrow={escrow}
                      milestone={milestone}
                      onRelease={() => setReleasing(milestone)}
                    />
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
      )}
      {canceled.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          Canceled: {canceled.map((milestone) => milestone.label).join(", ")}
        </Text>
      )}
      {releasing !== null && <ReleaseForm escrow={escrow} milestone={releasing} onClose={() => setReleasing(null)} />}
      {adding && <MilestoneForm escrow={escrow} milestone={null} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
