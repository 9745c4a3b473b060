import type { Row } from "@corridor/shared/operations.ts";
import { Alert, Text } from "@mantine/core";
import { api } from "../../../api/client.ts";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { useWrite } from "../../../components/use-write.ts";
import type { ListedProvider } from "./settings-form.ts";
import { ACCOUNTS_KEY } from "./use-providers.ts";

export type Account = Row<"/payments/provider-accounts">;

export function Condition({ provider }: { provider: Pick<ListedProvider, "is_built_in" | "state" | "problem"> }) {
  if (provider.is_built_in) return <StatusBadge status="active" label="Built in" />;
  if (provider.state === "ready") return <StatusBadge status="active" label="Set up" />;
  if (provider.state === "not_set_up") return <StatusBadge status="inactive" label="Not set up" />;
  return (
    <>
      <StatusBadge status="failed" label="Unusable" />
      <Text size="xs">{provider.problem}</Text>
    </>
  );
}

export function AccountCondition({ account }: { account: Account }) {
  if (account.archived_at !== null) return <StatusBadge status="inactive" label="Archived" />;
  return <Condition provider={{ ...account, is_built_in: false }} />;
}

export function Verdict({ works, message }: { works: boolean | null; message: string }) {
  return (
    <Alert mt="xs" role="status" color={works === true ? "pine" : works === null ? "yellow" : "red"}>
      {message}
    </Alert>
  );
}

/** An organization's account is archived first, since payments may be under way there. */
export function RemoveAccount({ account: { provider, label, org_id, archived_at } }: { account: Account }) {
  const name = `${label} at ${provider}`;
  const isArchived = org_id !== null && archived_at === null;
  const path = { provider, label };
  const remove = useWrite({
    write: (): Promise<unknown> => api.delete("/payments/provider-accounts/{provider}/{label}", { path }),
    done: isArchived ? `The account ${name} is archived` : `The account ${name} is no longer set up`,
    refresh: [ACCOUNTS_KEY],
  });
  const verb = isArchived ? "Archive" : org_id === null ? "Remove" : "Forget";
  return (
    <ConfirmButton
      label={verb}
      title={`${verb} the account ${name}?`}
      confirmLabel={verb}
      action={remove}
      danger
      buttonProps={{ "aria-label": `${verb} the account ${name}` }}
    >
      {isArchived
        ? "No new payment goes to this account. It keeps its keys for the payments that it has. It can be used again."
        : "No new payment goes to this account, and its keys are deleted. Its routes stay, but are skipped."}
    </ConfirmButton>
  );
}
