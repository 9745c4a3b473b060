import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "@tanstack/react-router";
import { ChooseOrganization } from "../session/choose-organization.tsx";
import { sessionEnd, sessionQuery } from "../session/session.ts";
import { Frame } from "./frame.tsx";

/** Everything behind the sign-in. When the session ends, whatever the page was doing, the sign-in takes its place and leads back here. */
export function ProtectedLayout() {
  const { data: session } = useQuery(sessionQuery);
  const { href } = useLocation();
  if (session === undefined) return null;
  if (session === null) {
    const expired = sessionEnd.reason === "expired";
    return <Navigate to="/sign-in" search={expired ? { next: href, reason: "expired" } : {}} replace />;
  }
  if (session.organization === null && session.user.platform_role === null) return <ChooseOrganization />;
  return <Frame />;
}
