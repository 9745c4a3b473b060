import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../api/organizations.ts";
import { Identifier } from "./copyable.tsx";

/**
 * The organization of a row, where platform people see rows of many: its name, or its id if there are more
 * organizations than are loaded.
 */
export function OrganizationName({ orgId }: { orgId: string | null }) {
  const { data: organizations } = useQuery(organizationsQuery);
  if (orgId === null) return "–";
  const name = organizations?.data.find((organization) => organization.org_id === orgId)?.name;
  return name ?? <Identifier value={orgId} what="organization id" />;
}
