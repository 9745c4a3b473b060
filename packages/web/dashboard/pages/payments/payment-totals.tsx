import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { useBaseCurrency } from "../../components/base-currency.ts";
import { csvFile } from "../../components/csv.ts";
import { download } from "../../components/download.ts";
import { useSession } from "../../session/session.ts";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { PAYMENT_CSV } from "./csv.ts";
import type { PaymentRow } from "./payment.ts";
import { filtersOf, type PaymentSearch } from "./payment-search.ts";
import { totalsText } from "./totals-text.ts";

/** The totals are not loaded again with every new payment, because the service sums up thousands of them. */
const REFRESH_MS = 60_000;

/** Totals of all payments that match the filters, or of the selected ones. */
export function PaymentTotals({ search, chosen }: { search: PaymentSearch; chosen: readonly PaymentRow[] }) {
  const { organization } = useSession();
  const [base] = useBaseCurrency();
  const filters = filtersOf(search);
  const totals = useQuery({
    queryKey: ["payment-totals", organization?.org_id, filters, base],
    queryFn: async () => (await api.get("/transactions/totals", { query: { ...filters, base } })).data,
    refetchInterval: REFRESH_MS,
    enabled: chosen.length === 0,
  });
  if (chosen.length > 0) return <Selected rows={chosen} />;
  return totals.data === undefined ? null : (
    <Text size="sm" c="dimmed">
      {totalsText(totals.data)}
    </Text>
  );
}

function Selected({ rows }: { rows: readonly PaymentRow[] }) {
  const sums = new Map<string, number>();
  for (const { amount, currency } of rows) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {`${rows.length} selected: ${[...sums].map(([currency, amount]) => formatMoney(amount, currency)).join(", ")}`}
      </Text>
      <Button size="xs" variant="default" onClick={() => download(csvFile(PAYMENT_CSV, rows), "selected-payments.csv")}>
        Export the selected
      </Button>
    </Group>
  );
}
