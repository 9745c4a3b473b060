import type { ReactNode } from "react";
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router";
import {
  DELIVERY_STATUSES,
  DISPUTE_STATUSES,
  KYB_STATUSES,
  LINK_STATUSES,
  PAYOUT_BATCH_STATUSES,
} from "@corridor/shared/choices.ts";
import { queryClient } from "./api/query-client.ts";
import { lazyPage } from "./frame/lazy-page.ts";
import { NotFoundPage } from "./frame/not-found-page.tsx";
import { PageFailure } from "./frame/page-failure.tsx";
import { PagePending } from "./frame/page-pending.tsx";
import { ProtectedLayout } from "./frame/protected-layout.tsx";
import { readCorridor } from "./pages/admin/routing/corridor.ts";
import { type Period, PERIODS } from "./pages/overview/period.ts";
import { readPaymentSearch } from "./pages/payments/payment-search.ts";
import { readReportSearch } from "./pages/reports/report-search.ts";
import { AcceptInvitePage } from "./session/accept-invite-page.tsx";
import { ConfirmSignUpPage } from "./session/confirm-sign-up-page.tsx";
import { ForgotPasswordPage } from "./session/forgot-password-page.tsx";
import { ResetPasswordPage } from "./session/reset-password-page.tsx";
import { sessionEnd, sessionQuery } from "./session/session.ts";
import { isSignInReason, SignInPage, type SignInReason } from "./session/sign-in-page.tsx";

/** Outside of the frame, which has the landmark of the page otherwise. */
function NoSuchAddress() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NoSuchAddress });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: SignInPage,
  validateSearch: (search): { next?: string; reason?: SignInReason } => ({
    ...(typeof search["next"] === "string" ? { next: search["next"] } : {}),
    ...(isSignInReason(search["reason"]) ? { reason: search["reason"] } : {}),
  }),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: ForgotPasswordPage,
});

const tokenSearch = (search: Record<string, unknown>): { token: string } => ({
  token: typeof search["token"] === "string" ? search["token"] : "",
});
const byToken = <const Path extends string>(path: Path, component: () => ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: tokenSearch });
const resetPassword = byToken("/reset-password", ResetPasswordPage);
const acceptInvite = byToken("/accept-invite", AcceptInvitePage);
const confirmSignUp = byToken("/confirm-sign-up", ConfirmSignUpPage);
const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: lazyPage(() => import("./session/sign-up-page.tsx"), "SignUpPage"),
});

const protectedLayout = createRoute({
  getParentRoute: () => root,
  id: "protected",
  component: ProtectedLayout,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session !== null) return;
    const goesOn = location.href !== "/" && sessionEnd.reason !== "signed-out";
    throw redirect({
      to: "/sign-in",
      search: {
        ...(goesOn ? { next: location.href } : {}),
        ...(sessionEnd.reason === "expired" ? { reason: "expired" as const } : {}),
      },
    });
  },
});

type Loads<Module> = () => Promise<Module>;
const page = <const Path extends string, Module extends object, Name extends keyof Module>(
  path: Path,
  load: Loads<Module>,
  name: Name,
) => createRoute({ getParentRoute: () => protectedLayout, path, component: lazyPage(load, name) });
/** A page whose address carries what it shows. */
const searched = <const Path extends string, Module extends object, Name extends keyof Module, Search extends object>(
  path: Path,
  load: Loads<Module>,
  name: Name,
  validateSearch: (search: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => protectedLayout, path, component: lazyPage(load, name), validateSearch });

/** Text from the address, if any; the router reads bare numbers as numbers. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

const routeTree = root.addChildren([
  signIn,
  signUp,
  confirmSignUp,
  forgotPassword,
  resetPassword,
  acceptInvite,
  protectedLayout.addChildren([
    searched(
      "/",
      () => import("./pages/overview/overview-page.tsx"),
      "OverviewPage",
      (search): { days?: Period; currency?: string } => ({
        days: PERIODS.find((period) => period === search["days"]),
        currency: textOf(search["currency"]),
      }),
    ),
    page("/account", () => import("./session/account-page.tsx"), "AccountPage"),
    searched("/payments", () => import("./pages/payments/payments-page.tsx"), "PaymentsPage", readPaymentSearch),
    page("/payments/new", () => import("./pages/payments/new-payment-page.tsx"), "NewPaymentPage"),
    page("/payments/send", () => import("./pages/payments/send/send-page.tsx"), "SendPage"),
    page("/payments/$paymentId", () => import("./pages/payments/payment-page.tsx"), "PaymentPage"),
    searched(
      "/payout-batches",
      () => import("./pages/payout-batches/payout-batches-page.tsx"),
      "PayoutBatchesPage",
      (search): { status?: (typeof PAYOUT_BATCH_STATUSES)[number] } => ({
        status: PAYOUT_BATCH_STATUSES.find((status) => status === search["status"]),
      }),
    ),
    page("/payout-batches/new", () => import("./pages/payout-batches/build/build-page.tsx"), "BuildPage"),
    page("/payout-batches/$batchId", () => import("./pages/payout-batches/payout-batch-page.tsx"), "PayoutBatchPage"),
    searched(
      "/disputes",
      () => import("./pages/disputes/disputes-page.tsx"),
      "DisputesPage",
      (search): { status?: (typeof DISPUTE_STATUSES)[number] } => ({
        status: DISPUTE_STATUSES.find((status) => status === search["status"]),
      }),
    ),
    page("/disputes/$disputeId", () => import("./pages/disputes/dispute-page.tsx"), "DisputePage"),
    searched(
      "/balances",
      () => import("./pages/balances/balances-page.tsx"),
      "BalancesPage",
      (search): { currency?: string } => ({ currency: textOf(search["currency"]) }),
    ),
    searched("/reports", () => import("./pages/reports/reports-page.tsx"), "ReportsPage", readReportSearch),
    searched(
      "/ledger",
      () => import("./pages/reports/ledger-page.tsx"),
      "LedgerPage",
      (search): { account?: string; from?: string; to?: string; books?: "platform" } => ({
        books: search["books"] === "platform" ? "platform" : undefined,
        account: textOf(search["account"]),
        from: textOf(search["from"]),
        to: textOf(search["to"]),
      }),
    ),
    searched(
      "/approvals",
      () => import("./pages/approvals/approvals-page.tsx"),
      "ApprovalsPage",
      (search): { status: "pending" | "all" } => ({
        status: search["status"] === "all" ? "all" : "pending",
      }),
    ),
    page("/approvals/$approvalId", () => import("./pages/approvals/approval-page.tsx"), "ApprovalPage"),
    searched(
      "/payment-links",
      () => import("./pages/payment-links/payment-links-page.tsx"),
      "PaymentLinksPage",
      (search): { status?: (typeof LINK_STATUSES)[number] } => ({
        status: LINK_STATUSES.find((status) => status === search["status"]),
      }),
    ),
    page("/beneficiaries", () => import("./pages/beneficiaries/beneficiaries-page.tsx"), "BeneficiariesPage"),
    page("/customers", () => import("./pages/customers/customers-page.tsx"), "CustomersPage"),
    page("/customers/$customerId", () => import("./pages/customers/customer-page.tsx"), "CustomerPage"),
    page("/exports", () => import("./pages/exports/exports-page.tsx"), "ExportsPage"),
    page(
      "/verification-requests",
      () => import("./pages/verification-requests/verification-requests-page.tsx"),
      "VerificationRequestsPage",
    ),
    page(
      "/virtual-accounts",
      () => import("./pages/virtual-accounts/virtual-accounts-page.tsx"),
      "VirtualAccountsPage",
    ),
    page(
      "/virtual-accounts/$accountId",
      () => import("./pages/virtual-accounts/virtual-account-page.tsx"),
      "VirtualAccountPage",
    ),
    page("/escrow", () => import("./pages/escrow/escrows-page.tsx"), "EscrowsPage"),
    page("/escrow/$escrowId", () => import("./pages/escrow/escrow-page.tsx"), "EscrowPage"),
    page("/ramps", () => import("./pages/ramps/ramps-page.tsx"), "RampsPage"),
    page("/quotes", () => import("./pages/quotes/quotes-page.tsx"), "QuotesPage"),
    page("/settings/api-keys", () => import("./pages/settings/api-keys-page.tsx"), "ApiKeysPage"),
    searched(
      "/settings/audit-log",
      () => import("./pages/settings/audit-log-page.tsx"),
      "AuditLogPage",
      (search): { action?: string; resource?: string; actor?: string; from?: string; to?: string } => ({
        action: textOf(search["action"]),
        resource: textOf(search["resource"]),
        actor: textOf(search["actor"]),
        from: textOf(search["from"]),
        to: textOf(search["to"]),
      }),
    ),
    searched(
      "/settings/webhooks",
      () => import("./pages/webhooks/webhooks-page.tsx"),
      "WebhooksPage",
      (search): { tab: "endpoints" | "dead-letters" } => ({
        tab: search["tab"] === "dead-letters" ? "dead-letters" : "endpoints",
      }),
    ),
    searched(
      "/settings/webhooks/$webhookId",
      () => import("./pages/webhooks/webhook-page.tsx"),
      "WebhookPage",
      (search): { status?: (typeof DELIVERY_STATUSES)[number] } => ({
        status: DELIVERY_STATUSES.find((status) => status === search["status"]),
      }),
    ),
    page("/settings/checkout", () => import("./pages/settings/checkout-page.tsx"), "CheckoutPage"),
    page("/settings/members", () => import("./pages/settings/members-page.tsx"), "MembersPage"),
    page("/settings/organization", () => import("./pages/settings/organization-page.tsx"), "OrganizationPage"),
    page("/settings/controls", () => import("./pages/settings/controls-page.tsx"), "ControlsPage"),
    page("/settings/accounts", () => import("./pages/settings/provider-accounts-page.tsx"), "ProviderAccountsPage"),
    page("/settings/roles", () => import("./pages/settings/roles-page.tsx"), "RolesPage"),
    page("/settings/kyb", () => import("./pages/settings/kyb-page.tsx"), "KybPage"),
    searched("/admin/routing", () => import("./pages/admin/routing/routing-page.tsx"), "RoutingPage", readCorridor),
    page("/admin/health", () => import("./pages/admin/health/health-page.tsx"), "HealthPage"),
    page("/admin/routing/programs", () => import("./pages/admin/routing/programs-page.tsx"), "ProgramsPage"),
    page("/admin/routing/programs/$programId", () => import("./pages/admin/routing/program-page.tsx"), "ProgramPage"),
    page("/admin/backtests", () => import("./pages/admin/backtests/backtests-page.tsx"), "BacktestsPage"),
    page("/admin/backtests/$backtestId", () => import("./pages/admin/backtests/backtest-page.tsx"), "BacktestPage"),
    page("/admin/providers", () => import("./pages/admin/providers/providers-page.tsx"), "ProvidersPage"),
    page("/admin/stops", () => import("./pages/admin/stops-page.tsx"), "StopsPage"),
    page("/admin/settings", () => import("./pages/admin/platform-settings-page.tsx"), "PlatformSettingsPage"),
    page("/admin/rates", () => import("./pages/admin/rates-page.tsx"), "RatesPage"),
    page("/admin/fees", () => import("./pages/admin/fees-page.tsx"), "FeesPage"),
    page("/admin/funds", () => import("./pages/admin/funds/funds-page.tsx"), "FundsPage"),
    page("/admin/settlements", () => import("./pages/settlements/settlements-page.tsx"), "SettlementsPage"),
    searched(
      "/admin/reconciliation",
      () => import("./pages/admin/reconciliation-page.tsx"),
      "ReconciliationPage",
      (search): { status: "open" | "resolved" } => ({
        status: search["status"] === "resolved" ? "resolved" : "open",
      }),
    ),
    searched(
      "/admin/organizations",
      () => import("./pages/admin/organizations-page.tsx"),
      "OrganizationsPage",
      (search): { kyb?: (typeof KYB_STATUSES)[number] } => ({
        kyb: KYB_STATUSES.find((status) => status === search["kyb"]),
      }),
    ),
    page(
      "/admin/organizations/$orgId",
      () => import("./pages/admin/organization-admin-page.tsx"),
      "OrganizationAdminPage",
    ),
    searched(
      "/admin/users",
      () => import("./pages/admin/users-page.tsx"),
      "UsersPage",
      (search): { email?: string; org?: string } => ({
        email: textOf(search["email"]),
        org: textOf(search["org"]),
      }),
    ),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: "/dashboard",
  defaultPreload: "intent",
  defaultErrorComponent: PageFailure,
  defaultPendingComponent: PagePending,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
