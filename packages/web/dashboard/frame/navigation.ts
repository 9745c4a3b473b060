import type { Operation } from "../../lib/access.ts";
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
  /** The number of waiting items is shown beside the name. */
  counts?: "approvals";
};

export type NavigationSection = { label: string; items: readonly NavigationItem[] };

export const NAVIGATION: readonly NavigationSection[] = [
  {
    label: "Money",
    items: [
      { to: "/", label: "Overview", icon: "overview", needs: "GET /transactions" },
      { to: "/payments", label: "Payments", icon: "payments", needs: "GET /transactions" },
      { to: "/payout-batches", label: "Payout batches", icon: "upload", needs: "GET /payout-batches" },
      { to: "/disputes", label: "Disputes", icon: "alert", needs: "GET /disputes" },
      { to: "/balances", label: "Balances", icon: "scale", needs: "GET /balances", organizationOnly: true },
      { to: "/reports", label: "Reports", icon: "chart", needs: "GET /reports/{report}" },
      { to: "/approvals", label: "Approvals", icon: "check", needs: "GET /approvals", counts: "approvals" },
      {
        to: "/payment-links",
        label: "Payment links",
        icon: "link",
        needs: "GET /orgs/{org_id}/payment-links",
        organizationOnly: true,
      },
      { to: "/beneficiaries", label: "Beneficiaries", icon: "people", needs: "GET /beneficiaries" },
      { to: "/customers", label: "Customers", icon: "people", needs: "GET /customers" },
      {
        to: "/verification-requests",
        label: "Verification requests",
        icon: "shield",
        needs: "GET /users/notifications/verification-requests",
      },
      { to: "/virtual-accounts", label: "Virtual accounts", icon: "account", needs: "GET /virtual-accounts" },
      { to: "/escrow", label: "Escrow", icon: "escrow", needs: "GET /virtual-accounts/escrow" },
      { to: "/ramps", label: "Crypto ramps", icon: "ramp", needs: "POST /payments-init/ramp" },
      { to: "/quotes", label: "Quotes", icon: "rates", needs: "POST /quotes", organizationOnly: true },
    ],
  },
  {
    label: "Settings",
    items: [
      {
        to: "/settings/api-keys",
        label: "API keys",
        icon: "key",
        needs: "GET /public/api-keys",
        organizationOnly: true,
      },
      {
        to: "/settings/webhooks",
        label: "Webhooks",
        icon: "webhook",
        needs: "GET /public/webhooks",
        organizationOnly: true,
      },
      {
        to: "/settings/checkout",
        label: "Checkout",
        icon: "link",
        needs: "PUT /orgs/{org_id}/payment-links/brand",
        organizationOnly: true,
      },
      {
        to: "/settings/members",
        label: "Members",
        icon: "people",
        needs: "GET /organizations/{org_id}/members",
        organizationOnly: true,
      },
      {
        to: "/settings/organization",
        label: "Organization",
        icon: "building",
        needs: "GET /organizations/{org_id}",
        organizationOnly: true,
      },
      {
        to: "/settings/kyb",
        label: "Verification",
        icon: "shield",
        needs: "GET /organizations/{org_id}",
        organizationOnly: true,
      },
      { to: "/exports", label: "Exports", icon: "log", needs: "GET /exports" },
      {
        to: "/settings/audit-log",
        label: "Audit log",
        icon: "log",
        needs: "GET /organizations/{org_id}/audit-log",
      },
    ],
  },
  {
    label: "Platform",
    items: [
      {
        to: "/admin/routing",
        label: "Routing",
        icon: "route",
        needs: "GET /payments/provider-configs",
        platformOnly: true,
      },
      {
        to: "/admin/providers",
        label: "Providers",
        icon: "plug",
        needs: "GET /payments/providers",
        platformOnly: true,
      },
      { to: "/admin/stops", label: "Stops", icon: "alert", needs: "GET /payments/stops", platformOnly: true },
      {
        to: "/admin/rates",
        label: "Rates",
        icon: "rates",
        needs: "GET /organizations/admin/rates",
        platformOnly: true,
      },
      { to: "/admin/fees", label: "Fees", icon: "percent", needs: "GET /fees", platformOnly: true },
      {
        to: "/admin/funds",
        label: "Float and funds",
        icon: "account",
        needs: "GET /balances/float",
        platformOnly: true,
      },
      {
        to: "/admin/settlements",
        label: "Settlements",
        icon: "scale",
        needs: "GET /settlements/accounts",
        platformOnly: true,
      },
      {
        to: "/admin/organizations",
        label: "Organizations",
        icon: "building",
        needs: "GET /organizations",
        platformOnly: true,
      },
      { to: "/admin/users", label: "Users", icon: "people", needs: "GET /users/list", platformOnly: true },
      {
        to: "/admin/reconciliation",
        label: "Reconciliation",
        icon: "scale",
        needs: "GET /payments/reconciliation-items",
        platformOnly: true,
      },
    ],
  },
];
