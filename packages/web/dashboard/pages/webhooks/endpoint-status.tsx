import { StatusBadge } from "../../components/status-badge.tsx";
import { type Endpoint, isFailing } from "./webhook.ts";

export function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  return isFailing(endpoint) ? (
    <StatusBadge status="retrying" label="Failing" />
  ) : (
    <StatusBadge status={endpoint.status} />
  );
}
