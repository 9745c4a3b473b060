import { Button, Group, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Page } from "../../components/page.tsx";
import { fieldOf } from "../../components/form-values.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { ExportForm } from "../exports/export-form.tsx";
import { AuditLogPanel, PLATFORM_LOG } from "./audit-log-panel.tsx";

export function AuditLogPage() {
  const orgId = useSession().organization?.org_id ?? PLATFORM_LOG;
  const filters = useSearch({ from: "/protected/settings/audit-log" });
  const navigate = useNavigate();
  const may = useMay();
  const [isExporting, setExporting] = useState(false);
  return (
    <Page
      title="Audit log"
      description={
        (orgId === PLATFORM_LOG
          ? "Every sign-in, and every change that concerns no single organization. "
          : "Every sign-in of a member, and every change made by a person, a key or the system. ") +
        "Entries are chained by their hashes: none can be altered or left out unnoticed."
      }
      actions={
        may("POST /exports") && (
          <Button variant="default" onClick={() => setExporting(true)}>
            Export
          </Button>
        )
      }
    >
      <form
        key={JSON.stringify(filters)}
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void navigate({
            to: "/settings/audit-log",
            search: {
              action: fieldOf(form, "action"),
              resource: fieldOf(form, "resource"),
              actor: fieldOf(form, "actor"),
              from: fieldOf(form, "from"),
              to: fieldOf(form, "to"),
            },
          });
        }}
      >
        <Group pb="md" align="flex-end" gap="sm">
          <TextInput name="action" label="Action" placeholder="user.signed_in" defaultValue={filters.action ?? ""} />
          <TextInput name="resource" label="Id of the changed resource" defaultValue={filters.resource ?? ""} />
          <TextInput name="actor" label="Id of the person or key" defaultValue={filters.actor ?? ""} />
          <TextInput name="from" label="From" type="date" defaultValue={filters.from ?? ""} />
          <TextInput name="to" label="To" type="date" defaultValue={filters.to ?? ""} />
          <Button type="submit" variant="default">
            Filter
          </Button>
        </Group>
      </form>
      <AuditLogPanel orgId={orgId} filters={filters} />
      {isExporting && <ExportForm kind="audit" log={{ orgId, ...filters }} onClose={() => setExporting(false)} />}
    </Page>
  );
}
