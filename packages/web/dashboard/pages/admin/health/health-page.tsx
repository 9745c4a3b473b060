import { Button, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Row } from "@corridor/shared/operations.ts";
import { api } from "../../../api/client.ts";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { countryName } from "../../../components/plain-words.ts";
import { DataTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FailureAlert, LoadFailure } from "../../../components/failure-alert.tsx";
import { Page } from "../../../components/page.tsx";
import { Panel } from "../../../components/panel.tsx";
import { type Status, StatusBadge, wordsOf } from "../../../components/status-badge.tsx";
import { Timestamp } from "../../../components/timestamp.tsx";
import { useWrite } from "../../../components/use-write.ts";
import { PagePending } from "../../../frame/page-pending.tsx";
import { useMay } from "../../../session/may.ts";
import { healthKey, MaintenanceForm } from "./maintenance-form.tsx";

const REFRESH_MS = 15_000;
type Health = Row<"/payments/provider-health">;
type Window = Health["maintenance"][number];
type Place = {
  country: string | null;
  payment_method: string | null;
  direction: string | null;
  network?: string | null;
};

/** How payments end at each provider, by corridor and network, and the maintenance that is planned. */
export function HealthPage() {
  const mayPlan = useMay()("POST /payments/maintenance-windows");
  const [planning, setPlanning] = useState(false);
  const health = useQuery({
    queryKey: healthKey,
    queryFn: async () => (await api.get("/payments/provider-health")).data,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title="Provider health"
      description="By the outcomes of payments. Where a provider does badly it is tried last, and recovers by itself."
      actions={mayPlan ? <Button onClick={() => setPlanning(true)}>Plan maintenance</Button> : undefined}
    >
      {health.isError ? (
        <LoadFailure query={health} title="Could not load the health" />
      ) : health.data === undefined ? (
        <PagePending />
      ) : (
        <Stack gap="lg">
          <Unreachable providers={health.data} />
          <Corridors providers={health.data} />
          <Maintenance windows={health.data.flatMap(({ maintenance }) => maintenance)} mayEnd={mayPlan} />
          <History />
        </Stack>
      )}
      {planning && <MaintenanceForm onClose={() => setPlanning(false)} />}
    </Page>
  );
}

function placeText({ country, payment_method, direction, network }: Place): string {
  const parts = [country === null ? "All countries" : countryName(country), network ?? payment_method, direction];
  return parts
    .flatMap((part) => part ?? [])
    .map((part, index) => (index === 0 ? part : wordsOf(part)))
    .join(", ");
}

function Unreachable({ providers }: { providers: readonly Health[] }) {
  const open = providers.filter(({ state }) => state !== "closed");
  const closed = providers.filter(({ closed_corridors }) => closed_corridors.length > 0);
  if (open.length + closed.length === 0) return null;
  return (
    <Panel title="Out of reach">
      {open.map(({ provider, faults }) => (
        <Text key={provider} size="sm">
          {provider} could not be reached {faults} times in a row, and is tried last.
        </Text>
      ))}
      {closed.map(({ provider, closed_corridors }) => (
        <Text key={provider} size="sm">
          {provider} reports as closed: {closed_corridors.map(placeText).join("; ")}.
        </Text>
      ))}
    </Panel>
  );
}

const TONES: Record<Health["corridors"][number]["state"], Status> = {
  healthy: "active",
  slow: "retrying",
  failing: "failed",
};
const rateText = ({ succeeded, failed }: { succeeded: number; failed: number }): string =>
  succeeded + failed === 0 ? "" : `${Math.round((100 * succeeded) / (succeeded + failed))} % of ${succeeded + failed}`;
const secondsText = (seconds: number | null): string => (seconds === null ? "" : `${Math.round(seconds)} s`);

function Corridors({ providers }: { providers: readonly Health[] }) {
  const rows = providers
    .flatMap(({ corridors }) => corridors)
    .toSorted((a, b) => Number(a.state === "healthy") - Number(b.state === "healthy"));
  return (
    <Panel title="Last half hour" flush>
      {rows.length === 0 ? (
        <EmptyState icon="check" title="No payment has ended lately">
          Outcomes appear within seconds of a payment's end.
        </EmptyState>
      ) : (
        <DataTable
          label="Health by corridor"
          rows={rows}
          keyOf={(row) => `${row.provider} ${placeText(row)}`}
          columns={[
            { header: "Provider", cell: ({ provider }) => provider, primary: true },
            { header: "Corridor", cell: placeText },
            { header: "State", cell: ({ state }) => <StatusBadge status={TONES[state]} label={wordsOf(state)} /> },
            { header: "Succeeded", cell: rateText, align: "end" },
            { header: "Median time", cell: ({ median_seconds }) => secondsText(median_seconds), align: "end" },
            { header: "Why", cell: ({ reason }) => reason },
            { header: "Since", cell: ({ since }) => since !== null && <Timestamp at={since} /> },
          ]}
        />
      )}
    </Panel>
  );
}

function Maintenance({ windows, mayEnd }: { windows: readonly Window[]; mayEnd: boolean }) {
  if (windows.length === 0) return null;
  return (
    <Panel title="Maintenance" flush>
      <DataTable
        label="Maintenance windows"
        rows={windows}
        keyOf={({ window_id }) => window_id}
        columns={[
          { header: "Provider", cell: ({ provider }) => provider, primary: true },
          { header: "Where", cell: placeText },
          { header: "From", cell: ({ starts_at }) => <Timestamp at={starts_at} /> },
          { header: "Until", cell: ({ ends_at }) => <Timestamp at={ends_at} /> },
          { header: "Reason", cell: ({ reason }) => reason },
          {
            header: "Actions",
            hiddenHeader: true,
            align: "end",
            cell: (window) => mayEnd && <End window={window} />,
          },
        ]}
      />
    </Panel>
  );
}

function End({ window: { window_id, provider } }: { window: Window }) {
  const action = useWrite({
    write: () => api.delete("/payments/maintenance-windows/{window_id}", { path: { window_id } }),
    done: "Maintenance ended",
    refresh: [healthKey],
  });
  return (
    <ConfirmButton label="End" title="End the maintenance?" confirmLabel="End" action={action}>
      {provider} gets payments again.
    </ConfirmButton>
  );
}

const SPANS = { "24": "Day", "168": "Week", "2160": "90 days" };

function History() {
  const [hours, setHours] = useState<string>("24");
  const history = useQuery({
    queryKey: [...healthKey, "history", hours],
    queryFn: async () => (await api.get("/payments/provider-health/history", { query: { hours: Number(hours) } })).data,
  });
  return (
    <Panel title="History" flush>
      <SegmentedControl
        m="md"
        aria-label="How far back"
        value={hours}
        onChange={setHours}
        data={Object.entries(SPANS).map(([value, label]) => ({ value, label }))}
      />
      <FailureAlert error={history.error} />
      <DataTable
        label="Outcomes by time"
        rows={history.data ?? []}
        keyOf={(row) => `${row.at} ${row.provider} ${placeText(row)}`}
        columns={[
          { header: "From", cell: ({ at }) => <Timestamp at={at} /> },
          { header: "Provider", cell: ({ provider }) => provider, primary: true },
          { header: "Corridor", cell: placeText },
          { header: "Succeeded", cell: rateText, align: "end" },
          { header: "Median time", cell: ({ median_seconds }) => secondsText(median_seconds), align: "end" },
        ]}
      />
    </Panel>
  );
}
