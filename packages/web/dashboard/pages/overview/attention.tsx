import { Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { whyHeld } from "@corridor/shared/held.ts";
import { api } from "../../api/client.ts";
import { Panel } from "../../components/panel.tsx";
import { grouped } from "../../components/plain-words.ts";
import { Icon, type IconName } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { waitingQuery } from "../approvals/approval.ts";
import { PAYMENTS } from "../payments/payment.ts";
import { organizationQuery } from "../settings/organization.ts";
import classes from "./attention.module.css";
import type { Overview } from "./overview.ts";

/** Something a person should look at: what, and where. */
type Item = { icon: IconName; text: string; to: string; search?: Record<string, string> };

const MANY = 100;
const REFRESH_MS = 60_000;
const plural = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** What went wrong, each with the place where it is mended. */
function troublesOf({ attention, statuses, date_from: from, date_to: to }: Overview, isPlatform: boolean): Item[] {
  const items: Item[] = [];
  const failed = statuses.find(({ status }) => status === "failed")?.count ?? 0;
  if (failed > 0)
    items.push({
      icon: "payments",
      text: `${plural(failed, "payment", "payments")} of this period failed: see why`,
      to: "/payments",
      search: { status: "failed", from, to },
    });
  if (attention.dead_letters > 0)
    items.push({
      icon: "webhook",
      text: `${plural(attention.dead_letters, "webhook delivery", "webhook deliveries")} never arrived: send again`,
      to: isPlatform ? "/admin/organizations" : "/settings/webhooks",
      ...(isPlatform ? {} : { search: { tab: "dead-letters" } }),
    });
  if (attention.reconciliation_items > 0 && isPlatform)
    items.push({
      icon: "compare",
      text: `${plural(attention.reconciliation_items, "mismatch", "mismatches")} between providers and our records`,
      to: "/admin/reconciliation",
    });
  for (const provider of attention.failing_providers)
    items.push({
      icon: "route",
      text:
        provider.circuit === "closed"
          ? `${provider.provider} accepts only ${Math.round((provider.acceptance_rate ?? 0) * 100)} % of what it is ` +
            "sent"
          : `${provider.provider} keeps failing and is skipped for now`,
      ...(isPlatform
        ? { to: "/admin/health" }
        : { to: "/payments", search: { provider: provider.provider, from, to } }),
    });
  return items;
}

/** What only this person, or somebody like them, can move on. */
export function WaitsForMe() {
  const items = [...useApprovalItems(), ...useDisputeItems(), ...useVerificationItems()];
  return <Items title="Waits for you" items={items} empty="Nothing waits for you." />;
}

export function WentWrong({ overview }: { overview: Overview }) {
  const { user } = useSession();
  const items = [...useUnsentItems(), ...troublesOf(overview, user.platform_role !== null), ...useEndpointItems()];
  return <Items title="Went wrong" items={items} empty="Nothing. Everything runs by itself." />;
}

function Items({ title, items, empty }: { title: string; items: readonly Item[]; empty: string }) {
  return (
    <Panel title={title} flush>
      {items.length === 0 && (
        <Text size="sm" c="dimmed" p="lg">
          {empty}
        </Text>
      )}
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={item.text}>
            <Link to={item.to} search={item.search ?? {}} className={classes.item}>
              <span className={classes.icon}>
                <Icon name={item.icon} />
              </span>
              {item.text}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Longer than any payout takes that nothing stands in the way of. */
const UNDER_WAY_MS = 120_000;

/** Payouts that the operator holds, or that no provider takes for now. The statistics do not count what has not left. */
function useUnsentItems(): Item[] {
  const orgId = useSession().organization?.org_id;
  const unsent = useQueries({
    queries: (["initiated", "confirmed"] as const).map((status) => ({
      queryKey: [...PAYMENTS, "unsent", orgId, status],
      queryFn: async () =>
        (await api.get("/transactions", { query: { direction: "outbound", status, limit: MANY } })).data,
      refetchInterval: REFRESH_MS,
    })),
  });
  return unsent.flatMap(({ data: rows = [] }): Item[] => {
    const held = rows.filter(({ hold }) => hold !== null);
    const asked = rows.filter((one) => one.hold === null && whyHeld(one) !== null);
    const isLate = ({ updated_at }: { updated_at: string }) => Date.now() - Date.parse(updated_at) > UNDER_WAY_MS;
    const late = rows.filter((one) => !held.includes(one) && !asked.includes(one) && isLate(one));
    if (held.length + late.length === 0) return [];
    const more = rows.length === MANY ? " or more" : "";
    const parts = [
      held.length > 0 && `${held.length}${more} held by the operator`,
      late.length > 0 && `${late.length}${more} that no provider took`,
      asked.length > 0 && `${asked.length}${more} waiting for approval`,
    ];
    return [
      {
        icon: "stop",
        text: `Payouts that have not left: ${parts.filter((part) => part !== false).join(", ")}`,
        to: "/payments",
        search: { direction: "outbound", status: rows[0]!.status },
      },
    ];
  });
}

const APPROVALS_SHOWN = 4;

function useApprovalItems(): Item[] {
  const may = useMay();
  const { data = [] } = useQuery({ ...waitingQuery, enabled: may("GET /approvals") });
  const mine = data.filter(({ actions }) => actions.length > 0);
  const more = mine.length - APPROVALS_SHOWN;
  const items = mine.slice(0, APPROVALS_SHOWN).map(({ approval_id, title }): Item => ({
    icon: "check",
    text: grouped(title),
    to: `/approvals/${approval_id}`,
  }));
  if (more > 0) items.push({ icon: "check", text: `${more} more to approve`, to: "/approvals" });
  return items;
}

function useDisputeItems(): Item[] {
  const may = useMay();
  const { organization } = useSession();
  const disputes = useQuery({
    queryKey: ["disputes", organization?.org_id, "attention"],
    queryFn: async () => (await api.get("/disputes", { query: { status: "needs_response", limit: MANY } })).data,
    enabled: organization !== null && may("GET /disputes"),
    refetchInterval: REFRESH_MS,
  });
  const waiting = (disputes.data ?? []).filter(({ responded_at }) => responded_at === null);
  if (waiting.length === 0) return [];
  const [soonest] = waiting.flatMap(({ respond_by }) => respond_by ?? []).toSorted();
  const deadline =
    soonest === undefined
      ? ""
      : `, the first until ${new Date(soonest).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}`;
  return [
    {
      icon: "alert",
      text: `${plural(waiting.length, "dispute waits", "disputes wait")} for your answer${deadline}`,
      to: "/disputes",
      search: { status: "needs_response" },
    },
  ];
}

function useEndpointItems(): Item[] {
  const may = useMay();
  const { organization } = useSession();
  const endpoints = useQuery({
    queryKey: ["webhooks", organization?.org_id, "attention"],
    queryFn: async () => (await api.get("/public/webhooks", { query: { limit: MANY } })).data,
    enabled: organization !== null && may("GET /public/webhooks"),
    refetchInterval: REFRESH_MS,
  });
  const failing = (endpoints.data ?? []).filter(
    (endpoint) =>
      endpoint.failing_since !== undefined ||
      endpoint.disabled_reason === "failing" ||
      endpoint.disabled_reason === "gone",
  );
  return failing.map((endpoint) => ({
    icon: "webhook",
    text: `${endpoint.endpoint_url} does not take events`,
    to: `/settings/webhooks/${endpoint.webhook_id}`,
  }));
}

function useVerificationItems(): Item[] {
  const may = useMay();
  const { organization, user } = useSession();
  const own = useQuery({
    ...organizationQuery(organization?.org_id ?? ""),
    enabled: organization !== null && may("POST /organizations/{org_id}/kyb"),
  });
  const waiting = useQuery({
    queryKey: ["organizations", "waiting"],
    queryFn: async () => (await api.get("/organizations", { query: { kyb_status: "pending", limit: MANY } })).data,
    enabled: user.platform_role !== null && may("GET /organizations"),
  });
  const contradicted = useQuery({
    queryKey: ["organizations", "contradicted"],
    queryFn: async () => (await api.get("/organizations", { query: { kyb_review: "open", limit: MANY } })).data,
    enabled: user.platform_role !== null && may("GET /organizations"),
  });
  const items: Item[] = [];
  for (const { org_id, name } of contradicted.data ?? [])
    items.push({
      icon: "shield",
      text: `The verifier disagrees with your decision about ${name}`,
      to: `/admin/organizations/${org_id}`,
    });
  if (own.data?.kyb_status === "not_started")
    items.push({ icon: "shield", text: "Your business is not verified yet", to: "/settings/kyb" });
  if (own.data?.kyb_status === "rejected")
    items.push({ icon: "shield", text: "Your business could not be verified", to: "/settings/kyb" });
  if (waiting.data !== undefined && waiting.data.length > 0)
    items.push({
      icon: "shield",
      text: `${plural(waiting.data.length, "organization waits", "organizations wait")} for verification`,
      to: "/admin/organizations",
      search: { kyb: "pending" },
    });
  return items;
}
