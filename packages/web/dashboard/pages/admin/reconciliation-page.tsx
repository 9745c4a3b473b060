import { Anchor, Button, SegmentedControl, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";

type Item = Row<"/payments/reconciliation-items">;

export const RECONCILIATION = ["reconciliation-items"] as const;

/** What disagrees, in a few words. An item of an obsolete kind shows the kind's name. */
const KINDS: Record<Item["kind"], string> = {
  accepted_after_refusal: "Accepted after a refusal",
  accepted_after_end: "Accepted after the end",
  contradicts_final_status: "Another outcome",
  contradicts_refund: "Another outcome of a refund",
  contradicts_dispute: "Another outcome of a dispute",
  dispute_warning: "Warning before a dispute",
  refunded_elsewhere: "Refund at the provider",
  said_by_another: "Said by another provider",
  wrong_currency: "Another currency",
  underpaid: "Too little money",
  overpaid: "Too much money",
  unexpected_money: "Money after the end",
  settled_twice: "Paid out twice",
  ramp_refund_needed: "Refund needed",
  link_paid_twice: "Link paid twice",
  deposit_in_suspense: "Deposit in suspense",
};

/**
 * Where a provider update and our record disagree. Nothing changes by itself; a person reviews it, acts and records how
 * it ended.
 */
export function ReconciliationPage() {
  const { status } = useSearch({ from: "/protected/admin/reconciliation" });
  const navigate = useNavigate();
  const may = useMay();
  const [resolving, setResolving] = useState<Item | null>(null);
  const list = useCursorList([...RECONCILIATION, status], (page) =>
    api.get("/payments/reconciliation-items", { query: { status, ...page } }),
  );
  const columns: Column<Item>[] = [
    { header: "What disagrees", cell: (item) => item.message, primary: true },
    { header: "Kind", cell: (item) => KINDS[item.kind] ?? wordsOf(item.kind) },
    { header: "Provider", cell: (item) => item.provider ?? "–" },
    {
      header: "Payment",
      cell: (item) =>
        item.payment_id === null ? (
          "–"
        ) : (
          <Anchor component={Link} to={`/payments/${item.payment_id}`} size="sm">
            {item.payment_id.slice(0, 13)}…
          </Anchor>
        ),
    },
    { header: "Status", cell: (item) => <StatusBadge status={item.status} /> },
    { header: "Since", cell: (item) => <Timestamp at={item.created_at} /> },
    {
      header: "Resolution",
      cell: (item) =>
        item.status === "resolved" ? (
          item.resolution
        ) : may("POST /payments/reconciliation-items/{item_id}/resolve") ? (
          <Button size="xs" variant="default" onClick={() => setResolving(item)}>
            Resolve
          </Button>
        ) : (
          "–"
        ),
    },
  ];
  return (
    <Page
      title="Reconciliation"
      description="Mismatches between what a provider reports and what is recorded here."
      actions={
        <SegmentedControl
          aria-label="Which items"
          value={status}
          onChange={(next) =>
            void navigate({ to: "/admin/reconciliation", search: { status: next as "open" | "resolved" } })
          }
          data={[
            { value: "open", label: "Open" },
            { value: "resolved", label: "Resolved" },
          ]}
        />
      }
    >
      <Panel flush>
        <ListTable
          label="Reconciliation items"
          list={list}
          columns={columns}
          keyOf={(item) => item.item_id}
          empty={
            <EmptyState icon="scale" title={status === "open" ? "Everything agrees" : "Nothing was resolved yet"}>
              {status === "open" ? "No provider contradicts the records." : undefined}
            </EmptyState>
          }
        />
      </Panel>
      {resolving !== null && <ResolveForm item={resolving} onClose={() => setResolving(null)} />}
    </Page>
  );
}

function ResolveForm({ item, onClose }: { item: Item; onClose: () => void }) {
  const form = useForm({
    initialValues: { resolution: "" },
    validate: { resolution: (value) => (value.trim() === "" ? "Say what you did" : null) },
  });
  const resolve = useWrite({
    write: (values: typeof form.values) =>
      api.post("/payments/reconciliation-items/{item_id}/resolve", {
        path: { item_id: item.item_id },
        body: { resolution: values.resolution.trim() },
      }),
    done: "The item is resolved",
    refresh: [RECONCILIATION],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Resolve this mismatch"
      submitLabel="Resolve"
      onSubmit={form.onSubmit((values) => resolve.mutate(values))}
      action={resolve}
    >
      <Text size="sm">{item.message}</Text>
      <Textarea
        label="What you found and did"
        required
        withAsterisk={false}
        minRows={3}
        autosize
        data-autofocus
        {...form.getInputProps("resolution")}
      />
    </FormModal>
  );
}
