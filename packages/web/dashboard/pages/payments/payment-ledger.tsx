import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { Panel } from "../../components/panel.tsx";
import { LedgerTransactions } from "../../components/ledger-transactions.tsx";
import { useMay } from "../../session/may.ts";
import { flowsOf } from "./money-flow.ts";
import { MoneyFlow } from "./money-flow-list.tsx";
import { type Payment, paymentKey, personOf } from "./payment.ts";

const MAX_SHOWN = 50;

/** This payment's ledger postings, each transaction summing to zero. */
export function PaymentLedger({ payment, folded }: { payment: Payment; folded: boolean }) {
  const mayRead = useMay()("GET /ledger/transactions");
  const ledger = useQuery({
    queryKey: [...paymentKey(payment.payment_id), "ledger", payment.updated_at],
    queryFn: () =>
      api.get("/ledger/transactions", {
        query: {
          resource_id: payment.payment_id,
          limit: MAX_SHOWN,
          ...(payment.org_id === null ? {} : { org_id: payment.org_id }),
        },
      }),
    placeholderData: (before) => before,
    enabled: mayRead,
  });
  if (!mayRead) return null;
  const transactions = (ledger.data?.data ?? []).toReversed();
  const flows = flowsOf(transactions, payment.direction, personOf(payment));
  return (
    <>
      {flows.length > 0 && (
        <Panel title="Way of the money">
          <MoneyFlow flows={flows} />
        </Panel>
      )}
      <Panel title="Ledger" flush={transactions.length > 0} folded={folded}>
        <FailureAlert error={ledger.error} />
        {ledger.data !== undefined && transactions.length === 0 && (
          <Text size="sm" c="dimmed">
            No money has moved yet.
          </Text>
        )}
        <LedgerTransactions transactions={transactions} />
      </Panel>
    </>
  );
}
