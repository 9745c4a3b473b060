import { Stack } from "@mantine/core";
import { ROLES } from "@corridor/shared/choices.ts";
import { ACCESS, type AccessRule } from "@corridor/shared/access.ts";
import { BackLink } from "../../components/back-link.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Facts } from "../../components/facts.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import type { Member } from "./members-panel.tsx";
import { PERMISSION_NAMES, PRESETS, ROLE_DESCRIPTIONS, ROLE_NAMES, type Role } from "./roles.ts";

type Permission = Member["permissions"][number];

const RULES: readonly AccessRule[] = Object.values(ACCESS);
const PERMISSIONS = Object.keys(PERMISSION_NAMES) as Permission[];

/** By the table that the service itself asks: a role may have some calls of a permission without the others. */
export function grantOf(role: Role, permission: Permission): "yes" | "in part" | "no" {
  const calls = RULES.filter((rule) => rule.permission === permission);
  const allowed = calls.filter(({ roles }) => typeof roles === "string" || roles.includes(role)).length;
  return allowed === 0 ? "no" : allowed === calls.length ? "yes" : "in part";
}

const SHOWN = { yes: "Yes", "in part": "In part", no: "–" } as const;

const COLUMNS: Column<Permission>[] = [
  { header: "May", cell: (permission) => PERMISSION_NAMES[permission], primary: true },
  ...ROLES.map((role) => ({
    header: ROLE_NAMES[role],
    cell: (permission: Permission) => SHOWN[grantOf(role, permission)],
  })),
  ...Object.values(PRESETS)
    .filter(({ permissions }) => permissions.length > 0)
    .map(({ label, role, permissions }) => ({
      header: `${label} (preset)`,
      cell: (permission: Permission) => (permissions.includes(permission) ? "Yes" : SHOWN[grantOf(role, permission)]),
    })),
];

/** What each role may do, beside the presets, which are a role with permissions. */
export function RolesPage() {
  return (
    <Page
      title="Roles"
      description="Each permission can also be given to a single member."
      back={<BackLink to="/settings/members">Members</BackLink>}
    >
      <Stack gap="lg">
        <Panel>
          <Facts facts={ROLES.map((role) => ({ label: ROLE_NAMES[role], value: ROLE_DESCRIPTIONS[role] }))} />
        </Panel>
        <Panel flush>
          <DataTable
            label="What each role may do"
            columns={COLUMNS}
            rows={PERMISSIONS}
            keyOf={(permission) => permission}
          />
        </Panel>
      </Stack>
    </Page>
  );
}
