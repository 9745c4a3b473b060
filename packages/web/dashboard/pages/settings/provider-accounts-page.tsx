import { Button, Group, Menu } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { type Account, AccountCondition, RemoveAccount, Verdict } from "../admin/providers/account-parts.tsx";
import type { ListedProvider } from "../admin/providers/settings-form.ts";
import { SettingsModal } from "../admin/providers/settings-modal.tsx";
import { ACCOUNTS_KEY, useAccounts, useProviders } from "../admin/providers/use-providers.ts";

type Editing = { provider: ListedProvider; label: string | null };

/** The accounts that an organization has at providers itself. Their money is its own, and no part of its balance. */
export function ProviderAccountsPage() {
  const orgId = useSession().organization!.org_id;
  const mayWrite = useMay()("PUT /payments/provider-accounts/{provider}/{label}");
  const accounts = useAccounts();
  const providers = (useProviders().data?.data ?? []).filter(({ is_built_in }) => !is_built_in);
  const [editing, setEditing] = useState<Editing | null>(null);
  const own = accounts.data?.data.filter(({ org_id }) => org_id === orgId) ?? [];
  const providerOf = (name: string) => providers.find(({ provider }) => provider === name);
  const columns: Column<Account>[] = [
    {
      header: "Account",
      cell: (one) => <TwoLines below={one.label}>{providerOf(one.provider)?.display_name ?? one.provider}</TwoLines>,
      primary: true,
    },
    { header: "Status", cell: (one) => <AccountCondition account={one} /> },
    { header: "Changed", cell: (one) => <Timestamp at={one.updated_at} /> },
  ];
  if (mayWrite)
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      // Keyed by the settings: a result for the old keys says nothing about the new ones.
      cell: (one) => (
        <Actions
          key={one.updated_at}
          account={one}
          onEdit={() => {
            const { settings, secrets_set } = one;
            setEditing({ provider: { ...providerOf(one.provider)!, settings, secrets_set }, label: one.label });
          }}
        />
      ),
    });
  return (
    <Page
      title="Provider accounts"
      description={
        "Your own contracts with providers. Payments in their corridors go there first, and their money stays with " +
        "you. Keys are stored encrypted and never shown again."
      }
      actions={
        mayWrite && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button>Add an account</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {providers.map((provider) => (
                <Menu.Item key={provider.provider} onClick={() => setEditing({ provider, label: null })}>
                  {provider.display_name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )
      }
    >
      <Panel flush>
        <LoadFailure query={accounts} title="The accounts could not be loaded" />
        {accounts.data !== undefined && own.length === 0 ? (
          <EmptyState icon="external" title="No accounts of your own">
            Your payments go by the accounts of the people who run this service.
          </EmptyState>
        ) : (
          <DataTable label="Provider accounts" columns={columns} rows={own} keyOf={({ account }) => account} />
        )}
      </Panel>
      {editing !== null && (
        <SettingsModal
          provider={editing.provider}
          account={{ label: editing.label, org_id: orgId }}
          refresh={[ACCOUNTS_KEY]}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
}

function Actions({ account, onEdit }: { account: Account; onEdit: () => void }) {
  const { provider, label } = account;
  const name = `${label} at ${provider}`;
  const path = { provider, label };
  const verb = account.archived_at === null ? "Replace keys" : "Use again";
  const tried = useWrite({ write: () => api.post("/payments/provider-accounts/{provider}/{label}/try", { path }) });
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {account.archived_at === null && account.state === "ready" && (
          <Button
            size="xs"
            variant="default"
            loading={tried.isPending}
            onClick={() => tried.mutate()}
            aria-label={`Try ${name}`}
          >
            Try
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onEdit} aria-label={`${verb}, ${name}`}>
          {verb}
        </Button>
        <RemoveAccount account={account} />
      </Group>
      {tried.data !== undefined && <Verdict {...tried.data.data} />}
    </>
  );
}
