import type { Row } from "@corridor/shared/operations.ts";
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { DataTable } from "../../../components/data-table.tsx";
import { LoadFailure } from "../../../components/failure-alert.tsx";
import { OrganizationName } from "../../../components/organization-name.tsx";
import { Panel } from "../../../components/panel.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { TwoLines } from "../../../components/two-lines.tsx";
import { useWrite } from "../../../components/use-write.ts";

type Account = Row<"/payments/provider-accounts">;
export const ACCOUNTS_KEY = ["provider-accounts"] as const;

/** Accounts beside the platform's first one at each provider, which the list above has. */
export function AccountsPanel({ mayRemove }: { mayRemove: boolean }) {
  const accounts = useQuery({ queryKey: ACCOUNTS_KEY, queryFn: () => api.get("/payments/provider-accounts") });
  const further = accounts.data?.data.filter(({ account, provider }) => account !== provider) ?? [];
  if (accounts.error === null && further.length === 0) return null;
  return (
    <Panel title="Further accounts" flush>
      <LoadFailure query={accounts} title="Could not load: Further accounts" />
      <DataTable
        label="Further accounts"
        rows={further}
        keyOf={({ account }) => account}
        columns={[
          { header: "Account", cell: (one) => <TwoLines below={one.provider}>{one.label}</TwoLines>, primary: true },
          {
            header: "Whose",
            cell: (one) => (one.org_id === null ? "Platform" : <OrganizationName orgId={one.org_id} />),
          },
          { header: "Status", cell: (one) => <Condition account={one} /> },
          { header: "Actions", hiddenHeader: true, align: "end", cell: (one) => mayRemove && <Remove account={one} /> },
        ]}
      />
    </Panel>
  );
}

function Condition({ account: { archived_at, state, problem } }: { account: Account }) {
  if (archived_at !== null) return <StatusBadge status="inactive" label="Archived" />;
  if (state === "ready") return <StatusBadge status="active" label="Set up" />;
  return (
    <>
      <StatusBadge status="failed" label="Unusable" />
      <Text size="xs">{problem}</Text>
    </>
  );
}

/** An organization's account is archived and removed by its own people. */
function Remove({ account: { provider, label, org_id } }: { account: Account }) {
  const remove = useWrite({
    write: (): Promise<unknown> =>
      api.delete("/payments/provider-accounts/{provider}/{label}", { path: { provider: provider as "stripe", label } }),
    done: `The account ${label} at ${provider} is no longer set up`,
    refresh: [ACCOUNTS_KEY],
  });
  if (org_id !== null) return null;
  const title = `Remove the account ${label} at ${provider}?`;
  return (
    <Group justify="flex-end">
      <ConfirmButton
        label="Remove"
        title={title}
        confirmLabel="Remove"
        action={remove}
        danger
        buttonProps={{ "aria-label": `Remove the account ${label} at ${provider}` }}
      >
        No new payment goes to this account, and its keys are deleted. Its routes stay, but are skipped.
      </ConfirmButton>
    </Group>
  );
}
