import { DataTable } from "../../components/data-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";

export type Candidate = {
  provider: string;
  config_id: string;
  priority: number;
  scope: string;
  taken: boolean;
  reason: string;
};

/** Which providers were considered for a payment, in the router's order, and why each was chosen or skipped. */
export function RouteCandidates({ candidates }: { candidates: readonly Candidate[] }) {
  if (candidates.length === 0) return null;
  const first = candidates.find((candidate) => candidate.taken);
  return (
    <DataTable
      label="Providers considered"
      rows={candidates}
      keyOf={(candidate) => candidate.config_id}
      columns={[
        { header: "Provider", cell: (candidate) => candidate.provider, primary: true },
        { header: "Choice", cell: (candidate) => <Choice candidate={candidate} isFirst={candidate === first} /> },
        { header: "Priority", cell: (candidate) => candidate.priority, align: "end" },
        { header: "Config", cell: (candidate) => (candidate.scope === "global" ? "Global" : "This organization") },
        { header: "Why", cell: (candidate) => candidate.reason },
      ]}
    />
  );
}

function Choice({ candidate, isFirst }: { candidate: Candidate; isFirst: boolean }) {
  if (!candidate.taken) return <StatusBadge status="ignored" label="Left out" />;
  return isFirst ? (
    <StatusBadge status="accepted" label="First" />
  ) : (
    <StatusBadge status="processing" label="Fallback" />
  );
}
