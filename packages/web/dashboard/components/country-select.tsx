import { Select, type SelectProps } from "@mantine/core";
import codes from "i18n-iso-countries/codes.json";
import { countryName } from "./plain-words.ts";

const COUNTRIES = (codes as [alpha2: string, ...unknown[]][])
  .map(([code]) => ({ value: code, label: `${countryName(code)} (${code})` }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

export function CountrySelect(props: Omit<SelectProps, "data" | "searchable">) {
  return <Select label="Country" nothingFoundMessage="No such country" {...props} data={COUNTRIES} searchable />;
}
