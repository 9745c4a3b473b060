import { Alert, Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { useMay } from "../../session/may.ts";
import { paymentKey } from "./payment.ts";

/** Mismatches between what the provider reports and our record, which only a person can resolve. */
export function PaymentProblems({ paymentId }: { paymentId: string }) {
  const mayRead = useMay()("GET /payments/reconciliation-items");
  const items = useQuery({
    queryKey: [...paymentKey(paymentId), "problems"],
    queryFn: () => api.get("/payments/reconciliation-items", { query: { payment_id: paymentId, status: "open" } }),
    enabled: mayRead,
  });
  return (items.data?.data ?? []).map((item) => (
    <Alert key={item.item_id} color="red" title="Needs reconciliation">
      {item.message}{" "}
      <Anchor component={Link} to="/admin/reconciliation" size="sm">
        Open the list
      </Anchor>
    </Alert>
  ));
}
