import { ActionIcon, Button, Group, Switch, Text, VisuallyHidden } from "@mantine/core";
import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { api } from "../../../api/client.ts";
import { FailureAlert } from "../../../components/failure-alert.tsx";
import { wordsOf } from "../../../components/status-badge.tsx";
import { useWrite } from "../../../components/use-write.ts";
import { formatAmount } from "@corridor/shared/money-text.ts";
import { Icon } from "../../../frame/icons.tsx";
import { useMay } from "../../../session/may.ts";
import classes from "./priority-list.module.css";
import { isReordered, moved, orderOf } from "./priority-order.ts";
import { configsKey, type Corridor, type ProviderConfig } from "./corridor.ts";

type Props = { corridor: Corridor; configs: ProviderConfig[]; onEdit: (config: ProviderConfig) => void };

/**
 * The order in which providers are tried, changed by dragging or, on the handle, with the arrow keys. Nothing is
 * written before "Save order": an unfinished order must never route a payment.
 */
export function PriorityList({ corridor, configs, onEdit }: Props) {
  const mayWrite = useMay()("PATCH /payments/provider-configs/{provider}/{config_id}");
  const [order, setOrder] = useState(() => orderOf(configs));
  const [dragged, setDragged] = useState<number | null>(null);
  const [spoken, setSpoken] = useState("");
  const list = useRef<HTMLOListElement>(null);

  const save = useWrite({
    write: () =>
      api.put("/payments/provider-configs/order", { body: { config_ids: order.map((config) => config.config_id) } }),
    done: "The order is saved",
    refresh: [configsKey(corridor), ["route-preview"]],
  });

  const move = (from: number, to: number) => {
    const next = moved(order, from, to);
    if (next === order) return;
    setOrder(next);
    setSpoken(`${next[to]!.provider} is now number ${to + 1} of ${next.length}`);
  };
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const to = event.key === "ArrowUp" ? index - 1 : event.key === "ArrowDown" ? index + 1 : null;
    if (to === null || to < 0 || to >= order.length) return;
    event.preventDefault();
    move(index, to);
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>("[data-handle]")[to]?.focus());
  };

  return (
    <>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <ol className={classes.list} ref={list}>
        {order.map((config, index) => (
          <li
            key={config.config_id}
            className={classes.item}
            data-dragged={dragged === index || undefined}
            data-inactive={config.is_active ? undefined : true}
            draggable={mayWrite}
            onDragStart={(event: DragEvent) => {
              event.dataTransfer.effectAllowed = "move";
              setDragged(index);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event: DragEvent) => {
              event.preventDefault();
              if (dragged === null || dragged === index) return;
              move(dragged, index);
              setDragged(index);
            }}
            onDrop={(event: DragEvent) => event.preventDefault()}
          >
            {mayWrite && (
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes.handle}
                data-handle
                aria-label={`Move ${config.provider}, number ${index + 1} of ${order.length}, with the arrow keys`}
                onKeyDown={(event) => moveByKey(event, index)}
              >
                <Icon name="grip" />
              </ActionIcon>
            )}
            <span className={classes.number} aria-hidden="true">
              {index + 1}
            </span>
            <div className={classes.words}>
              <Text fw={600}>
                {config.label === undefined ? config.provider : `${config.provider}, account ${config.label}`}
              </Text>
              <Text size="xs" c="dimmed">
                {config.org_id === null ? "Global" : "One organization"} · {limitsOf(config)}
                {config.description !== undefined && config.description !== "" && ` · ${config.description}`}
              </Text>
            </div>
            <Group gap="xs" wrap="nowrap" className={classes.actions}>
              <ActiveSwitch config={config} corridor={corridor} disabled={!mayWrite} />
              {mayWrite && (
                <>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    onClick={() => move(index, index - 1)}
                    disabled={index === 0}
                    aria-label={`Move ${config.provider} up`}
                  >
                    <Icon name="up" size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    onClick={() => move(index, index + 1)}
                    disabled={index === order.length - 1}
                    aria-label={`Move ${config.provider} down`}
                  >
                    <Icon name="down" size={16} />
                  </ActionIcon>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => onEdit(config)}
                    aria-label={`Edit ${config.provider}`}
                  >
                    Edit
                  </Button>
                </>
              )}
            </Group>
          </li>
        ))}
      </ol>
      {isReordered(order) && (
        <Group justify="space-between" p="md" className={classes.save}>
          <Text size="sm">The new order is not saved yet.</Text>
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => setOrder(orderOf(configs))}>
              Discard
            </Button>
            <Button size="xs" onClick={() => save.mutate()} loading={save.isPending}>
              Save order
            </Button>
          </Group>
          <FailureAlert error={save.error} />
        </Group>
      )}
    </>
  );
}

function ActiveSwitch({
  config,
  corridor,
  disabled,
}: {
  config: ProviderConfig;
  corridor: Corridor;
  disabled: boolean;
}) {
  const change = useWrite({
    write: (isActive: boolean) =>
      api.patch("/payments/provider-configs/{provider}/{config_id}", {
        path: { provider: config.provider, config_id: config.config_id },
        body: { is_active: isActive },
      }),
    done: `${config.provider} is switched ${config.is_active ? "off" : "on"} for this corridor`,
    refresh: [configsKey(corridor), ["route-preview"]],
  });
  return (
    <Switch
      checked={change.isPending ? change.variables : config.is_active}
      disabled={disabled || change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
      aria-label={`${wordsOf(config.provider)} takes payments`}
      error={change.error?.message}
    />
  );
}

function limitsOf(config: ProviderConfig): string {
  const figure = (amount: number) => formatAmount(amount, "USD");
  if (config.min_amount === undefined && config.max_amount === undefined) return "any amount";
  if (config.max_amount === undefined) return `from ${figure(config.min_amount!)}`;
  if (config.min_amount === undefined) return `up to ${figure(config.max_amount)}`;
  return `${figure(config.min_amount)} to ${figure(config.max_amount)}`;
}
