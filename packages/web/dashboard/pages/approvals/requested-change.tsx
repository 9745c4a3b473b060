import { List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { Facts } from "../../components/facts.tsx";
import { Panel } from "../../components/panel.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { grouped } from "../../components/plain-words.ts";
import { type Settings, sentencesOf } from "../settings/control-sentences.ts";
import { organizationQuery } from "../settings/organization.ts";
import { PERMISSION_NAMES, ROLE_NAMES } from "../settings/roles.ts";
import type { Approval } from "./approval.ts";

const NAMES: Readonly<Record<string, string>> = { ...ROLE_NAMES, ...PERMISSION_NAMES };
/** Shown by other parts of the page, or without a meaning for people. */
const HIDDEN = new Set(["org_id", "settings", "unusual"]);

/** A change in plain words: what it adds and takes away, or each field with its new value. */
export function RequestedChange({ approval: { request, org_id, status } }: { approval: Approval }) {
  const orgId = typeof request["org_id"] === "string" ? request["org_id"] : org_id;
  const userId = typeof request["user_id"] === "string" ? request["user_id"] : "";
  const settings = request["settings"] as Partial<Settings> | undefined;
  const controls = settings !== undefined && "payout_review_above" in settings;
  const now = useQuery({ ...organizationQuery(orgId), enabled: controls && status === "pending", retry: false }).data;
  const person = useQuery({
    queryKey: ["members", orgId, userId],
    queryFn: async () =>
      (await api.get("/organizations/{org_id}/members/{user_id}", { path: { org_id: orgId, user_id: userId } })).data,
    enabled: userId !== "",
    retry: false,
  }).data;
  const wanted = sentencesOf({ ...now?.settings, ...settings });
  const current = now === undefined ? [] : sentencesOf(now.settings);
  const known = { ...request, ...(person === undefined ? {} : { user_id: `${person.name}, ${person.email}` }) };
  const fields = Object.entries(controls ? known : { ...known, ...settings }).filter(([name]) => !HIDDEN.has(name));
  return (
    <Panel title="What would change">
      <Stack gap="sm">
        {controls && (
          <>
            <Sentences title="No longer" texts={current.filter((text) => !wanted.includes(text))} />
            <Sentences
              title={now === undefined ? "Asked for" : "New"}
              texts={wanted.filter((text) => !current.includes(text))}
            />
          </>
        )}
        <Facts facts={fields.map(([name, value]) => ({ label: labelOf(name), value: plain(value) }))} />
      </Stack>
    </Panel>
  );
}

function Sentences({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {texts.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </div>
  );
}

const labelOf = (name: string): string => wordsOf(name.replace(/_id$/, ""));

/** Any value in words, however deep: lists by commas, objects by the names of their fields. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value.toLocaleString();
  if (typeof value === "string") return NAMES[value] ?? grouped(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(plain).join(", ");
  return Object.entries(value)
    .map(([name, one]) => `${labelOf(name).toLowerCase()} ${plain(one)}`)
    .join(", ");
}
