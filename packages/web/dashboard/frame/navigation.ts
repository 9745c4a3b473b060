import type { Operation } from "@corridor/shared/access.ts";
import type { IconName } from "./icons.tsx";

export type NavigationItem = {
  to: string;
  label: string;
  icon: IconName;
  /** The page is for people who may make this call. */
  needs: Operation;
  /** Pages that only make sense for platform people, whatever the access table says. */
  platformOnly?: true;
  /** Pages about one organization: hidden from platform people until they choose one. */
  organizationOnly?: true;
  /** Other pages lead there: it is not in the menu. */
  isLinked?: true;
  /** The number of waiting items is shown beside the name. */
  counts?: "approvals";
};

export type NavigationSection = { label: string; items: readonly NavigationItem[] };

const item = (
  to: string,
  label: string,
  icon: IconName,
  needs: Operation,
  rules: Pick<NavigationItem, "platformOnly" | "organizationOnly" | "isLinked" | "counts"> = {},
): NavigationItem => ({ to, label, icon, needs, ...rules });
const organizationOnly = { organizationOnly: true } as const;
const platformOnly = { platformOnly: true } as const;
const linked = { ...platformOnly, isLinked: true } as const;

/** Four groups; the first stays open, and one of the others beside it, so that a laptop shows all without scrolling. */
export const NAVIGATION: readonly NavigationSection[] = [
  {
    label: "Money",
    items: [
      item("/", "Overview", "overview", "GET /transactions"),
      item("/payments", "Payments", "payments", "GET /transactions"),
      item("/payout-batches", "Payout batches", "upload", "GET /payout-batches"),
      item("/approvals", "Approvals", "check", "GET /approvals", { counts: "approvals" }),
      item("/balances", "Balances", "scale", "GET /balances", organizationOnly),
      item("/disputes", "Disputes", "alert", "GET /disputes"),
      item("/reports", "Reports", "chart", "GET /reports/{report}"),
    ],
  },
  {
    label: "People and products",
    items: [
      item("/beneficiaries", "Beneficiaries", "people", "GET /beneficiaries"),
      item("/customers", "Customers", "customer", "GET /customers"),
      item("/payment-links", "Payment links", "link", "GET /orgs/{org_id}/payment-links", organizationOnly),
      item("/virtual-accounts", "Virtual accounts", "account", "GET /virtual-accounts"),
      item("/escrow", "Escrow", "escrow", "GET /virtual-accounts/escrow"),
      item("/ramps", "Crypto ramps", "ramp", "POST /payments-init/ramp"),
      item("/quotes", "Quotes", "quote", "POST /quotes", organizationOnly),
      item(
        "/verification-requests",
        "Verification requests",
        "question",
        "GET /users/notifications/verification-requests",
      ),
    ],
  },
  {
    label: "Settings",
    items: [
      item("/settings/controls", "Controls", "settings", "GET /organizations/{org_id}", organizationOnly),
      item("/settings/members", "Members", "member", "GET /organizations/{org_id}/members", organizationOnly),
      item("/settings/api-keys", "API keys", "key", "GET /public/api-keys", organizationOnly),
      item("/settings/webhooks", "Webhooks", "webhook", "GET /public/webhooks", organizationOnly),
      item("/settings/accounts", "Provider accounts", "external", "GET /payments/provider-accounts", organizationOnly),
      item("/settings/checkout", "Checkout", "cart", "PUT /orgs/{org_id}/payment-links/brand", organizationOnly),
      item("/settings/organization", "Organization", "building", "GET /organizations/{org_id}", organizationOnly),
      item("/settings/kyb", "Verification", "shield", "GET /organizations/{org_id}", organizationOnly),
      item("/exports", "Exports", "download", "GET /exports"),
      item("/settings/audit-log", "Audit log", "log", "GET /organizations/{org_id}/audit-log"),
    ],
  },
  {
    label: "Platform",
    items: [
      item("/admin/routing", "Routing", "route", "GET /payments/provider-configs", platformOnly),
      item("/admin/health", "Provider health", "chart", "GET /payments/provider-health", linked),
      item("/admin/backtests", "Backtests", "compare", "GET /payments/routing/backtests", linked),
      item("/admin/providers", "Providers", "plug", "GET /payments/providers", platformOnly),
      item("/admin/rates", "Rates", "rates", "GET /organizations/admin/rates", platformOnly),
      item("/admin/fees", "Fees", "percent", "GET /fees", platformOnly),
      item("/admin/funds", "Float and funds", "coins", "GET /balances/float", platformOnly),
      item("/admin/settlements", "Settlements", "statement", "GET /settlements/accounts", platformOnly),
      item("/admin/reconciliation", "Reconciliation", "compare", "GET /payments/reconciliation-items", platformOnly),
      item("/admin/organizations", "Organizations", "organizations", "GET /organizations", platformOnly),
      item("/admin/users", "Users", "user", "GET /users/list", platformOnly),
      item("/admin/stops", "Stops", "stop", "GET /payments/stops", platformOnly),
      item("/admin/settings", "Platform settings", "settings", "GET /platform/settings", linked),
    ],
  },
];
