import { Skeleton, Text } from "@mantine/core";
import { useQueries, type UseQueryOptions } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { Panel } from "../../components/panel.tsx";
import { Icon, type IconName } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import classes from "./attention.module.css";

/** Something a person should look at: how often, what, and where. */
type Item = { icon: IconName; text: string; to: string; search?: Record<string, string> };
type Question = { key: string; ask: () => Promise<Item | null> };

const MANY = 100;
const REFRESH_MS = 60_000;

/** One page of a list says how many, up to a hundred. */
function countOf(answer: { data: readonly unknown[]; meta: { has_more: boolean } }): string | null {
  if (answer.data.length === 0) return null;
  return answer.meta.has_more ? `More than ${answer.data.length}` : String(answer.data.length);
}

const plural = (count: string, one: string, many: string): string => (count === "1" ? `1 ${one}` : `${count} ${many}`);

function useQuestions(): Question[] {
  const may = useMay();
  const { organization, user } = useSession();
  const questions: Question[] = [];
  if (may("POST /payments/{payment_id}/review"))
    for (const status of ["initiated", "reviewed"] as const)
      questions.push({
        key: `reviews-${status}`,
        ask: async () => {
          const count = countOf(await answerOf(api.GET("/transactions", { params: { query: { status, direction: "outbound", limit: MANY } } })));
          return count === null ? null : { icon: "payments", text: `${plural(count, "payout waits", "payouts wait")} for a second person`, to: "/payments", search: { status, direction: "outbound" } };
        },
      });
  if (organization !== null && may("GET /public/webhooks/dead-letters")) {
    questions.push({
      key: "dead-letters",
      ask: async () => {
        const count = countOf(await answerOf(api.GET("/public/webhooks/dead-letters", { params: { query: { limit: MANY } } })));
        return count === null ? null : { icon: "webhook", text: `${plural(count, "webhook delivery", "webhook deliveries")} never arrived`, to: "/settings/webhooks", search: { tab: "dead-letters" } };
      },
    });
    questions.push({
      key: "failing-endpoints",
      ask: async () => {
        const endpoints = (await answerOf(api.GET("/public/webhooks", { params: { query: { limit: MANY } } }))).data;
        const failing = endpoints.filter((endpoint) => endpoint.failing_since !== null || endpoint.disabled_reason === "failing" || endpoint.disabled_reason === "gone");
        return failing.length === 0 ? null : { icon: "webhook", text: `${plural(String(failing.length), "webhook endpoint fails", "webhook endpoints fail")}`, to: "/settings/webhooks" };
      },
    });
  }
  if (may("GET /payments/reconciliation-items"))
    questions.push({
      key: "reconciliation",
      ask: async () => {
        const count = countOf(await answerOf(api.GET("/payments/reconciliation-items", { params: { query: { status: "open", limit: MANY } } })));
        return count === null ? null : { icon: "scale", text: `${plural(count, "contradiction", "contradictions")} between providers and the records`, to: "/admin/reconciliation" };
      },
    });
  if (user.platform_role !== null && may("GET /payments/provider-health"))
    questions.push({
      key: "provider-health",
      ask: async () => {
        const failing = (await answerOf(api.GET("/payments/provider-health"))).data.filter((provider) => provider.state !== "closed");
        return failing.length === 0 ? null : { icon: "route", text: `Skipped because they keep failing: ${failing.map((provider) => provider.provider).join(", ")}`, to: "/admin/routing" };
      },
    });
  if (user.platform_role !== null && may("GET /organizations"))
    questions.push({
      key: "kyb-pending",
      ask: async () => {
        const count = countOf(await answerOf(api.GET("/organizations", { params: { query: { kyb_status: "pending", limit: MANY } } })));
        return count === null ? null : { icon: "shield", text: `${plural(count, "organisation waits", "organisations wait")} for verification`, to: "/admin/organizations", search: { kyb: "pending" } };
      },
    });
  if (organization !== null && may("POST /organizations/{org_id}/kyb"))
    questions.push({
      key: "kyb",
      ask: async () => {
        const { kyb_status: status } = (await answerOf(api.GET("/organizations/{org_id}", { params: { path: { org_id: organization.org_id } } }))).data;
        if (status === "not_started") return { icon: "shield", text: "Your business is not verified yet", to: "/settings/kyb" };
        return status === "rejected" ? { icon: "shield", text: "Your business could not be verified", to: "/settings/kyb" } : null;
      },
    });
  return questions;
}

/** What needs somebody, and nothing else. */
export function Attention() {
  const { organization } = useSession();
  const questions = useQuestions();
  const answers = useQueries({
    queries: questions.map(({ key, ask }): UseQueryOptions<Item | null> => ({ queryKey: ["attention", organization?.org_id, key], queryFn: ask, refetchInterval: REFRESH_MS })),
  });
  const items = answers.map((answer) => answer.data).filter((item) => item !== null && item !== undefined);
  const failed = answers.find((answer) => answer.isError);
  const loading = answers.some((answer) => answer.isPending);
  if (questions.length === 0) return null;
  return (
    <Panel title="Needs attention" flush>
      {failed !== undefined && <FailureAlert error={failed.error} title="Not everything could be checked" onRetry={() => void failed.refetch()} />}
      {items.length === 0 && loading && <Skeleton height={20} m="lg" aria-label="Checking" />}
      {items.length === 0 && !loading && failed === undefined && (
        <Text size="sm" c="dimmed" p="lg">
          Nothing. Everything runs by itself.
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
