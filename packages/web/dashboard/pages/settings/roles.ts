import type { Row } from "@corridor/shared/operations.ts";

type Member = Row<"/organizations/{org_id}/members">;
export type Role = Member["role"];

export const ROLE_NAMES: Record<Role, string> = {
  "org-admin": "Administrator",
  "org-member": "Member",
  "org-viewer": "Viewer",
};
export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  "org-admin": "Everything in this organization, members and keys included",
  "org-member":
    'Day-to-day work: payments, beneficiaries, ramps. The list of payment links needs the permission "Keep payment ' +
    'links"',
  "org-viewer": "Looks and changes nothing",
};

export const PERMISSION_NAMES: Record<Member["permissions"][number], string> = {
  "payments:write": "Make payments",
  "payouts:approve": "Approve payouts",
  "refunds:write": "Refund payments",
  "ramps:write": "Make ramps",
  "beneficiaries:write": "Keep beneficiaries",
  "payment-links:write": "Keep payment links",
  "virtual-accounts:write": "Run virtual accounts",
  "escrow:write": "Run escrow",
  "webhooks:write": "Keep webhooks",
  "api-keys:write": "Keep API keys",
  "members:write": "Manage members",
  "organization:write": "Change the organization",
  "exports:write": "Export data",
};

type Preset = {
  readonly label: string;
  readonly role: Role;
  readonly permissions: readonly Member["permissions"][number][];
};

/** Roles that people know, as a role and permissions beside it. */
export const PRESETS: Readonly<Record<string, Preset>> = {
  owner: { label: "Owner", role: "org-admin", permissions: [] },
  developer: { label: "Developer", role: "org-member", permissions: ["api-keys:write", "webhooks:write"] },
  finance: { label: "Finance", role: "org-viewer", permissions: ["exports:write", "payouts:approve", "refunds:write"] },
  support: { label: "Support", role: "org-viewer", permissions: ["refunds:write"] },
  viewer: { label: "Viewer", role: "org-viewer", permissions: ["exports:write"] },
};
