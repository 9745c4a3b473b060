import { ActionIcon, Button, Group, Indicator, Popover, ScrollArea, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { FailureAlert } from "../components/failure-alert.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { useWrite } from "../components/use-write.ts";
import { Icon } from "./icons.tsx";
import classes from "./notification-bell.module.css";

const REFRESH_MS = 60_000;
const MAX_SHOWN = 20;
const NOTIFICATIONS = ["notifications"] as const;

/** This person's notifications; opening the list does not mark anything as read, the button does. */
export function NotificationBell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const unread = useQuery({
    queryKey: [...NOTIFICATIONS, "unread"],
    queryFn: async () => (await api.get("/users/notifications/unread-count")).data.unread,
    refetchInterval: REFRESH_MS,
  });
  const list = useQuery({
    queryKey: [...NOTIFICATIONS, "list"],
    queryFn: () => api.get("/users/notifications", { query: { limit: MAX_SHOWN } }),
    enabled: opened,
  });
  const readAll = useWrite({
    write: () => api.post("/users/notifications/read-all"),
    refresh: [NOTIFICATIONS],
  });
  const count = unread.data ?? 0;
  return (
    <Indicator disabled={count === 0} color="red.7" size={9} offset={5}>
      <Popover
        opened={opened}
        onDismiss={close}
        position="bottom-end"
        width="min(360px, calc(100vw - 24px))"
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={classes.bell}
            onClick={toggle}
            aria-label={count === 0 ? "Notifications" : `Notifications, ${count} unread`}
            aria-expanded={opened}
          >
            <Icon name="bell" />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label="Notifications">
          <Group justify="space-between" px="md" py="sm" className={classes.head}>
            <Text fw={600}>Notifications</Text>
            <Button
              size="compact-xs"
              variant="default"
              disabled={count === 0}
              loading={readAll.isPending}
              onClick={() => readAll.mutate()}
            >
              Mark all as read
            </Button>
          </Group>
          <FailureAlert error={list.error ?? readAll.error} />
          <ScrollArea.Autosize mah={380} type="auto" viewportProps={{ tabIndex: 0 }}>
            {list.data !== undefined && list.data.data.length === 0 && (
              <Text size="sm" c="dimmed" p="md">
                Nothing to tell.
              </Text>
            )}
            <Stack gap={0}>
              {(list.data?.data ?? []).map((notification) => (
                <div
                  key={notification.notification_id}
                  className={classes.item}
                  data-unread={notification.read_at === null || undefined}
                >
                  <Text size="sm" fw={600}>
                    {notification.title}
                  </Text>
                  <Text size="sm" className={classes.body}>
                    {notification.body}
                  </Text>
                  <Text size="xs" c="dimmed" component="div">
                    <Timestamp at={notification.created_at} />
                  </Text>
                </div>
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Popover.Dropdown>
      </Popover>
    </Indicator>
  );
}
