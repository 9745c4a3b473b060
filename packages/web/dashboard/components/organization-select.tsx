import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../api/organizations.ts";

/** A field in which platform people choose one of all organizations. */
export function OrganizationSelect(props: Omit<SelectProps, "data">) {
  const organizations = useQuery(organizationsQuery);
  return (
    <Select
      label="Organization"
      searchable
      nothingFoundMessage="No such organization"
      {...props}
      error={organizations.isError ? "The organizations could not be loaded" : props.error}
      data={(organizations.data?.data ?? []).map((organization) => ({
        value: organization.org_id,
        label: organization.name,
      }))}
    />
  );
}
