import { Button, Group, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Page } from "../../components/page.tsx";
import { fieldOf } from "../../components/form-values.ts";
import { useSession } from "../../session/session.ts";
import { AuditLogPanel } from "./audit-log-panel.tsx";

export function AuditLogPage() {
  const orgId = useSession().organization!.org_id;
  const filters = useSearch({ from: "/protected/settings/audit-log" });
  const navigate = useNavigate();
  return (
    <Page
      title="Audit log"
      description="Every change made by a person, a key or the system. Entries are chained by their hashes: none can be altered or left out unnoticed."
    >
      <form
        key={JSON.stringify(filters)}
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void navigate({
            to: "/settings/audit-log",
            search: { action: fieldOf(form, "action"), resource: fieldOf(form, "resource"), actor: fieldOf(form, "actor") },
          });
        }}
      >
        <Group pb="md" align="flex-end" gap="sm">
          <TextInput name="action" label="Action" placeholder="api_key.revoked" defaultValue={filters.action ?? ""} />
          <TextInput name="resource" label="Id of what was changed" defaultValue={filters.resource ?? ""} />
          <TextInput name="actor" label="Id of who did it" defaultValue={filters.actor ?? ""} />
          <Button type="submit" variant="default">
            Filter
          </Button>
        </Group>
      </form>
      <AuditLogPanel orgId={orgId} filters={filters} />
    </Page>
  );
}
