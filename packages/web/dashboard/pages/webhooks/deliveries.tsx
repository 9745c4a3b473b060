import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { Breakable } from "../../components/breakable.tsx";
import { Identifier } from "../../components/copyable.tsx";
import { type Column, DataTable, ListTable } from "../../components/data-table.tsx";
import { Facts } from "../../components/facts.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import type { CursorList } from "../../components/use-cursor-list.ts";
import { useFocusReturn } from "../../components/use-focus-return.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { DEAD_LETTERS, type Delivery, endpointKey } from "./webhook.ts";

type Props = { label: string; list: CursorList<Delivery>; empty: React.ReactNode };

/** Deliveries with their outcomes; each opens to show its attempts. */
export function Deliveries({ label, list, empty }: Props) {
  const mayReplay = useMay()("POST /public/webhooks/deliveries/{delivery_id}/replay");
  const [shown, setShown] = useState<Delivery | null>(null);
  const columns: Column<Delivery>[] = [
    { header: "Event", cell: (delivery) => <Breakable text={delivery.event_type} />, primary: true },
    { header: "Status", cell: (delivery) => <StatusBadge status={delivery.status} /> },
    { header: "Attempts", align: "end", cell: (delivery) => delivery.attempt_count },
    { header: "Last answer", cell: (delivery) => lastAnswerOf(delivery) },
    {
      header: "Happened",
      cell: (delivery) => (
        <TwoLines
          below={
            delivery.next_attempt_at === null ? null : (
              <>
                Next try <Timestamp at={delivery.next_attempt_at} />
              </>
            )
          }
        >
          <Timestamp at={delivery.created_at} />
        </TwoLines>
      ),
    },
    {
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (delivery) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            onClick={() => setShown(delivery)}
            aria-label={`Attempts of ${delivery.event_type}, ${delivery.delivery_id}`}
          >
            Attempts
          </Button>
          {mayReplay && <ReplayButton delivery={delivery} />}
        </Group>
      ),
    },
  ];
  return (
    <>
      <ListTable label={label} list={list} columns={columns} keyOf={(delivery) => delivery.delivery_id} empty={empty} />
      {shown !== null && <DeliveryAttempts delivery={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function lastAnswerOf(delivery: Delivery): string {
  const last = delivery.attempts.at(-1);
  if (last === undefined) return "–";
  if (last.status_code !== null) return `${last.status_code} in ${last.latency_ms} ms`;
  return last.reason === null ? "–" : wordsOf(last.reason);
}

function ReplayButton({ delivery }: { delivery: Delivery }) {
  const replay = useWrite({
    write: () =>
      api.post("/public/webhooks/deliveries/{delivery_id}/replay", { path: { delivery_id: delivery.delivery_id } }),
    done: "It is sent again",
    refresh: [DEAD_LETTERS, endpointKey(delivery.webhook_id)],
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={replay.isPending}
      onClick={() => replay.mutate()}
      aria-label={`Send again: ${delivery.event_type}, ${delivery.delivery_id}`}
    >
      Send again
    </Button>
  );
}

function DeliveryAttempts({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={delivery.event_type} size="xl">
      <Stack>
        <Facts
          facts={[
            { label: "Event id", value: <Identifier value={delivery.event_id} what="event id" full /> },
            { label: "Delivery id", value: <Identifier value={delivery.delivery_id} what="delivery id" full /> },
            { label: "Status", value: <StatusBadge status={delivery.status} /> },
            {
              label: "Next attempt",
              value: delivery.next_attempt_at === null ? null : <Timestamp at={delivery.next_attempt_at} />,
            },
          ]}
        />
        {delivery.attempts.length === 0 ? (
          <Text size="sm" c="dimmed">
            Not tried yet.
          </Text>
        ) : (
          <DataTable
            label="Attempts"
            rows={delivery.attempts}
            keyOf={(attempt) => String(attempt.attempt)}
            columns={[
              { header: "Attempt", cell: (attempt) => attempt.attempt, primary: true },
              { header: "When", cell: (attempt) => <Timestamp at={attempt.attempted_at} /> },
              { header: "Answer", cell: (attempt) => (attempt.status_code === null ? "–" : attempt.status_code) },
              { header: "Took", align: "end", cell: (attempt) => `${attempt.latency_ms} ms` },
              {
                header: "Failure",
                cell: (attempt) =>
                  attempt.reason === null
                    ? "–"
                    : [wordsOf(attempt.reason), attempt.detail].filter((part) => part !== null).join(": "),
              },
              {
                header: "Body",
                cell: (attempt) => (attempt.response_body === "" ? "–" : <code>{attempt.response_body}</code>),
              },
            ]}
          />
        )}
      </Stack>
    </Modal>
  );
}
