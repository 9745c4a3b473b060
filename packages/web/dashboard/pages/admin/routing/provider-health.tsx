import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { FailureAlert } from "../../../components/failure-alert.tsx";
import { Panel } from "../../../components/panel.tsx";
import { type Status, StatusBadge } from "../../../components/status-badge.tsx";

const REFRESH_MS = 15_000;

/** The circuit breakers: a provider that keeps failing is skipped for a while and then tried again. */
export function ProviderHealth() {
  const health = useQuery({
    queryKey: ["provider-health"],
    queryFn: () => api.get("/payments/provider-health"),
    refetchInterval: REFRESH_MS,
  });
  const states = health.data?.data ?? [];
  return (
    <Panel title="Provider health">
      <FailureAlert error={health.error} />
      {health.data !== undefined && states.length === 0 && (
        <Text size="sm" c="dimmed">
          No provider has failed since the service started.
        </Text>
      )}
      <Group gap="lg">
        {states.map((state) => (
          <Group key={state.provider} gap={8}>
            <Text fw={600}>{state.provider}</Text>
            <StatusBadge status={CIRCUIT_STATUS[state.state]} />
            {state.faults > 0 && (
              <Text size="sm" c="dimmed">
                {state.faults} {state.faults === 1 ? "fault" : "faults"} in a row
              </Text>
            )}
          </Group>
        ))}
      </Group>
    </Panel>
  );
}

const CIRCUIT_STATUS: Record<Row<"/payments/provider-health">["state"], Status> = {
  closed: "active",
  open: "failed",
  half_open: "retrying",
};
