import { Alert, Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { useMay } from "../../session/may.ts";

type Account = { account_number: string; bank_code: string; country: string };

/** Asks the bank whose account this is, before anything is paid there. */
export function CheckAccount({ account, onHolder }: { account: Account; onHolder: (name: string) => void }) {
  const may = useMay();
  const check = useMutation({
    mutationFn: async (asked: Account) => (await api.post("/externals/resolve-account", { body: asked })).data,
    onSuccess: (found) => onHolder(found.account_name),
  });
  if (!may("POST /externals/resolve-account")) return null;
  const isComplete = account.account_number.trim() !== "" && account.bank_code !== "" && account.country !== "";
  // An answer about another number than the current one would be worse than none.
  const asked = check.variables;
  const isCurrent =
    asked?.account_number === account.account_number.trim() &&
    asked.bank_code === account.bank_code &&
    asked.country === account.country;
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={!isComplete}
          loading={check.isPending}
          onClick={() => check.mutate({ ...account, account_number: account.account_number.trim() })}
        >
          Check the account
        </Button>
      </Group>
      {isCurrent && <FailureAlert error={check.error} title="The bank does not confirm this account" />}
      {isCurrent && check.data !== undefined && (
        <Alert color="pine" role="status" title={`The account belongs to ${check.data.account_name}`} />
      )}
    </Stack>
  );
}
