import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { wordsOf } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { useMay } from "../../session/may.ts";
import { paymentKey } from "./payment.ts";

/** A dispute does not change the payment's status, so the page shows it separately. */
export function PaymentDispute({ paymentId }: { paymentId: string }) {
  const disputes = useQuery({
    queryKey: [...paymentKey(paymentId), "disputes"],
    queryFn: () => api.get("/disputes", { query: { payment_id: paymentId } }),
    enabled: useMay()("GET /disputes"),
  });
  return (disputes.data?.data ?? []).map((dispute) => (
    <Alert
      key={dispute.dispute_id}
      color={dispute.status === "won" ? "gray" : "red"}
      title={`Disputed: ${wordsOf(dispute.status).toLowerCase()}`}
    >
      The payer's bank asks for the money back.{" "}
      <TextLink to={`/disputes/${dispute.dispute_id}`}>Open the dispute</TextLink>
    </Alert>
  ));
}
