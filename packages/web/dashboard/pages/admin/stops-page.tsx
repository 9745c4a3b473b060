import { Button, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { CountrySelect } from "../../components/country-select.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { OrganizationName } from "../../components/organization-name.tsx";
import { OrganizationSelect } from "../../components/organization-select.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useWrite } from "../../components/use-write.ts";
import { PagePending } from "../../frame/page-pending.tsx";
import { type Stop, stopsQuery, textOfStop } from "../../frame/stops.ts";
import { useMay } from "../../session/may.ts";

export function StopsPage() {
  const mayWrite = useMay()("POST /payments/stops");
  const [stopping, setStopping] = useState(false);
  const stops = useQuery(stopsQuery);
  return (
    <Page
      title="Stops"
      description="Hold payouts, or refuse payins or all changes. Every process follows within a second."
      actions={
        <>
          <Button variant="default" component={Link} to="/admin/settings">
            Platform settings
          </Button>
          {mayWrite && (
            <Button color="red" onClick={() => setStopping(true)}>
              Stop
            </Button>
          )}
        </>
      }
    >
      <Panel flush>
        {stops.isError ? (
          <LoadFailure query={stops} title="Could not load the stops" />
        ) : stops.data === undefined ? (
          <PagePending />
        ) : stops.data.length === 0 ? (
          <EmptyState icon="check" title="Nothing is stopped">
            Money moves.
          </EmptyState>
        ) : (
          <DataTable
            label="Stops"
            rows={stops.data}
            keyOf={(stop) => stop.stop_id}
            columns={[
              { header: "Stopped", cell: textOfStop, primary: true },
              {
                header: "Organization",
                cell: ({ org_id }) => (org_id === null ? "All" : <OrganizationName orgId={org_id} />),
              },
              { header: "Reason", cell: ({ reason }) => reason },
              { header: "Since", cell: ({ stopped_at }) => <Timestamp at={stopped_at} /> },
              {
                header: "Actions",
                hiddenHeader: true,
                align: "end",
                cell: (stop) => mayWrite && <Start stop={stop} />,
              },
            ]}
          />
        )}
      </Panel>
      {stopping && <StopForm onClose={() => setStopping(false)} />}
    </Page>
  );
}

function Start({ stop }: { stop: Stop }) {
  const action = useWrite({
    write: () => api.delete("/payments/stops/{stop_id}", { path: { stop_id: stop.stop_id } }),
    done: "Started again",
    refresh: [stopsQuery.queryKey],
  });
  return (
    <ConfirmButton label="Start again" title="Start again?" confirmLabel="Start again" action={action}>
      {textOfStop(stop)}. Held payouts leave within two minutes.
    </ConfirmButton>
  );
}

const FLOWS = [
  { value: "payouts", label: "Payouts: they are held" },
  { value: "payins", label: "Payins: they are refused" },
  { value: "writes", label: "All changes: the service is read-only" },
];
const METHODS = [
  { value: "bank_transfer", label: "Bank transfer" },
  { value: "mobile_money", label: "Mobile money" },
  { value: "card", label: "Card" },
  { value: "crypto", label: "Crypto" },
] as const;

type Values = {
  flow: Stop["flow"];
  org_id: string | null;
  country: string | null;
  payment_method: Stop["payment_method"];
  reason: string;
};

function StopForm({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { flow: "payouts", org_id: null, country: null, payment_method: null, reason: "" },
    validate: { reason: (value) => (value.trim() === "" ? "Say why; everybody reads it" : null) },
  });
  const save = useWrite({
    write: ({ flow, ...values }: Values) =>
      api.post("/payments/stops", {
        body: { flow, ...values, ...(flow === "writes" ? { country: null, payment_method: null } : {}) },
      }),
    done: "Stopped",
    refresh: [stopsQuery.queryKey],
    onDone: onClose,
  });
  const { flow } = form.getValues();
  return (
    <FormModal
      onClose={onClose}
      title="Stop"
      submitLabel="Stop now"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <Select label="What" data={FLOWS} allowDeselect={false} {...form.getInputProps("flow")} />
      <TextInput
        label="Reason"
        description="Everybody who uses the service reads it"
        {...form.getInputProps("reason")}
      />
      <OrganizationSelect placeholder="All" clearable {...form.getInputProps("org_id")} />
      {flow !== "writes" && (
        <>
          <CountrySelect placeholder="All" clearable {...form.getInputProps("country")} />
          <Select label="Method" placeholder="All" clearable data={METHODS} {...form.getInputProps("payment_method")} />
        </>
      )}
    </FormModal>
  );
}
