import { Button, Group, Select, SimpleGrid, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { PROVIDERS } from "@corridor/shared/choices.ts";
import { formatAmount } from "@corridor/shared/money-text.ts";
import { api } from "../../../api/client.ts";
import { pageFrom } from "../../../api/pages.ts";
import type { Body, Row } from "@corridor/shared/operations.ts";
import { CurrencySelect } from "../../../components/currency-select.tsx";
import { type Column, ListTable } from "../../../components/data-table.tsx";
import { DecisionForm } from "../../../components/decision-form.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { choiceProps, textOrNull } from "../../../components/form-values.ts";
import { Money } from "../../../components/money.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { OrganizationName } from "../../../components/organization-name.tsx";
import { OrganizationSelect } from "../../../components/organization-select.tsx";
import { Panel } from "../../../components/panel.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { Timestamp } from "../../../components/timestamp.tsx";
import { TwoLines } from "../../../components/two-lines.tsx";
import { useAttemptKey } from "../../../components/use-attempt-key.ts";
import { PAGE_SIZE, useCursorList } from "../../../components/use-cursor-list.ts";
import { useWrite } from "../../../components/use-write.ts";
import { useMay } from "../../../session/may.ts";
import { useSession } from "../../../session/session.ts";
import { ADJUSTMENTS, APPROVALS, nameOf } from "../../approvals/approval.ts";

type Adjustment = Row<"/balances/adjustments">;
type NewAdjustment = Body<"post", "/balances/adjustments">;

const COLUMNS: Column<Adjustment>[] = [
  { header: "Organization", cell: (adjustment) => <OrganizationName orgId={adjustment.org_id} />, primary: true },
  {
    header: "Amount",
    align: "end",
    cell: (adjustment) => <Money amount={adjustment.amount} currency={adjustment.currency} strong />,
  },
  {
    header: "Reason",
    long: true,
    cell: (adjustment) => (
      <TwoLines below={adjustment.provider === null ? null : `At ${adjustment.provider}`}>{adjustment.reason}</TwoLines>
    ),
  },
  { header: "Status", cell: (adjustment) => <StatusBadge status={adjustment.status} /> },
  {
    header: "Asked by",
    cell: (adjustment) => (
      <TwoLines below={<Timestamp at={adjustment.created_at} />}>
        {nameOf(adjustment, adjustment.requested_by)}
      </TwoLines>
    ),
  },
];

/** Prefunding and corrections: one platform admin requests, another one approves. */
export function AdjustmentsPanel({ status }: { status?: Adjustment["status"] }) {
  const may = useMay();
  const { user } = useSession();
  const [opened, setOpened] = useState(false);
  const list = useCursorList([...ADJUSTMENTS, status ?? "all"], async (cursor) =>
    pageFrom(
      await api.get("/balances/adjustments", { query: { status, limit: PAGE_SIZE, last_evaluated_key: cursor } }),
    ),
  );
  const columns = may("POST /balances/adjustments/{adjustment_id}/approve")
    ? [
        ...COLUMNS,
        {
          header: "Decision",
          hiddenHeader: true,
          align: "end",
          cell: (adjustment) =>
            adjustment.status === "requested" && (
              <Decision adjustment={adjustment} isOwn={adjustment.requested_by === user.user_id} />
            ),
        } satisfies Column<Adjustment>,
      ]
    : COLUMNS;
  return (
    <Panel
      title="Prefunding and corrections"
      flush
      actions={
        may("POST /balances/adjustments") && (
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            New adjustment
          </Button>
        )
      }
    >
      <ListTable
        label="Adjustments"
        list={list}
        columns={columns}
        keyOf={(adjustment) => adjustment.adjustment_id}
        empty={
          <EmptyState icon="scale" title="No adjustments">
            One admin requests an adjustment, and another one approves it.
          </EmptyState>
        }
      />
      {opened && <AdjustmentForm onClose={() => setOpened(false)} />}
    </Panel>
  );
}

function Decision({ adjustment, isOwn }: { adjustment: Adjustment; isOwn: boolean }) {
  const [deciding, setDeciding] = useState<"approve" | "reject" | null>(null);
  const amount = `${formatAmount(adjustment.amount, adjustment.currency)} ${adjustment.currency}`;
  const path = { adjustment_id: adjustment.adjustment_id };
  const common = {
    onClose: () => setDeciding(null),
    refresh: [ADJUSTMENTS, APPROVALS, ["balances"], ["float"]],
    children: adjustment.reason,
  };
  const rejects = isOwn ? "Withdraw" : "Reject";
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {!isOwn && (
        <Button size="xs" variant="default" onClick={() => setDeciding("approve")} aria-label={`Approve ${amount}`}>
          Approve
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setDeciding("reject")} aria-label={`${rejects} ${amount}`}>
        {rejects}
      </Button>
      {deciding === "approve" && (
        <DecisionForm
          {...common}
          title={`Approve ${amount}?`}
          submitLabel="Approve and book it"
          done="The adjustment is booked"
          write={(comment) => api.post("/balances/adjustments/{adjustment_id}/approve", { path, body: { comment } })}
        />
      )}
      {deciding === "reject" && (
        <DecisionForm
          {...common}
          title={`${rejects} ${amount}?`}
          submitLabel={`${rejects} it`}
          done={isOwn ? "The adjustment is withdrawn" : "The adjustment is rejected"}
          write={(comment) => api.post("/balances/adjustments/{adjustment_id}/reject", { path, body: { comment } })}
        />
      )}
    </Group>
  );
}

function AdjustmentForm({ onClose }: { onClose: () => void }) {
  const attempt = useAttemptKey();
  const form = useForm({
    initialValues: { org_id: "", currency: "", amount: "" as number | string, provider: "", reason: "" },
    validate: {
      org_id: (value) => (value === "" ? "Choose the organization" : null),
      currency: (value) => (value === "" ? "Choose the currency" : null),
      amount: (value) => (value === "" || Number(value) === 0 ? "Enter an amount that is not zero" : null),
      reason: (value) => (value.trim() === "" ? "Say why" : null),
    },
  });
  const save = useWrite({
    write: (values: typeof form.values) => {
      const body: NewAdjustment = {
        org_id: values.org_id,
        currency: values.currency,
        amount: Number(values.amount),
        provider: textOrNull(values.provider) as NewAdjustment["provider"],
        reason: values.reason.trim(),
      };
      return api.post("/balances/adjustments", { idempotencyKey: attempt.keyFor(body), body });
    },
    done: "Another platform admin has to approve the adjustment",
    refresh: [ADJUSTMENTS, APPROVALS],
    onDone: onClose,
    onFailed: (error) => void attempt.noteFailure(error),
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title="New adjustment"
      submitLabel="Ask for it"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      error={save.error}
      pending={save.isPending}
      size="lg"
    >
      <Text size="sm">Nothing is posted before another platform admin has approved it.</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <OrganizationSelect data-autofocus {...choiceProps(form, "org_id")} />
        <CurrencySelect withAssets {...choiceProps(form, "currency")} />
        <NumberField
          label="Amount"
          description="A negative amount is taken from the organization"
          {...form.getInputProps("amount")}
        />
        <Select
          label="At the provider"
          description="Leave empty if no provider holds the money"
          clearable
          data={PROVIDERS}
          {...choiceProps(form, "provider")}
        />
      </SimpleGrid>
      <Textarea label="Reason" autosize minRows={2} required withAsterisk={false} {...form.getInputProps("reason")} />
    </FormModal>
  );
}
