import { Button, Group, Skeleton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { api } from "../../../api/client.ts";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { countryName } from "../../../components/plain-words.ts";
import { type Column, DataTable } from "../../../components/data-table.tsx";
import { FailureAlert, LoadFailure } from "../../../components/failure-alert.tsx";
import { OrganizationName } from "../../../components/organization-name.tsx";
import { Page } from "../../../components/page.tsx";
import { Panel } from "../../../components/panel.tsx";
import { wordsOf } from "../../../components/status-badge.tsx";
import { TwoLines } from "../../../components/two-lines.tsx";
import { useWrite } from "../../../components/use-write.ts";
import { useMay } from "../../../session/may.ts";
import { type Account, AccountCondition, Condition, RemoveAccount, Verdict } from "./account-parts.tsx";
import type { ListedProvider } from "./settings-form.ts";
import { SettingsModal } from "./settings-modal.tsx";
import { ACCOUNTS_KEY, PROVIDERS_KEY, useAccounts, useProviders } from "./use-providers.ts";

const SHOWN_COUNTRIES = 4;

export function ProvidersPage() {
  const may = useMay();
  const [editing, setEditing] = useState<(ListedProvider & { isFurther?: true }) | null>(null);
  const providers = useProviders();
  const mayWrite = may("PUT /payments/providers/{provider}/settings");
  const columns: Column<ListedProvider>[] = [
    { header: "Provider", cell: (one) => <TwoLines below={one.provider}>{one.display_name}</TwoLines>, primary: true },
    { header: "Methods", cell: (one) => one.methods.map((method) => wordsOf(method)).join(", ") },
    { header: "Directions", cell: directionsOf },
    { header: "Countries", cell: countriesOf },
    { header: "Status", cell: (one) => <Condition provider={one} /> },
    { header: "Certified", cell: certifiedOf },
  ];
  if (mayWrite)
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      // Keyed by the settings: a result for the old settings says nothing about the new ones.
      cell: (one) =>
        one.is_built_in ? null : (
          <Actions
            key={one.updated_at}
            provider={one}
            onEdit={() => setEditing(one)}
            onAdd={() => setEditing({ ...one, isFurther: true, settings: null, secrets_set: [] })}
          />
        ),
    });
  return (
    <Page
      title="Providers"
      description={
        "The companies that move the money. Once a provider is set up, routes can use it. Its keys are stored " +
        "encrypted and never shown again."
      }
    >
      <Panel flush>
        <LoadFailure query={providers} title="Could not load: Providers" />
        {providers.isPending && <Skeleton height={320} m="lg" role="status" aria-label="Loading: Providers" />}
        {providers.data !== undefined && (
          <DataTable label="Providers" columns={columns} rows={providers.data.data} keyOf={(one) => one.provider} />
        )}
      </Panel>
      <AccountsPanel mayRemove={mayWrite} />
      {editing !== null && (
        <SettingsModal
          provider={editing}
          {...(editing.isFurther === true ? { account: { label: null, org_id: null } } : {})}
          refresh={[PROVIDERS_KEY, ACCOUNTS_KEY]}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
}

function directionsOf({ directions }: ListedProvider): string {
  if (directions.length === 2) return "Payins and payouts";
  return directions.includes("inbound") ? "Payins" : directions.includes("outbound") ? "Payouts" : "None";
}

function countriesOf({ countries }: ListedProvider): string {
  if (countries === null) return "Every country";
  const shown = countries.slice(0, SHOWN_COUNTRIES).map(countryName).join(", ");
  const more = countries.length - SHOWN_COUNTRIES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** At the provider itself. */
function certifiedOf({ is_built_in, certified }: ListedProvider): ReactNode {
  if (is_built_in) return "";
  if (certified === null) return "Never";
  return <TwoLines below={`by ${certified.by}, kit ${certified.kit}`}>{certified.at.slice(0, 10)}</TwoLines>;
}

function Actions({ provider, onEdit, onAdd }: Record<"onEdit" | "onAdd", () => void> & { provider: ListedProvider }) {
  const path = { provider: provider.provider };
  const tried = useWrite({ write: () => api.post("/payments/providers/{provider}/try", { path }) });
  const remove = useWrite({
    write: (): Promise<unknown> => api.delete("/payments/providers/{provider}/settings", { path }),
    done: `${provider.display_name} is no longer set up`,
    refresh: [PROVIDERS_KEY],
  });
  if (provider.state === "not_set_up")
    return (
      <Button size="xs" onClick={onEdit} aria-label={`Set up ${provider.display_name}`}>
        Set up
      </Button>
    );
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {provider.state === "ready" && (
          <Button
            size="xs"
            variant="default"
            loading={tried.isPending}
            onClick={() => tried.mutate()}
            aria-label={`Try ${provider.display_name}`}
          >
            Try
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onEdit} aria-label={`Settings of ${provider.display_name}`}>
          Settings
        </Button>
        <Button size="xs" variant="default" onClick={onAdd} aria-label={`Add account at ${provider.display_name}`}>
          Add account
        </Button>
        <ConfirmButton
          label="Remove"
          title={`Remove the settings of ${provider.display_name}?`}
          confirmLabel="Remove"
          action={remove}
          danger
          buttonProps={{ "aria-label": `Remove the settings of ${provider.display_name}` }}
        >
          No new payment goes to this provider, and its keys are deleted. Its routes stay, but are skipped.
        </ConfirmButton>
      </Group>
      <FailureAlert error={tried.error} />
      {tried.data !== undefined && <Verdict {...tried.data.data} />}
    </>
  );
}

/** Accounts beside the platform's first one at each provider, which the list above has. */
function AccountsPanel({ mayRemove }: { mayRemove: boolean }) {
  const accounts = useAccounts();
  const further = accounts.data?.data.filter(({ account, provider }) => account !== provider) ?? [];
  if (accounts.error === null && further.length === 0) return null;
  const columns: Column<Account>[] = [
    { header: "Account", cell: (one) => <TwoLines below={one.provider}>{one.label}</TwoLines>, primary: true },
    { header: "Whose", cell: (one) => (one.org_id === null ? "Platform" : <OrganizationName orgId={one.org_id} />) },
    {
      header: "Status",
      cell: (one) => <AccountCondition account={one} />,
    },
    // An organization's account is removed by its own people.
    {
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (one) => mayRemove && !one.org_id && <RemoveAccount account={one} />,
    },
  ];
  return (
    <Panel title="Further accounts" flush>
      <LoadFailure query={accounts} title="Could not load: Further accounts" />
      <DataTable label="Further accounts" rows={further} keyOf={({ account }) => account} columns={columns} />
    </Panel>
  );
}
