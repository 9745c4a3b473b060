import { Anchor, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useMay } from "../../session/may.ts";
import { type Payment, paymentKey } from "./payment.ts";
import classes from "./payment-events.module.css";

type EventRow = Row<"/events">;

const MAX_SHOWN = 50;

/** The published events of this payment, and whether the endpoints acknowledged them. */
export function PaymentEvents({ payment }: { payment: Payment }) {
  const mayRead = useMay()("GET /events");
  const events = useQuery({
    queryKey: [...paymentKey(payment.payment_id), "events", payment.updated_at],
    queryFn: () =>
      api.get("/events", {
        query: { resource_id: payment.payment_id, limit: MAX_SHOWN, org_id: payment.org_id ?? undefined },
      }),
    placeholderData: (before) => before,
    enabled: mayRead,
  });
  if (!mayRead) return null;
  const rows = (events.data?.data ?? []).toReversed();
  return (
    <Panel title="Events" flush={rows.length > 0} folded>
      <FailureAlert error={events.error} />
      {events.data !== undefined && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          No event yet.
        </Text>
      )}
      <ul className={classes.events}>
        {rows.map((event) => (
          <EventLine key={event.event_id} event={event} />
        ))}
      </ul>
    </Panel>
  );
}

function EventLine({ event }: { event: EventRow }) {
  const mayRead = useMay()("GET /public/webhooks/{webhook_id}/deliveries");
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <li className={classes.event}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={600}>
            {event.event_type}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            <Timestamp at={event.created_at} />
          </Text>
        </div>
        {mayRead && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={toggle}
            aria-expanded={opened}
            aria-label={`${opened ? "Hide deliveries" : "Deliveries"} of ${event.event_type}`}
          >
            {opened ? "Hide deliveries" : "Deliveries"}
          </Button>
        )}
      </Group>
      {opened && <EventDeliveries event={event} />}
    </li>
  );
}

const MAX_ENDPOINTS = 100;

function EventDeliveries({ event }: { event: EventRow }) {
  const deliveries = useQuery({
    queryKey: ["event-deliveries", event.event_id],
    queryFn: async () => {
      const endpoints = await api.get("/public/webhooks", { query: { limit: MAX_ENDPOINTS, org_id: event.org_id } });
      const found = await Promise.all(
        endpoints.data.map(async (endpoint) => {
          const answer = await api.get("/public/webhooks/{webhook_id}/deliveries", {
            path: { webhook_id: endpoint.webhook_id },
            query: { event_id: event.event_id },
          });
          return answer.data.map((delivery) => ({ ...delivery, endpoint_url: endpoint.endpoint_url }));
        }),
      );
      return found.flat();
    },
  });
  if (deliveries.isError) return <FailureAlert error={deliveries.error} />;
  if (deliveries.data === undefined) return <Loader size="xs" aria-label="Loading the deliveries" />;
  if (deliveries.data.length === 0)
    return (
      <Text size="sm" c="dimmed" mt={6}>
        No endpoint had subscribed to it.
      </Text>
    );
  return (
    <Stack gap={6} mt={8}>
      {deliveries.data.map((delivery) => (
        <Group key={delivery.delivery_id} gap="xs">
          <StatusBadge status={delivery.status} />
          <Anchor
            component={Link}
            to={`/settings/webhooks/${delivery.webhook_id}`}
            size="sm"
            className={classes.address}
          >
            {delivery.endpoint_url}
          </Anchor>
          <Text size="xs" c="dimmed">
            {delivery.attempt_count} {delivery.attempt_count === 1 ? "attempt" : "attempts"}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
