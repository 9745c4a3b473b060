import { Select, type SelectProps } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
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

export type Bank = { code: string; name: string; also_known_as?: string[] };

export const banksQuery = (country: string, account_number?: string) =>
  queryOptions({
    queryKey: ["banks", country, account_number],
    queryFn: async (): Promise<Bank[]> =>
      (await api.post("/externals/banks", { body: { country, ...(account_number && { account_number }) } })).data,
    enabled: country !== "",
    staleTime: REFERENCE_DATA_FRESH_MS,
  });

/** An account number of which a bank can be told has at least as many digits. */
const LEAST_DIGITS = 8;

/** Banks of a country, found by all of their names and by code; first those that may have given out the account. */
export function BankSelect({
  country,
  account = "",
  onBank,
  ...props
}: Omit<SelectProps, "data" | "onChange"> & {
  country: string;
  account?: string;
  onBank: (bank: Bank | null) => void;
}) {
  const banks = useQuery(banksQuery(country));
  const asked = account.replaceAll(/\D/g, "").length >= LEAST_DIGITS ? account : "";
  const fitting = useQuery({ ...banksQuery(country, asked), enabled: country !== "" && asked !== "" });
  const all = [...new Map((banks.data ?? []).map((bank) => [bank.code, bank])).values()];
  const codes = new Set((asked === "" ? [] : (fitting.data ?? [])).map(({ code }) => code));
  const optionsOf = (some: readonly Bank[]) => some.map((bank) => ({ value: bank.code, label: labelOf(bank) }));
  const isTold = codes.size > 0 && codes.size < all.length;
  return (
    <Select
      label="Bank"
      searchable
      filter={({ options, search }) =>
        options.flatMap((option): typeof options => {
          if (!("group" in option)) return isFound(option, search) ? [option] : [];
          const items = option.items.filter((item) => isFound(item, search));
          return items.length === 0 ? [] : [{ ...option, items }];
        })
      }
      nothingFoundMessage={country === "" ? "Choose the country first" : "No such bank"}
      {...props}
      error={banks.isError ? "The banks could not be loaded" : props.error}
      data={
        isTold
          ? [
              { group: "May have given out this number", items: optionsOf(all.filter(({ code }) => codes.has(code))) },
              { group: "Other banks", items: optionsOf(all.filter(({ code }) => !codes.has(code))) },
            ]
          : optionsOf(all)
      }
      onChange={(code) => onBank(all.find((bank) => bank.code === code) ?? null)}
    />
  );
}

function labelOf({ name, also_known_as: others }: Bank): string {
  return others === undefined ? name : `${name} (${others.join(", ")})`;
}

function isFound({ value, label }: { value: string; label: string }, search: string): boolean {
  return plain(label).includes(plain(search)) || (search.trim() !== "" && value.startsWith(search.trim()));
}

/** The bank that a file or a person names by code or by any of its names; undefined when that may be several. */
export function bankNamed(banks: readonly Bank[], text: string): Bank | undefined {
  const sought = plain(text);
  if (sought === "") return undefined;
  const namesOf = ({ name, also_known_as: others = [] }: Bank): string[] => [name, ...others].map(plain);
  const exact = banks.filter((bank) => bank.code === text.trim() || namesOf(bank).includes(sought));
  if (exact.length > 0) return exact[0];
  const short = sought.replace(/(?:bank|plc|ltd|limited|nigeria)+$/, "");
  const near = banks.filter((bank) => namesOf(bank).some((name) => name.startsWith(short) || sought.startsWith(name)));
  return short !== "" && near.length === 1 ? near[0] : undefined;
}

/** "GT Bank" finds "GTBank", and "Societe" finds "Société". */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}
