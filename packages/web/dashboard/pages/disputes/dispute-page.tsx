import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { api } from "../../api/client.ts";
import { BackLink } from "../../components/back-link.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Identifier } from "../../components/copyable.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Facts } from "../../components/facts.tsx";
import { Money } from "../../components/money.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useWrite } from "../../components/use-write.ts";
import { NotLoadedPage } from "../../frame/not-loaded-page.tsx";
import { useMay } from "../../session/may.ts";
import { APPROVALS } from "../approvals/approval.ts";
import { WaitsForApproval } from "../approvals/waits-for-approval.tsx";
import { BADGE, type Dispute, disputeKey, disputeQuery, DISPUTES } from "./dispute.ts";
import { EvidenceForm } from "./evidence-form.tsx";

/** One dispute: its subject, its deadline, and the evidence against it. */
export function DisputePage() {
  const { disputeId } = useParams({ from: "/protected/disputes/$disputeId" });
  const dispute = useQuery(disputeQuery(disputeId));
  const back = <BackLink to="/disputes">Disputes</BackLink>;
  if (dispute.isError || dispute.data === undefined)
    return <NotLoadedPage query={dispute} title="Dispute" back={back} failure="Could not load the dispute" />;
  return <DisputeDetail dispute={dispute.data} back={back} />;
}

function DisputeDetail({ dispute, back }: { dispute: Dispute; back: React.ReactNode }) {
  return (
    <Page
      title={formatMoney(dispute.amount, dispute.currency)}
      back={back}
      description={
        <Group gap="sm" role="status" aria-label={`Status: ${dispute.status}`}>
          <StatusBadge status={BADGE[dispute.status]} label={wordsOf(dispute.status)} />
        </Group>
      }
      actions={<Answers dispute={dispute} />}
    >
      <Stack gap="lg">
        <Notices dispute={dispute} />
        <WaitsForApproval kinds={["dispute"]} paymentId={dispute.payment_id} />
        <Panel title="Details">
          <Facts
            facts={[
              { label: "Amount", value: <Money amount={dispute.amount} currency={dispute.currency} /> },
              { label: "Fee of the provider", value: <Money amount={dispute.fee} currency={dispute.currency} /> },
              { label: "Reason", value: dispute.reason === null ? null : wordsOf(dispute.reason) },
              {
                label: "Answer before",
                value: dispute.respond_by === null ? null : <Timestamp at={dispute.respond_by} />,
              },
              {
                label: "Answered",
                value: dispute.responded_at === null ? null : <Timestamp at={dispute.responded_at} />,
              },
              { label: "Payment", value: <TextLink to={`/payments/${dispute.payment_id}`}>Open the payment</TextLink> },
              { label: "Provider", value: dispute.provider },
              { label: "Status at the provider", value: wordsOf(dispute.provider_status) },
              {
                label: "Id at the provider",
                value: <Identifier value={dispute.provider_dispute_id} what="provider's dispute id" />,
              },
              { label: "Dispute id", value: <Identifier value={dispute.dispute_id} what="dispute id" /> },
              { label: "Since", value: <Timestamp at={dispute.created_at} /> },
            ]}
          />
        </Panel>
        <EvidencePanel dispute={dispute} />
      </Stack>
    </Page>
  );
}

function Notices({ dispute }: { dispute: Dispute }) {
  if (dispute.status !== "needs_response") return null;
  if (dispute.responded_at !== null)
    return (
      <Alert color="yellow" title="Answered">
        The provider has not confirmed the answer yet.
      </Alert>
    );
  return (
    <Alert color="yellow" title="Waiting for your answer">
      {dispute.respond_by === null ? (
        "Answer it soon."
      ) : (
        <>
          Answer before <Timestamp at={dispute.respond_by} />; after that the money is lost.
        </>
      )}{" "}
      {dispute.actions.length === 0 && `${dispute.provider} accepts answers only on its own dashboard.`}
    </Alert>
  );
}

function Answers({ dispute }: { dispute: Dispute }) {
  const may = useMay();
  const path = { dispute_id: dispute.dispute_id };
  const refresh = [disputeKey(dispute.dispute_id), DISPUTES];
  const submit = useWrite({
    write: () => api.post("/disputes/{dispute_id}/submit", { path }),
    done: "The evidence is submitted",
    refresh,
  });
  const accept = useWrite({
    write: () => api.post("/disputes/{dispute_id}/accept", { path }),
    done: (answer) => answer.message,
    refresh: [...refresh, APPROVALS],
  });
  return (
    <Group gap="xs">
      {dispute.actions.includes("accept") && may("POST /disputes/{dispute_id}/accept") && (
        <ConfirmButton
          label="Accept"
          title="Accept the dispute?"
          confirmLabel="Accept the dispute"
          action={accept}
          danger
          buttonProps={{ size: "sm" }}
        >
          {formatMoney(dispute.amount, dispute.currency)} goes back to the payer. This cannot be taken back.
        </ConfirmButton>
      )}
      {dispute.actions.includes("submit") &&
        dispute.evidence.length > 0 &&
        may("POST /disputes/{dispute_id}/submit") && (
          <ConfirmButton
            label="Submit evidence"
            title="Submit the evidence?"
            confirmLabel="Submit"
            action={submit}
            buttonProps={{ size: "sm", variant: "filled" }}
          >
            The provider takes evidence once. Nothing can be added afterwards.
          </ConfirmButton>
        )}
    </Group>
  );
}

function EvidencePanel({ dispute }: { dispute: Dispute }) {
  const may = useMay();
  const [adding, { open, close }] = useDisclosure(false);
  const mayAdd = dispute.actions.includes("submit") && may("POST /disputes/{dispute_id}/evidence");
  const add = mayAdd ? (
    <Button size="xs" variant="default" onClick={open}>
      Add evidence
    </Button>
  ) : undefined;
  return (
    <Panel title="Evidence" actions={dispute.evidence.length === 0 ? undefined : add}>
      {dispute.evidence.length === 0 ? (
        <EmptyState icon="log" title="No evidence" action={add}>
          {mayAdd
            ? "Add evidence against the dispute: a receipt, a delivery note, messages of the payer."
            : "No evidence was submitted from here."}
        </EmptyState>
      ) : (
        <Stack gap="md">
          {dispute.evidence.map((piece) => (
            <div key={piece.evidence_id}>
              <Text fw={600} size="sm">
                {piece.name}
              </Text>
              <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {piece.text ?? `${piece.content_type}, ${Math.ceil(piece.size / 1_000)} kB`}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <Timestamp at={piece.created_at} />
              </Text>
            </div>
          ))}
        </Stack>
      )}
      {adding && <EvidenceForm dispute={dispute} onClose={close} />}
    </Panel>
  );
}
