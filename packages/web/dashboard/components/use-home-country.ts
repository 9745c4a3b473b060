import { useQuery } from "@tanstack/react-query";
import { organizationQuery } from "../pages/settings/organization.ts";
import { useSession } from "../session/session.ts";

/** The country of the organization, where most of its payees are; empty until it is known. */
export function useHomeCountry(): string {
  const { organization } = useSession();
  const { data } = useQuery({ ...organizationQuery(organization?.org_id ?? ""), enabled: organization !== null });
  return data?.country ?? "";
}
