import { Button, Group, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { download } from "../../components/download.ts";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { Icon } from "../../frame/icons.tsx";
import type { VirtualAccount } from "./virtual-account.ts";

const DAY_MS = 86_400_000;
/** A statement covers days in UTC, as its rows are dated, wherever it is read. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function StatementButton({ account }: { account: VirtualAccount }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [from, setFrom] = useState(() => dayOf(Date.now() - 29 * DAY_MS));
  const [to, setTo] = useState(() => dayOf(Date.now()));
  const fetchStatement = useMutation({
    mutationFn: async () =>
      (
        await api.getResponse("/virtual-accounts/{account_id}/statement", {
          path: { account_id: account.account_id },
          query: { from, to },
        })
      ).blob(),
    onSuccess: (statement) => {
      download(statement, `statement-${account.account_id}-${from}-${to}.csv`);
      close();
    },
  });
  return (
    <Popover opened={opened} onDismiss={close} trapFocus position="bottom-end" width={300}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="download" size={15} />} onClick={toggle}>
          Statement
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            fetchStatement.mutate();
          }}
        >
          <Stack gap="sm">
            <TextInput
              type="date"
              label="From"
              value={from}
              max={to}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              type="date"
              label="To"
              description="The last day included. Days begin at midnight UTC."
              value={to}
              min={from}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            <FailureAlert error={fetchStatement.error} />
            <Group justify="flex-end">
              <Button type="submit" size="xs" loading={fetchStatement.isPending}>
                Download CSV
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
