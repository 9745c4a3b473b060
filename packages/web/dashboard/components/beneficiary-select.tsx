import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { accountOf, BENEFICIARIES, nameOf } from "../pages/beneficiaries/beneficiary.ts";

const MAX_OFFERED = 100;

/** Those that are offered to choose from. */
export const useBeneficiaries = () =>
  useQuery({
    queryKey: [...BENEFICIARIES, "choice"],
    queryFn: () => api.get("/beneficiaries", { query: { limit: MAX_OFFERED } }),
  });

export function BeneficiarySelect(props: Omit<SelectProps, "data">) {
  const beneficiaries = useBeneficiaries();
  return (
    <Select
      label="Beneficiary"
      searchable
      nothingFoundMessage="None yet: add one under Beneficiaries"
      {...props}
      error={beneficiaries.isError ? "The beneficiaries could not be loaded" : props.error}
      data={(beneficiaries.data?.data ?? []).map((beneficiary) => ({
        value: beneficiary.beneficiary_id,
        label: `${nameOf(beneficiary)} – ${accountOf(beneficiary)}`,
      }))}
    />
  );
}
