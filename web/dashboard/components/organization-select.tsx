import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../api/client.ts";

const MAX_OFFERED = 100;

/** For platform people: one of all organisations. */
export function OrganizationSelect(props: Omit<SelectProps, "data">) {
  const organizations = useQuery({
    queryKey: ["organizations", "choice"],
    queryFn: () => answerOf(api.GET("/organizations", { params: { query: { limit: MAX_OFFERED } } })),
  });
  return (
    <Select
      label="Organisation"
      searchable
      nothingFoundMessage="No such organisation"
      {...props}
      error={organizations.isError ? "The organisations could not be loaded" : props.error}
      data={(organizations.data?.data ?? []).map((organization) => ({ value: organization.org_id, label: organization.name }))}
    />
  );
}
