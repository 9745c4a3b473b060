import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { TextLink } from "../../components/text-link.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { paymentKey } from "./payment.ts";

/** Mismatches between what the provider reports and our record, which only a person can resolve. */
export function PaymentProblems({ paymentId }: { paymentId: string }) {
  const isOperator = useSession().user.platform_role !== null;
  const mayRead = useMay()("GET /payments/reconciliation-items");
  const items = useQuery({
    queryKey: [...paymentKey(paymentId), "problems"],
    queryFn: () => api.get("/payments/reconciliation-items", { query: { payment_id: paymentId, status: "open" } }),
    enabled: mayRead,
  });
  return (items.data?.data ?? []).map((item) => (
    <Alert key={item.item_id} color="red" title="Needs reconciliation">
      {item.message} {isOperator && <TextLink to="/admin/reconciliation">Open the list</TextLink>}
    </Alert>
  ));
}
