import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../api/organizations.ts";
import { Identifier } from "./copyable.tsx";

/** Whose it is, where platform people see what belongs to many: by name, or by id where there are more than are read at once. */
export function OrganizationName({ orgId }: { orgId: string | null }) {
  const { data: organizations } = useQuery(organizationsQuery);
  if (orgId === null) return "–";
  const name = organizations?.data.find((organization) => organization.org_id === orgId)?.name;
  return name ?? <Identifier value={orgId} what="organization id" />;
}
