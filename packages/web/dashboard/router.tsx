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
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: ResetPasswordPage,
  validateSearch: tokenSearch,
});
const acceptInvite = createRoute({
  getParentRoute: () => root,
  path: "/accept-invite",
  component: AcceptInvitePage,
  validateSearch: tokenSearch,
});

const confirmSignUp = createRoute({
  getParentRoute: () => root,
  path: "/confirm-sign-up",
  component: ConfirmSignUpPage,
  validateSearch: tokenSearch,
});
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

const page = <const Path extends string>(path: Path, component: ReturnType<typeof lazyPage>) =>
  createRoute({ getParentRoute: () => protectedLayout, path, component });

/** Text from the address, if any; the router reads bare numbers as numbers. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

const overview = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/",
  component: lazyPage(() => import("./pages/overview/overview-page.tsx"), "OverviewPage"),
  validateSearch: (search): { days?: Period; currency?: string } => ({
    days: PERIODS.find((period) => period === search["days"]),
    currency: textOf(search["currency"]),
  }),
});
const account = page(
  "/account",
  lazyPage(() => import("./session/account-page.tsx"), "AccountPage"),
);

const payments = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/payments",
  component: lazyPage(() => import("./pages/payments/payments-page.tsx"), "PaymentsPage"),
  validateSearch: readPaymentSearch,
});
const newPayment = page(
  "/payments/new",
  lazyPage(() => import("./pages/payments/new-payment-page.tsx"), "NewPaymentPage"),
);
const sendMoney = page(
  "/payments/send",
  lazyPage(() => import("./pages/payments/send/send-page.tsx"), "SendPage"),
);
const payment = page(
  "/payments/$paymentId",
  lazyPage(() => import("./pages/payments/payment-page.tsx"), "PaymentPage"),
);
const payoutBatches = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/payout-batches",
  component: lazyPage(() => import("./pages/payout-batches/payout-batches-page.tsx"), "PayoutBatchesPage"),
  validateSearch: (search): { status?: (typeof PAYOUT_BATCH_STATUSES)[number] } => ({
    status: PAYOUT_BATCH_STATUSES.find((status) => status === search["status"]),
  }),
});
const newPayoutBatch = page(
  "/payout-batches/new",
  lazyPage(() => import("./pages/payout-batches/build/build-page.tsx"), "BuildPage"),
);
const payoutBatch = page(
  "/payout-batches/$batchId",
  lazyPage(() => import("./pages/payout-batches/payout-batch-page.tsx"), "PayoutBatchPage"),
);
const disputes = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/disputes",
  component: lazyPage(() => import("./pages/disputes/disputes-page.tsx"), "DisputesPage"),
  validateSearch: (search): { status?: (typeof DISPUTE_STATUSES)[number] } => ({
    status: DISPUTE_STATUSES.find((status) => status === search["status"]),
  }),
});
const dispute = page(
  "/disputes/$disputeId",
  lazyPage(() => import("./pages/disputes/dispute-page.tsx"), "DisputePage"),
);
const balances = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/balances",
  component: lazyPage(() => import("./pages/balances/balances-page.tsx"), "BalancesPage"),
  validateSearch: (search): { currency?: string } => ({ currency: textOf(search["currency"]) }),
});
const reports = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/reports",
  component: lazyPage(() => import("./pages/reports/reports-page.tsx"), "ReportsPage"),
  validateSearch: readReportSearch,
});
const ledger = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/ledger",
  component: lazyPage(() => import("./pages/reports/ledger-page.tsx"), "LedgerPage"),
  validateSearch: (search): { account?: string; from?: string; to?: string; books?: "platform" } => ({
    books: search["books"] === "platform" ? "platform" : undefined,
    account: textOf(search["account"]),
    from: textOf(search["from"]),
    to: textOf(search["to"]),
  }),
});
const approvals = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/approvals",
  component: lazyPage(() => import("./pages/approvals/approvals-page.tsx"), "ApprovalsPage"),
  validateSearch: (search): { status: "pending" | "all" } => ({
    status: search["status"] === "all" ? "all" : "pending",
  }),
});
const approval = page(
  "/approvals/$approvalId",
  lazyPage(() => import("./pages/approvals/approval-page.tsx"), "ApprovalPage"),
);
const beneficiaries = page(
  "/beneficiaries",
  lazyPage(() => import("./pages/beneficiaries/beneficiaries-page.tsx"), "BeneficiariesPage"),
);
const customers = page(
  "/customers",
  lazyPage(() => import("./pages/customers/customers-page.tsx"), "CustomersPage"),
);
const customer = page(
  "/customers/$customerId",
  lazyPage(() => import("./pages/customers/customer-page.tsx"), "CustomerPage"),
);
const exportFiles = page(
  "/exports",
  lazyPage(() => import("./pages/exports/exports-page.tsx"), "ExportsPage"),
);
const verificationRequests = page(
  "/verification-requests",
  lazyPage(() => import("./pages/verification-requests/verification-requests-page.tsx"), "VerificationRequestsPage"),
);
const paymentLinks = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/payment-links",
  component: lazyPage(() => import("./pages/payment-links/payment-links-page.tsx"), "PaymentLinksPage"),
  validateSearch: (search): { status?: (typeof LINK_STATUSES)[number] } => ({
    status: LINK_STATUSES.find((status) => status === search["status"]),
  }),
});
const virtualAccounts = page(
  "/virtual-accounts",
  lazyPage(() => import("./pages/virtual-accounts/virtual-accounts-page.tsx"), "VirtualAccountsPage"),
);
const virtualAccount = page(
  "/virtual-accounts/$accountId",
  lazyPage(() => import("./pages/virtual-accounts/virtual-account-page.tsx"), "VirtualAccountPage"),
);
const escrows = page(
  "/escrow",
  lazyPage(() => import("./pages/escrow/escrows-page.tsx"), "EscrowsPage"),
);
const escrow = page(
  "/escrow/$escrowId",
  lazyPage(() => import("./pages/escrow/escrow-page.tsx"), "EscrowPage"),
);
const ramps = page(
  "/ramps",
  lazyPage(() => import("./pages/ramps/ramps-page.tsx"), "RampsPage"),
);
const quotes = page(
  "/quotes",
  lazyPage(() => import("./pages/quotes/quotes-page.tsx"), "QuotesPage"),
);

const apiKeys = page(
  "/settings/api-keys",
  lazyPage(() => import("./pages/settings/api-keys-page.tsx"), "ApiKeysPage"),
);
const auditLog = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/settings/audit-log",
  component: lazyPage(() => import("./pages/settings/audit-log-page.tsx"), "AuditLogPage"),
  validateSearch: (search): { action?: string; resource?: string; actor?: string; from?: string; to?: string } => ({
    action: textOf(search["action"]),
    resource: textOf(search["resource"]),
    actor: textOf(search["actor"]),
    from: textOf(search["from"]),
    to: textOf(search["to"]),
  }),
});

const webhooks = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/settings/webhooks",
  component: lazyPage(() => import("./pages/webhooks/webhooks-page.tsx"), "WebhooksPage"),
  validateSearch: (search): { tab: "endpoints" | "dead-letters" } => ({
    tab: search["tab"] === "dead-letters" ? "dead-letters" : "endpoints",
  }),
});
const webhook = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/settings/webhooks/$webhookId",
  component: lazyPage(() => import("./pages/webhooks/webhook-page.tsx"), "WebhookPage"),
  validateSearch: (search): { status?: (typeof DELIVERY_STATUSES)[number] } => ({
    status: DELIVERY_STATUSES.find((status) => status === search["status"]),
  }),
});
const checkout = page(
  "/settings/checkout",
  lazyPage(() => import("./pages/settings/checkout-page.tsx"), "CheckoutPage"),
);
const members = page(
  "/settings/members",
  lazyPage(() => import("./pages/settings/members-page.tsx"), "MembersPage"),
);
const organization = page(
  "/settings/organization",
  lazyPage(() => import("./pages/settings/organization-page.tsx"), "OrganizationPage"),
);
const controls = page(
  "/settings/controls",
  lazyPage(() => import("./pages/settings/controls-page.tsx"), "ControlsPage"),
);
const roles = page(
  "/settings/roles",
  lazyPage(() => import("./pages/settings/roles-page.tsx"), "RolesPage"),
);
const kyb = page(
  "/settings/kyb",
  lazyPage(() => import("./pages/settings/kyb-page.tsx"), "KybPage"),
);

const routing = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/admin/routing",
  component: lazyPage(() => import("./pages/admin/routing/routing-page.tsx"), "RoutingPage"),
  validateSearch: readCorridor,
});
const programs = page(
  "/admin/routing/programs",
  lazyPage(() => import("./pages/admin/routing/programs-page.tsx"), "ProgramsPage"),
);
const program = page(
  "/admin/routing/programs/$programId",
  lazyPage(() => import("./pages/admin/routing/program-page.tsx"), "ProgramPage"),
);
const backtests = page(
  "/admin/backtests",
  lazyPage(() => import("./pages/admin/backtests/backtests-page.tsx"), "BacktestsPage"),
);
const backtest = page(
  "/admin/backtests/$backtestId",
  lazyPage(() => import("./pages/admin/backtests/backtest-page.tsx"), "BacktestPage"),
);
const stops = page(
  "/admin/stops",
  lazyPage(() => import("./pages/admin/stops-page.tsx"), "StopsPage"),
);
const platformSettings = page(
  "/admin/settings",
  lazyPage(() => import("./pages/admin/platform-settings-page.tsx"), "PlatformSettingsPage"),
);
const health = page(
  "/admin/health",
  lazyPage(() => import("./pages/admin/health/health-page.tsx"), "HealthPage"),
);
const rates = page(
  "/admin/rates",
  lazyPage(() => import("./pages/admin/rates-page.tsx"), "RatesPage"),
);
const providers = page(
  "/admin/providers",
  lazyPage(() => import("./pages/admin/providers/providers-page.tsx"), "ProvidersPage"),
);
const fees = page(
  "/admin/fees",
  lazyPage(() => import("./pages/admin/fees-page.tsx"), "FeesPage"),
);

const funds = page(
  "/admin/funds",
  lazyPage(() => import("./pages/admin/funds/funds-page.tsx"), "FundsPage"),
);

const settlements = page(
  "/admin/settlements",
  lazyPage(() => import("./pages/settlements/settlements-page.tsx"), "SettlementsPage"),
);

const reconciliation = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/admin/reconciliation",
  component: lazyPage(() => import("./pages/admin/reconciliation-page.tsx"), "ReconciliationPage"),
  validateSearch: (search): { status: "open" | "resolved" } => ({
    status: search["status"] === "resolved" ? "resolved" : "open",
  }),
});

const organizations = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/admin/organizations",
  component: lazyPage(() => import("./pages/admin/organizations-page.tsx"), "OrganizationsPage"),
  validateSearch: (search): { kyb?: (typeof KYB_STATUSES)[number] } => ({
    kyb: KYB_STATUSES.find((status) => status === search["kyb"]),
  }),
});
const organizationAdmin = page(
  "/admin/organizations/$orgId",
  lazyPage(() => import("./pages/admin/organization-admin-page.tsx"), "OrganizationAdminPage"),
);
const users = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/admin/users",
  component: lazyPage(() => import("./pages/admin/users-page.tsx"), "UsersPage"),
  validateSearch: (search): { email?: string; org?: string } => ({
    email: textOf(search["email"]),
    org: textOf(search["org"]),
  }),
});

const routeTree = root.addChildren([
  signIn,
  signUp,
  confirmSignUp,
  forgotPassword,
  resetPassword,
  acceptInvite,
  protectedLayout.addChildren([
    overview,
    account,
    payments,
    newPayment,
    sendMoney,
    payment,
    payoutBatches,
    newPayoutBatch,
    payoutBatch,
    disputes,
    dispute,
    balances,
    reports,
    ledger,
    approvals,
    approval,
    paymentLinks,
    beneficiaries,
    customers,
    customer,
    exportFiles,
    verificationRequests,
    virtualAccounts,
    virtualAccount,
    escrows,
    escrow,
    ramps,
    quotes,
    apiKeys,
    auditLog,
    webhooks,
    webhook,
    checkout,
    members,
    organization,
    controls,
    roles,
    kyb,
    routing,
    health,
    programs,
    program,
    backtests,
    backtest,
    providers,
    stops,
    platformSettings,
    rates,
    fees,
    funds,
    settlements,
    reconciliation,
    organizations,
    organizationAdmin,
    users,
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
