import { DataTable } from "../../components/data-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";

export type Candidate = { provider: string; config_id: string; priority: number; scope: string; taken: boolean; reason: string };

/** Who was considered for a payment, in the router's order, and why each was taken or left. */
export function RouteCandidates({ candidates }: { candidates: readonly Candidate[] }) {
  if (candidates.length === 0) return null;
  return (
    <DataTable
      label="Providers considered"
      rows={candidates}
      keyOf={(candidate) => candidate.config_id}
      columns={[
        { header: "Provider", cell: (candidate) => candidate.provider, primary: true },
        { header: "Choice", cell: (candidate) => <StatusBadge status={candidate.taken ? "accepted" : "ignored"} label={candidate.taken ? "Taken" : "Left"} /> },
        { header: "Priority", cell: (candidate) => candidate.priority, align: "end" },
        { header: "Config", cell: (candidate) => (candidate.scope === "global" ? "Global" : "This organisation") },
        { header: "Why", cell: (candidate) => candidate.reason },
      ]}
    />
  );
}
