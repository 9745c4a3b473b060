import { api } from "../../api/client.ts";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Money } from "../../components/money.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useMay } from "../../session/may.ts";
import { type Disbursement, type Escrow, escrowKey } from "./escrow.ts";
import { FailedDisbursement } from "./failed-disbursement.tsx";

const REFRESH_MS = 5_000;

/** Money that left the project: shares of released milestones, and refunds. */
export function Disbursements({ escrow }: { escrow: Escrow }) {
  const may = useMay();
  const list = useCursorList(
    [...escrowKey(escrow.escrow_id), "disbursements"],
    (page) =>
      api.get("/virtual-accounts/escrow/{escrow_id}/disbursements", {
        path: { escrow_id: escrow.escrow_id },
        query: page,
      }),
    { refetchInterval: REFRESH_MS },
  );
  if (escrow.status === "draft") return null;
  const partyName = (partyId: string | null) => escrow.parties.find((party) => party.party_id === partyId)?.name;
  const milestoneLabel = (milestoneId: string | null) =>
    escrow.milestones.find((milestone) => milestone.milestone_id === milestoneId)?.label;
  const columns: Column<Disbursement>[] = [
    {
      header: "To",
      cell: (disbursement) => (
        <TwoLines below={milestoneLabel(disbursement.milestone_id)}>
          {partyName(disbursement.party_id) ?? (disbursement.kind === "refund" ? "Back to the funders" : "–")}
        </TwoLines>
      ),
      primary: true,
    },
    {
      header: "Amount",
      align: "end",
      cell: (disbursement) => <Money amount={disbursement.amount} currency={disbursement.currency} strong />,
    },
    {
      header: "Status",
      cell: (disbursement) => (
        <TwoLines below={disbursement.failure_reason}>
          <StatusBadge status={disbursement.status} />
        </TwoLines>
      ),
    },
    {
      header: "How",
      cell: (disbursement) =>
        disbursement.payment_id === null ? (
          wordsOf(disbursement.method)
        ) : (
          <TextLink to={`/payments/${disbursement.payment_id}`}>{wordsOf(disbursement.method)}</TextLink>
        ),
    },
    { header: "When", cell: (disbursement) => <Timestamp at={disbursement.created_at} /> },
  ];
  if (may("POST /virtual-accounts/escrow/{escrow_id}/disbursements/{disbursement_id}/retry"))
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (disbursement) =>
        disbursement.status === "failed" && <FailedDisbursement escrow={escrow} disbursement={disbursement} />,
    });
  return (
    <Panel title="Paid out" flush>
      <ListTable
        label="Paid out"
        list={list}
        columns={columns}
        keyOf={(disbursement) => disbursement.disbursement_id}
        empty={
          <EmptyState icon="payments" title="Nothing was paid out yet">
            Release a milestone to pay its parties.
          </EmptyState>
        }
      />
    </Panel>
  );
}
