import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { TextLink } from "../../components/text-link.tsx";
import { grouped } from "../../components/plain-words.ts";
import { useMay } from "../../session/may.ts";
import { type Approval, waitingQuery } from "./approval.ts";

/** What waits for other people of this payment: the payment itself, refunds, or the acceptance of its dispute. */
export function WaitsForApproval({ kinds, paymentId }: { kinds: readonly Approval["kind"][]; paymentId: string }) {
  const may = useMay();
  const { data = [] } = useQuery({ ...waitingQuery, enabled: may("GET /approvals") });
  const held = data.filter(({ kind, payment_id }) => payment_id === paymentId && kinds.includes(kind));
  return held.map((approval) => (
    <Alert key={approval.approval_id} color="yellow" title="Waits for another person's approval">
      {grouped(`${approval.title}: ${approval.reasons.join("; ")}.`)}{" "}
      <TextLink to={`/approvals/${approval.approval_id}`}>
        {approval.actions.length > 0 ? "Decide it" : "Open the approval"}
      </TextLink>
    </Alert>
  ));
}
