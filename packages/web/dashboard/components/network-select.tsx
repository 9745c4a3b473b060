import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";

const REFERENCE_DATA_FRESH_MS = 600_000;

/** Mobile money networks of a country, under the names the API expects. */
export function NetworkSelect({ country, ...props }: Omit<SelectProps, "data"> & { country: string }) {
  const networks = useQuery({
    queryKey: ["networks", country],
    queryFn: () => api.post("/externals/networks", { body: { country } }),
    enabled: country !== "",
    staleTime: REFERENCE_DATA_FRESH_MS,
  });
  const names = [...new Set((networks.data?.data ?? []).map((network) => network.name))];
  return (
    <Select
      label="Network"
      nothingFoundMessage={country === "" ? "Choose the country first" : "None in this country"}
      {...props}
      error={networks.isError ? "The networks could not be loaded" : props.error}
      data={names}
    />
  );
}

/** Banks of a country, found by all of their names; the value is the bank's code. */
export function BankSelect({
  country,
  onBank,
  ...props
}: Omit<SelectProps, "data" | "onChange"> & {
  country: string;
  onBank: (bank: { code: string; name: string } | null) => void;
}) {
  const banks = useQuery({
    queryKey: ["banks", country],
    queryFn: () => api.post("/externals/banks", { body: { country } }),
    enabled: country !== "",
    staleTime: REFERENCE_DATA_FRESH_MS,
  });
  const all = banks.data?.data ?? [];
  const options = [...new Map(all.map((bank) => [bank.code, { value: bank.code, label: labelOf(bank) }])).values()];
  return (
    <Select
      label="Bank"
      searchable
      filter={({ options: banksShown, search }) =>
        banksShown.filter((bank) => "label" in bank && plain(bank.label).includes(plain(search)))
      }
      nothingFoundMessage={country === "" ? "Choose the country first" : "No such bank"}
      {...props}
      error={banks.isError ? "The banks could not be loaded" : props.error}
      data={options}
      onChange={(code) => onBank(all.find((bank) => bank.code === code) ?? null)}
    />
  );
}

function labelOf({ name, also_known_as: others }: { name: string; also_known_as?: string[] }): string {
  return others === undefined ? name : `${name} (${others.join(", ")})`;
}

/** "GT Bank" finds "GTBank", and "Societe" finds "Société". */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}
