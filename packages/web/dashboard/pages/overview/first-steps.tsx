import { Group, Progress, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { Panel } from "../../components/panel.tsx";
import { Icon } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { organizationQuery } from "../settings/organization.ts";
import classes from "./attention.module.css";
import { SampleData } from "./sample-data-button.tsx";

type Step = { text: string; to: string; isDone: boolean };

/** The first steps of a new organization, shown to its admins until all are done. */
export function FirstSteps({ hasPaid }: { hasPaid: boolean }) {
  const steps = useSteps(hasPaid);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (steps.length === 0 || done === steps.length) return null;
  return (
    <Panel title="First steps" flush>
      <Group px="lg" pt="md" gap="sm">
        <Text size="sm">{`${done} of ${steps.length} done`}</Text>
        <Progress value={(done / steps.length) * 100} flex={1} aria-label="First steps done" />
      </Group>
      {!hasPaid && <SampleData />}
      <ul className={classes.items}>
        {steps.map(({ text, to, isDone }) => (
          <li key={text}>
            <Link to={to} className={classes.item}>
              <span className={classes.icon} data-done={isDone || undefined}>
                <Icon name={isDone ? "check" : "chevron"} />
              </span>
              {text}
              {isDone && (
                <Text component="span" size="xs" c="dimmed">
                  done
                </Text>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Nothing is shown until every step is known, so that no step appears only to vanish. */
function useSteps(hasPaid: boolean): Step[] {
  const may = useMay();
  const orgId = useSession().organization?.org_id ?? "";
  const enabled = orgId !== "" && may("PATCH /organizations/{org_id}") && may("POST /public/webhooks");
  const own = useQuery({ ...organizationQuery(orgId), enabled });
  const payments = useQuery({
    queryKey: ["payments", orgId, "any"],
    queryFn: async () => (await api.get("/transactions", { query: { limit: 1 } })).data,
    enabled: enabled && !hasPaid,
  });
  const endpoints = useQuery({
    queryKey: ["webhooks", orgId, "any"],
    queryFn: async () => (await api.get("/public/webhooks", { query: { limit: 1 } })).data,
    enabled,
  });
  const members = useQuery({
    queryKey: ["members", orgId, "any"],
    queryFn: async () =>
      (await api.get("/organizations/{org_id}/members", { path: { org_id: orgId }, query: { limit: 2 } })).data,
    enabled,
  });
  if (
    own.data === undefined ||
    endpoints.data === undefined ||
    members.data === undefined ||
    !(hasPaid || payments.data !== undefined)
  )
    return [];
  return [
    { text: "Have your business verified", to: "/settings/kyb", isDone: own.data.kyb_status === "approved" },
    { text: "Make a first payment", to: "/payments/new", isDone: hasPaid || payments.data!.length > 0 },
    { text: "Receive payments' events by webhook", to: "/settings/webhooks", isDone: endpoints.data.length > 0 },
    { text: "Invite a second person", to: "/settings/members", isDone: members.data.length > 1 },
  ];
}
