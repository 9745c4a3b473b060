import { Alert, Button, Group, List, Progress, SegmentedControl, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, messageOf } from "../../api/client.ts";
import { BackLink } from "../../components/back-link.tsx";
import { Identifier } from "../../components/copyable.tsx";
import { type Column, DataTable, ListTable } from "../../components/data-table.tsx";
import { download } from "../../components/download.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Facts } from "../../components/facts.tsx";
import { Money } from "../../components/money.tsx";
import { Page } from "../../components/page.tsx";
import { sentence } from "../../components/plain-words.ts";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { Icon } from "../../frame/icons.tsx";
import { NotLoadedPage } from "../../frame/not-loaded-page.tsx";
import { useMay } from "../../session/may.ts";
import { BatchActions } from "./batch-actions.tsx";
import { BADGE, type Batch, batchKey, batchQuery, type BatchRow, isBusy, ROW_BADGE } from "./payout-batch.ts";

const ROW_PAGE = 50;
const ROW_REFRESH_MS = 5_000;

/** One batch: the result of the check, its progress, and its rows. */
export function PayoutBatchPage() {
  const { batchId } = useParams({ from: "/protected/payout-batches/$batchId" });
  const batch = useQuery(batchQuery(batchId));
  const back = <BackLink to="/payout-batches">Payout batches</BackLink>;
  if (batch.isError || batch.data === undefined)
    return <NotLoadedPage query={batch} title="Payout batch" back={back} failure="Could not load the payout batch" />;
  return <BatchDetail batch={batch.data} back={back} />;
}

function BatchDetail({ batch, back }: { batch: Batch; back: ReactNode }) {
  return (
    <Page
      title={batch.name}
      back={back}
      description={
        <Group gap="sm" role="status" aria-label={`Status: ${wordsOf(batch.status)}`}>
          <StatusBadge status={BADGE[batch.status]} label={wordsOf(batch.status)} />
        </Group>
      }
      actions={<BatchActions batch={batch} />}
    >
      <Stack gap="lg">
        <Notices batch={batch} />
        <ProgressPanel batch={batch} />
        {batch.totals.length > 0 && <TotalsPanel batch={batch} />}
        <RowsPanel batch={batch} />
        <Panel title="Details">
          <Facts
            facts={[
              { label: "Uploaded", value: <Timestamp at={batch.created_at} /> },
              { label: "Submitted", value: batch.submitted_at === null ? null : <Timestamp at={batch.submitted_at} /> },
              { label: "Sends at", value: batch.scheduled_at === null ? null : <Timestamp at={batch.scheduled_at} /> },
              { label: "Began to send", value: batch.started_at === null ? null : <Timestamp at={batch.started_at} /> },
              { label: "Ended", value: batch.finished_at === null ? null : <Timestamp at={batch.finished_at} /> },
              {
                label: "Repeats",
                value:
                  batch.repeat === null
                    ? null
                    : `${wordsOf(batch.repeat.every)}: ${batch.repeat.made} of ${batch.repeat.runs} runs made`,
              },
              {
                label: "Next run",
                value: batch.repeat?.next_run_at == null ? null : <Timestamp at={batch.repeat.next_run_at} />,
              },
              {
                label: "Run of",
                value:
                  batch.repeat_of === null ? null : (
                    <TextLink to={`/payout-batches/${batch.repeat_of}`}>The repeating batch</TextLink>
                  ),
              },
              {
                label: "Failed rows of",
                value:
                  batch.retry_of === null ? null : (
                    <TextLink to={`/payout-batches/${batch.retry_of}`}>The batch before</TextLink>
                  ),
              },
              { label: "Batch id", value: <Identifier value={batch.batch_id} what="batch id" /> },
            ]}
          />
        </Panel>
      </Stack>
    </Page>
  );
}

function Notices({ batch }: { batch: Batch }) {
  return (
    <>
      {batch.problems.length > 0 && (
        <Alert color="yellow" title="Before this can be sent">
          <List size="sm">
            {batch.problems.map(({ code, message }) => (
              <List.Item key={`${code} ${message}`}>{sentence(message)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {batch.approval_reasons.length > 0 && (batch.status === "ready" || batch.status === "awaiting_approval") && (
        <Alert color="yellow" title={batch.status === "ready" ? "Needs a second person" : "Waits for a second person"}>
          {sentence(...batch.approval_reasons)}{" "}
          {batch.status === "awaiting_approval" && <TextLink to="/approvals">Open the approvals</TextLink>}
        </Alert>
      )}
      {batch.pause_reason !== null && (
        <Alert color="yellow" title={batch.status === "paused" ? "Paused" : "Waiting"}>
          {sentence(batch.pause_reason)}
        </Alert>
      )}
    </>
  );
}

function ProgressPanel({ batch }: { batch: Batch }) {
  const { rows, row_count, checked_rows, status } = batch;
  const isChecking = status === "checking";
  const share = (part: number): number => (part / row_count) * 100;
  return (
    <Panel title={isChecking ? "Checking rows" : "Rows"}>
      <Stack gap="sm">
        <Progress.Root size="lg" aria-hidden>
          {isChecking ? (
            <Progress.Section value={share(checked_rows)} color="gray" />
          ) : (
            <>
              <Progress.Section value={share(rows.completed)} color="pine" />
              <Progress.Section value={share(rows.sent)} color="blue" />
              <Progress.Section value={share(rows.failed + rows.invalid)} color="red" />
              <Progress.Section value={share(rows.canceled)} color="gray" />
            </>
          )}
        </Progress.Root>
        <Text size="sm" role="status">
          {isChecking
            ? `${checked_rows} of ${row_count} rows are checked`
            : [
                `${row_count} rows`,
                ...(
                  [
                    [rows.ready, "ready"],
                    [rows.invalid, "with errors"],
                    [rows.sent, "under way"],
                    [rows.completed, "paid"],
                    [rows.failed, "failed"],
                    [rows.canceled, "canceled"],
                  ] as const
                ).flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])),
              ].join(" · ")}
        </Text>
      </Stack>
    </Panel>
  );
}

type Total = Batch["totals"][number];
const totalColumns = (leftOf: (total: Total) => ReactNode): Column<Total>[] => [
  {
    header: "Currency",
    cell: (total) =>
      total.currency === total.target_currency ? total.currency : `${total.currency} to ${total.target_currency}`,
    primary: true,
  },
  { header: "Payouts", cell: (total) => total.rows, align: "end" },
  { header: "Amount", cell: (total) => <Money amount={total.amount} currency={total.currency} />, align: "end" },
  { header: "Fees", cell: (total) => <Money amount={total.fees} currency={total.currency} />, align: "end" },
  {
    header: "Beneficiaries get",
    cell: (total) => <Money amount={total.target_amount} currency={total.target_currency} />,
    align: "end",
  },
  { header: "Left in the balance", cell: leftOf, align: "end" },
];

const UNSENT: ReadonlySet<Batch["status"]> = new Set(["checking", "ready", "awaiting_approval", "scheduled"]);

function TotalsPanel({ batch }: { batch: Batch }) {
  const isUnsent = UNSENT.has(batch.status);
  const { org_id } = batch;
  const balances = useQuery({
    queryKey: ["balances", org_id],
    queryFn: async () => (await api.get("/balances", { query: { org_id } })).data,
    enabled: useMay()("GET /balances") && isUnsent,
  });
  /** All totals of a currency leave one balance. */
  const leftOf = ({ currency }: Total): ReactNode => {
    const spendable = balances.data?.find((one) => one.currency === currency)?.spendable;
    if (spendable === undefined) return "–";
    const same = batch.totals.filter((one) => one.currency === currency);
    const left = same.reduce((rest, { amount, fees }) => rest - amount - fees, spendable);
    return <Money amount={Number(left.toFixed(8))} currency={currency} strong={left < 0} />;
  };
  return (
    <Panel title="Totals" flush>
      <DataTable
        label="Totals"
        columns={isUnsent ? totalColumns(leftOf) : totalColumns(leftOf).slice(0, -1)}
        rows={batch.totals}
        keyOf={({ currency, target_currency }) => `${currency} ${target_currency}`}
      />
      {batch.rates.map((rate) => (
        <Text key={rate.org_rate_id} size="sm" c="dimmed" px="lg" pb="sm" component="div">
          1 {rate.from_currency} is {rate.rate} {rate.to_currency}, locked until <Timestamp at={rate.expires_at} />
        </Text>
      ))}
    </Panel>
  );
}

const ROW_COLUMNS: Column<BatchRow>[] = [
  { header: "Row", cell: (row) => row.row, primary: true },
  {
    header: "To",
    cell: (row) => <TwoLines below={row.reference}>{row.recipient ?? (row.beneficiary_id || "–")}</TwoLines>,
    long: true,
  },
  {
    header: "Amount",
    align: "end",
    cell: (row) =>
      row.amount === null ? `${row.written} ${row.currency}` : <Money amount={row.amount} currency={row.currency} />,
  },
  { header: "Status", cell: (row) => <StatusBadge status={ROW_BADGE[row.status]} label={wordsOf(row.status)} /> },
  {
    header: "Result",
    long: true,
    cell: (row) =>
      row.errors.length === 0 ? (
        row.payment_id === null ? (
          "–"
        ) : (
          <TextLink to={`/payments/${row.payment_id}`}>See the payment</TextLink>
        )
      ) : (
        row.errors.map(({ field, message }) => (field === null ? message : `${wordsOf(field)} ${message}`)).join("; ")
      ),
  },
];

const SHOWN = [
  { value: "all", label: "All" },
  { value: "invalid", label: "With errors" },
  { value: "failed", label: "Failed" },
] as const;

function RowsPanel({ batch }: { batch: Batch }) {
  const [shown, setShown] = useState<(typeof SHOWN)[number]["value"]>(batch.rows.invalid > 0 ? "invalid" : "all");
  const list = useCursorList(
    [...batchKey(batch.batch_id), "rows", shown, batch.status],
    (page) =>
      api.get("/payout-batches/{batch_id}/rows", {
        path: { batch_id: batch.batch_id },
        query: { ...page, limit: ROW_PAGE, ...(shown === "all" ? {} : { status: shown }) },
      }),
    isBusy(batch) ? { refetchInterval: ROW_REFRESH_MS } : {},
  );
  return (
    <Panel
      title="Payouts"
      flush
      actions={
        <Group gap="xs">
          <SegmentedControl size="xs" aria-label="Which rows" value={shown} onChange={setShown} data={[...SHOWN]} />
          {batch.rows.invalid + batch.rows.failed > 0 && <FileButton batch={batch} file="errors" label="Errors" />}
          <FileButton batch={batch} file="statement" label="Statement" />
        </Group>
      }
    >
      <ListTable
        label="Payouts"
        list={list}
        columns={ROW_COLUMNS}
        keyOf={(row) => String(row.row)}
        empty={
          <EmptyState icon="check" title={shown === "all" ? "No rows" : "No such rows"}>
            Every uploaded row is listed here with its outcome.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function FileButton({ batch, file, label }: { batch: Batch; file: "errors" | "statement"; label: string }) {
  const { batch_id } = batch;
  const run = useMutation({
    mutationFn: async () =>
      (await api.getResponse(`/payout-batches/{batch_id}/${file}`, { path: { batch_id } })).blob(),
    onSuccess: (content) => download(content, `${file}-${batch_id}.csv`),
    onError: (error) => notifications.show({ color: "red", title: "The download failed", message: messageOf(error) }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name="download" size={14} />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      {label}
    </Button>
  );
}
