import { Alert, Anchor, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { Facts } from "../../components/facts.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { type Organization, organizationKey } from "./organization.ts";

const EXPLANATIONS: Record<Organization["kyb_status"], string> = {
  not_started: "Before real money can be paid out, the business behind this organization must be verified.",
  pending: "The verification is in progress. You will be notified of the decision.",
  approved: "The business is verified. There is nothing to do.",
  rejected: "The business could not be verified. Correct what was wrong and start again.",
};

/** Business verification: started by the organization, decided by the verification provider or the platform's admin. */
export function KybPanel({ organization }: { organization: Organization }) {
  const may = useMay();
  const { user } = useSession();
  const [deciding, setDeciding] = useState<"approved" | "rejected" | null>(null);
  const start = useWrite({
    write: () => api.post("/organizations/{org_id}/kyb", { path: { org_id: organization.org_id } }),
    done: "The verification is started",
    refresh: [organizationKey(organization.org_id), ["organizations"]],
  });
  const address = start.data?.data.verification_url ?? null;
  const mayStart = may("POST /organizations/{org_id}/kyb") && organization.kyb_status !== "approved";
  return (
    <Panel title="Business verification">
      <Stack>
        <Group>
          <StatusBadge status={organization.kyb_status} />
          <Text size="sm">{EXPLANATIONS[organization.kyb_status]}</Text>
        </Group>
        <Facts
          facts={[
            { label: "Verified by", value: organization.kyb_provider },
            { label: "Customer there", value: organization.kyb_customer_id },
            { label: "Reason", value: organization.kyb_reason },
          ]}
        />
        {organization.kyb_review != null && (
          <Alert color="yellow" title={`The verification provider says ${organization.kyb_review.status}`}>
            {organization.kyb_review.reason ?? "It gives no reason."} A person's decision stands: approve or reject once
            more to settle it.
          </Alert>
        )}
        {address !== null && (
          <Alert color="pine" title="Continue at the verification provider">
            <Anchor href={address} target="_blank" rel="noreferrer noopener">
              Open the verification
            </Anchor>
          </Alert>
        )}
        <FailureAlert error={start.error} />
        <Group>
          {mayStart && (
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              {organization.kyb_status === "pending" ? "Continue the verification" : "Start the verification"}
            </Button>
          )}
          {user.platform_role === "admin" && organization.kyb_customer_id !== null && (
            <>
              <Button variant="default" onClick={() => setDeciding("approved")}>
                Approve
              </Button>
              <Button variant="default" onClick={() => setDeciding("rejected")}>
                Reject
              </Button>
            </>
          )}
        </Group>
      </Stack>
      {deciding !== null && (
        <DecisionForm organization={organization} decision={deciding} onClose={() => setDeciding(null)} />
      )}
    </Panel>
  );
}

function DecisionForm({
  organization,
  decision,
  onClose,
}: {
  organization: Organization;
  decision: "approved" | "rejected";
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const decide = useWrite({
    write: () =>
      api.post("/organizations/{org_id}/kyb/decision", {
        path: { org_id: organization.org_id },
        body: { decision, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) },
      }),
    done: decision === "approved" ? "The business is verified" : "The verification is rejected",
    refresh: [organizationKey(organization.org_id), ["organizations"]],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={decision === "approved" ? `Approve ${organization.name}?` : `Reject ${organization.name}?`}
      submitLabel={decision === "approved" ? "Approve" : "Reject"}
      onSubmit={() => decide.mutate()}
      action={decide}
    >
      <Textarea
        label="Reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  );
}
