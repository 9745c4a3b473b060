import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from "@tanstack/react-router";
import { queryClient } from "./api/query-client.ts";
import { NotFoundPage } from "./frame/not-found-page.tsx";
import { PageFailure } from "./frame/page-failure.tsx";
import { PagePending } from "./frame/page-pending.tsx";
import { ProtectedLayout } from "./frame/protected-layout.tsx";
import { AcceptInvitePage } from "./session/accept-invite-page.tsx";
import { ForgotPasswordPage } from "./session/forgot-password-page.tsx";
import { ResetPasswordPage } from "./session/reset-password-page.tsx";
import { sessionQuery } from "./session/session.ts";
import { SignInPage } from "./session/sign-in-page.tsx";

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: SignInPage,
  validateSearch: (search): { next?: string; reason?: "expired" } => ({
    ...(typeof search["next"] === "string" ? { next: search["next"] } : {}),
    ...(search["reason"] === "expired" ? { reason: "expired" as const } : {}),
  }),
});
const forgotPassword = createRoute({ getParentRoute: () => root, path: "/forgot-password", component: ForgotPasswordPage });

const tokenSearch = (search: Record<string, unknown>): { token: string } => ({ token: typeof search["token"] === "string" ? search["token"] : "" });
const resetPassword = createRoute({ getParentRoute: () => root, path: "/reset-password", component: ResetPasswordPage, validateSearch: tokenSearch });
const acceptInvite = createRoute({ getParentRoute: () => root, path: "/accept-invite", component: AcceptInvitePage, validateSearch: tokenSearch });

const protectedLayout = createRoute({
  getParentRoute: () => root,
  id: "protected",
  component: ProtectedLayout,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: "/sign-in", search: location.href === "/" ? {} : { next: location.href } });
  },
});

const overview = createRoute({
  getParentRoute: () => protectedLayout,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/overview/overview-page.tsx"), "OverviewPage"),
});

const routeTree = root.addChildren([signIn, forgotPassword, resetPassword, acceptInvite, protectedLayout.addChildren([overview])]);

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
