import { Select, type SelectProps } from "@mantine/core";
import codes from "i18n-iso-countries/codes.json";

const regionNames = new Intl.DisplayNames(undefined, { type: "region" });

export function countryName(code: string): string {
  try {
    return regionNames.of(code) ?? code;
  } catch {
    return code;
  }
}

const COUNTRIES = (codes as [alpha2: string, ...unknown[]][])
  .map(([code]) => ({ value: code, label: `${countryName(code)} (${code})` }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

export function CountrySelect(props: Omit<SelectProps, "data" | "searchable">) {
  return <Select label="Country" nothingFoundMessage="No such country" {...props} data={COUNTRIES} searchable />;
}
