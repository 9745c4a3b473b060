import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { ownerOf } from "../api/client.ts";
import { ChooseOrganization } from "../session/choose-organization.tsx";
import { MustSetUpFactor } from "../session/must-set-up-factor.tsx";
import { SessionContext, sessionQuery } from "../session/session.ts";
import { Frame } from "./frame.tsx";

/** Everything behind the sign-in. When the session ends, the route is entered again and redirects to the sign-in. */
export function ProtectedLayout() {
  const router = useRouter();
  const { data: session } = useQuery(sessionQuery);
  useEffect(() => {
    if (session === null) void router.invalidate();
  }, [session, router]);
  if (session === undefined || session === null) return null;
  const isHomeless = session.organization === null && session.user.platform_role === null;
  // A form that was filled in for one organization must not stay open in another.
  return (
    <SessionContext value={session}>
      {session.second_factor.must_set_up ? (
        <MustSetUpFactor />
      ) : isHomeless ? (
        <ChooseOrganization />
      ) : (
        <Frame key={ownerOf(session)} />
      )}
    </SessionContext>
  );
}
