import { Button, Group, Menu, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { MoneyModal, Review } from "../../components/money-steps.tsx";
import { Money } from "../../components/money.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useWrite } from "../../components/use-write.ts";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { useMay } from "../../session/may.ts";
import { ApproveContract } from "./approve-contract.tsx";
import { ContractForm } from "./contract-form.tsx";
import { coverageOf, type Escrow, escrowKey, ESCROWS, isOpen, type Milestone } from "./escrow.ts";
import classes from "./milestone-board.module.css";
import { MilestoneForm } from "./milestone-form.tsx";
import { SharesForm } from "./shares-form.tsx";

type Props = { escrow: Escrow; milestone: Milestone };
type Dialog = "shares" | "contract" | "edit";

const partyOf = ({ parties }: Escrow, partyId: string): string =>
  parties.find(({ party_id }) => party_id === partyId)?.name ?? "?";
const shareText = ({ split_type: type, split_value: value }: Milestone["parties"][number], currency: string): string =>
  type === "percentage" ? `${value} %` : formatMoney(value, currency);

export function MilestoneCard({ escrow, milestone, onRelease }: Props & { onRelease: () => void }) {
  const may = useMay();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const mayWrite = may("PUT /virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/parties");
  const open = isOpen(milestone);
  const live = escrow.status === "active" || escrow.status === "draft";
  return (
    <li className={classes.card}>
      <Text fw={600} size="sm" className={classes.label}>
        {milestone.label}
      </Text>
      <Text size="sm">
        <Money amount={milestone.expected_disbursement} currency={milestone.currency} strong />
      </Text>
      {milestone.due_date !== undefined && open && (
        <Text size="xs" c="dimmed" component="div">
          Due <Timestamp at={milestone.due_date} withTime={false} />
        </Text>
      )}
      {open && escrow.status === "active" && (
        <Group gap={6} mt={6}>
          <StatusBadge status={milestone.funding_status} />
          {milestone.funding_status === "partially_funded" && (
            <Text size="xs" c="dimmed">
              {formatMoney(milestone.covered_amount, milestone.currency)}
            </Text>
          )}
        </Group>
      )}
      {milestone.returned_total > 0 && (
        <Text size="xs" c="dimmed">
          {formatMoney(milestone.returned_total, milestone.currency)} went back to the funders
        </Text>
      )}
      {milestone.status === "releasing" && (
        <Text size="xs" c="dimmed">
          {formatMoney(milestone.disbursed_total, milestone.currency)} have arrived
        </Text>
      )}
      {milestone.disbursed_at !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          <Timestamp at={milestone.disbursed_at} />
        </Text>
      )}
      {milestone.parties.length > 0 && (
        <ul className={classes.shares}>
          {milestone.parties.map((share) => (
            <li key={share.party_id}>
              <span>{partyOf(escrow, share.party_id)}</span>
              <span>{shareText(share, milestone.currency)}</span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && open && live && (
        <Group gap={6} mt="sm">
          <NextStep
            escrow={escrow}
            milestone={milestone}
            onContract={() => setDialog("contract")}
            onRelease={onRelease}
          />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="xs" variant="default" aria-label={`More for ${milestone.label}`}>
                More
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setDialog("shares")}>Edit shares</Menu.Item>
              <Menu.Item onClick={() => setDialog("edit")}>Edit milestone</Menu.Item>
              {milestone.status === "contract_submitted" && (
                <Menu.Item onClick={() => setDialog("contract")}>Replace contract</Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
          <EndMilestone escrow={escrow} milestone={milestone} />
        </Group>
      )}
      {dialog === "shares" && <SharesForm escrow={escrow} milestone={milestone} onClose={() => setDialog(null)} />}
      {dialog === "contract" && <ContractForm escrow={escrow} milestone={milestone} onClose={() => setDialog(null)} />}
      {dialog === "edit" && <MilestoneForm escrow={escrow} milestone={milestone} onClose={() => setDialog(null)} />}
    </li>
  );
}

type Steps = { onContract: () => void; onRelease: () => void };

function NextStep({ escrow, milestone, onContract, onRelease }: Props & Steps) {
  if (escrow.status !== "active") return null;
  switch (milestone.status) {
    case "pending":
      return (
        <Button size="xs" onClick={onContract}>
          Submit contract
        </Button>
      );
    case "contract_submitted":
      return <ApproveContract escrow={escrow} milestone={milestone} />;
    case "approved":
      return <ReleaseButton milestone={milestone} onClick={onRelease} />;
    case "releasing":
    case "disbursed":
    case "canceled":
      return null;
  }
}

function ReleaseButton({ milestone, onClick }: { milestone: Milestone; onClick: () => void }) {
  const { isWhole } = coverageOf(milestone.expected_disbursement, milestone.parties);
  const missing = milestone.expected_disbursement - milestone.covered_amount;
  const heldBy = !isWhole
    ? "The shares do not add up to the amount"
    : milestone.funding_status === "funded"
      ? null
      : `Waits for ${formatMoney(Number(missing.toFixed(8)), milestone.currency)} from the funders`;
  if (heldBy !== null)
    return (
      <Text size="xs" c="dimmed">
        Cannot be released yet. {heldBy}.
      </Text>
    );
  return (
    <Button size="xs" onClick={onClick} aria-label={`Release ${milestone.label}`}>
      Release
    </Button>
  );
}

/** It outlives the card, which goes to another column once its milestone is released. */
export function ReleaseForm({ escrow, milestone, onClose }: Props & { onClose: () => void }) {
  const release = useWrite({
    write: () =>
      api.post("/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/release", {
        path: { escrow_id: escrow.escrow_id, milestone_id: milestone.milestone_id },
      }),
    refresh: [escrowKey(escrow.escrow_id), ESCROWS, ["virtual-accounts"]],
  });
  const amount = formatMoney(milestone.expected_disbursement, milestone.currency);
  const shares = milestone.parties.map((share) => ({
    label: partyOf(escrow, share.party_id),
    value: shareText(share, milestone.currency),
  }));
  return (
    <MoneyModal
      onClose={onClose}
      title={`Release ${milestone.label}?`}
      review={
        <Review sentence={`${amount} go to ${shares.map(({ label }) => label).join(", ")} at once.`} facts={shares}>
          This cannot be undone.
        </Review>
      }
      sendLabel="Pay the parties"
      send={() => release.mutate()}
      done={{ title: `${milestone.label} is released`, facts: [{ label: "Amount", value: amount }, ...shares] }}
      action={release}
    />
  );
}

/** What is only planned is removed; once money may have come, it is canceled. */
function EndMilestone({ escrow, milestone }: Props) {
  const isPlanned = escrow.status !== "active";
  const path = { escrow_id: escrow.escrow_id, milestone_id: milestone.milestone_id };
  const end = useWrite({
    write: (): Promise<unknown> =>
      isPlanned
        ? api.delete("/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}", { path })
        : api.post("/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/cancel", { path, body: {} }),
    done: `${milestone.label} is ${isPlanned ? "removed" : "canceled"}`,
    refresh: [escrowKey(escrow.escrow_id), ESCROWS],
  });
  const verb = isPlanned ? "Remove" : "Cancel";
  return (
    <ConfirmButton
      label={verb}
      title={`${verb} ${milestone.label}?`}
      confirmLabel={isPlanned ? "Remove" : "Cancel the milestone"}
      action={end}
      danger
      buttonProps={{ "aria-label": `${verb} ${milestone.label}` }}
    >
      {isPlanned
        ? "The other milestones continue."
        : "Its money covers the milestones after it; what is left when none is open goes back to who funded it."}
    </ConfirmButton>
  );
}
