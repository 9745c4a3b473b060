type Prioritised = { config_id: string; priority: number; org_id: string | null; created_at: string };

/**
 * Sorts provider configs as the router tries them: an organization's own before the global ones, then by priority, then
 * the oldest first.
 */
export function orderOf<T extends Prioritised>(configs: readonly T[]): readonly T[] {
  return configs.toSorted(
    (a, b) =>
      Number(a.org_id === null) - Number(b.org_id === null) ||
      a.priority - b.priority ||
      a.created_at.localeCompare(b.created_at),
  );
}

/** Moves one entry. An organization's config and a global one never swap: the router would not follow. */
export function moved<T extends Prioritised>(order: readonly T[], from: number, to: number): readonly T[] {
  const item = order[from];
  const target = order[to];
  if (item === undefined || target === undefined || from === to || (item.org_id === null) !== (target.org_id === null))
    return order;
  const next = order.filter((_, index) => index !== from);
  next.splice(to, 0, item);
  return next;
}

/** Whether the router would try these configs in another order than the given one. */
export function isReordered(order: readonly Prioritised[]): boolean {
  return orderOf(order).some((config, index) => config.config_id !== order[index]!.config_id);
}
