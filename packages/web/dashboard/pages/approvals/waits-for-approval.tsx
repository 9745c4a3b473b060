import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { TextLink } from "../../components/text-link.tsx";
import { useMay } from "../../session/may.ts";
import { heldQuery } from "./approval.ts";

/** What waits for a second person of this payment: refunds, or the acceptance of its dispute. */
export function WaitsForApproval({ kind, paymentId }: { kind: "refund" | "dispute"; paymentId: string }) {
  const may = useMay();
  const { data = [] } = useQuery({ ...heldQuery(kind), enabled: may("GET /approvals") });
  const held = data.filter((approval) => approval.payment_id === paymentId);
  if (held.length === 0) return null;
  return (
    <Alert color="yellow" title="Waiting for another person's approval">
      {held.map(({ title, reasons }) => `${title}: ${reasons.join("; ")}. `)}
      <TextLink to="/approvals">Open the approvals</TextLink>
    </Alert>
  );
}
