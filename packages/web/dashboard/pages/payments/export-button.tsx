import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { api, messageOf } from "../../api/client.ts";
import { csvFile } from "../../components/csv.ts";
import { download } from "../../components/download.ts";
import { Icon } from "../../frame/icons.tsx";
import { PAYMENT_CSV } from "./csv.ts";
import type { PaymentRow } from "./payment.ts";
import { type PaymentSearch, queryOf } from "./payment-search.ts";

const ROWS_PER_CALL = 100;
/** What a browser tab can hold; the page says when it is reached, and never truncates silently. */
const MAX_ROWS = 20_000;

async function readAll(search: PaymentSearch): Promise<{ rows: PaymentRow[]; complete: boolean }> {
  const rows: PaymentRow[] = [];
  let cursor: string | undefined;
  do {
    const answer = await api.get("/transactions", {
      query: { ...queryOf(search), limit: ROWS_PER_CALL, last_evaluated_key: cursor },
    });
    rows.push(...answer.data);
    cursor = answer.meta.last_evaluated_key ?? undefined;
  } while (cursor !== undefined && rows.length < MAX_ROWS);
  return { rows, complete: cursor === undefined };
}

/** The payments that match the filters, all pages of them, as a file. */
export function ExportButton({ search }: { search: PaymentSearch }) {
  const run = useMutation({
    mutationFn: () => readAll(search),
    onSuccess: ({ rows, complete }) => {
      download(csvFile(PAYMENT_CSV, rows), `payments-${new Date().toISOString().slice(0, 10)}.csv`);
      notifications.show(
        complete
          ? { color: "pine", message: `${rows.length} payments exported` }
          : {
              color: "yellow",
              title: `Only the newest ${rows.length} payments were exported`,
              message: "Narrow the dates to export the older ones.",
            },
      );
    },
    onError: (error) => notifications.show({ color: "red", title: "The export failed", message: messageOf(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      Export CSV
    </Button>
  );
}
