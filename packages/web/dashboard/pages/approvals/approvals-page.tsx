import { Button, Checkbox, Group, List, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { api } from "../../api/client.ts";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { DecisionForm } from "../../components/decision-form.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { OrganizationName } from "../../components/organization-name.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useLive } from "../../components/use-live.ts";
import { grouped, sentence } from "../../components/plain-words.ts";
import { signInOptionsQuery, useSession } from "../../session/session.ts";
import { type Approval, APPROVALS, decide, type Decision, nameOf, PLATFORM, totalsOf, WORDS } from "./approval.ts";
import { Progress, Unusual } from "./approval-parts.tsx";

const REFRESH_MS = 20_000;

/** What waits, or waited, for a second person. Once approved, the money goes and the change is made by itself. */
export function ApprovalsPage() {
  const { status } = useSearch({ from: "/protected/approvals" });
  const navigate = useNavigate();
  const { user, organization } = useSession();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const isPlatform = user.platform_role !== null;
  const { data: options } = useQuery(signInOptionsQuery);
  const list = useCursorList(
    [...APPROVALS, status],
    (page) => api.get("/approvals", { query: { status: status === "all" ? undefined : status, ...page } }),
    useLive(APPROVALS, REFRESH_MS),
  );
  const chosen = list.rows.filter((approval) => selected.has(approval.approval_id) && approval.actions.length > 0);
  const select = (approvalId: string, isSelected: boolean): void =>
    setSelected(new Set(isSelected ? [...selected, approvalId] : [...selected].filter((one) => one !== approvalId)));
  return (
    <Page
      title="Approvals"
      description="Payments and changes that need a second person. The requester cannot decide."
      actions={
        <SegmentedControl
          aria-label="Which approvals"
          value={status}
          onChange={(next) => void navigate({ to: "/approvals", search: { status: next as typeof status } })}
          data={[
            { value: "pending", label: "Waiting" },
            { value: "all", label: "All" },
          ]}
        />
      }
    >
      <Stack gap="lg">
        {isPlatform && options?.second_person === false && (
          <Text size="sm">
            On this test platform one admin can do everything. In production a second one must agree.
          </Text>
        )}
        <Panel flush>
          {chosen.length > 0 && (
            <Group px="lg" py="sm" gap="sm" role="group" aria-label="Selected approvals">
              <Text size="sm">
                {chosen.length} selected{totalText(chosen)}
              </Text>
              {(["approve", "reject"] as const).map((decision) => (
                <Button key={decision} size="xs" variant="default" onClick={() => setDeciding(decision)}>
                  {WORDS[decision].label} selected
                </Button>
              ))}
            </Group>
          )}
          <ListTable
            label="Approvals"
            list={list}
            columns={columnsFor(isPlatform && organization === null, selected, select)}
            keyOf={(approval) => approval.approval_id}
            linkTo={(approval) => `/approvals/${approval.approval_id}`}
            empty={
              <EmptyState
                icon="check"
                title={status === "pending" ? "Nothing waits" : "Nothing needed a second person yet"}
              >
                Payouts, refunds and accepted disputes that a policy holds, loosened controls and new approvers appear
                here.
              </EmptyState>
            }
          />
        </Panel>
      </Stack>
      {deciding !== null && <ManyForm approvals={chosen} decision={deciding} onClose={() => setDeciding(null)} />}
    </Page>
  );
}

function totalText(approvals: readonly Approval[]): string {
  const totals = totalsOf(approvals).map(({ amount, currency }) => formatMoney(amount, currency));
  return totals.length === 0 ? "" : `: ${totals.join(" and ")} together`;
}

function columnsFor(
  ofMany: boolean,
  selected: ReadonlySet<string>,
  select: (approvalId: string, isSelected: boolean) => void,
): Column<Approval>[] {
  return [
    {
      header: "Select",
      hiddenHeader: true,
      cell: (approval) =>
        approval.actions.length === 0 ? null : (
          <Checkbox
            aria-label={`Select: ${grouped(approval.title)}`}
            checked={selected.has(approval.approval_id)}
            onChange={(event) => select(approval.approval_id, event.currentTarget.checked)}
          />
        ),
    },
    { header: "What for", cell: ({ title }) => grouped(title), primary: true, long: true },
    ...(ofMany
      ? [
          {
            header: "Organization",
            cell: ({ org_id }: Approval) =>
              org_id === PLATFORM ? "The platform" : <OrganizationName orgId={org_id} />,
          },
        ]
      : []),
    {
      header: "Why",
      cell: ({ reasons, unusual }) => (
        <div>
          {sentence(...reasons)}
          <Unusual texts={unusual} />
        </div>
      ),
      long: true,
    },
    {
      header: "Asked by",
      cell: (approval) => (
        <TwoLines below={<Timestamp at={approval.created_at} />}>
          {nameOf(approval, approval.requested_by)}
          {approval.requested_with !== null && " (API key)"}
        </TwoLines>
      ),
    },
    { header: "Status", cell: (approval) => <Progress approval={approval} />, long: true },
  ];
}

type ManyProps = { approvals: readonly Approval[]; decision: Decision; onClose: () => void };

/** Decides the chosen approvals one after another, so that a refusal is shown and all earlier decisions stand. */
function ManyForm({ approvals, decision, onClose }: ManyProps) {
  const { label, done } = WORDS[decision];
  const queryClient = useQueryClient();
  const [asked] = useState(approvals);
  return (
    <DecisionForm
      title={`${label} ${asked.length}${totalText(asked)}?`}
      submitLabel={label}
      write={async (comment) => {
        try {
          for (const approval of asked) await decide(approval, decision, comment);
        } finally {
          void queryClient.invalidateQueries({ queryKey: APPROVALS });
        }
      }}
      done={`${asked.length} ${done.toLowerCase()}`}
      refresh={[APPROVALS, ["payments"], ["payout-batches"], ["disputes"]]}
      onClose={onClose}
    >
      <List size="sm" spacing="xs">
        {asked.map((approval) => (
          <List.Item key={approval.approval_id}>
            {grouped(approval.title)}, asked by {nameOf(approval, approval.requested_by)}
            <Unusual texts={approval.unusual} />
          </List.Item>
        ))}
      </List>
    </DecisionForm>
  );
}
