import { Fieldset, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Row } from "@corridor/shared/operations.ts";
import { api } from "../../api/client.ts";
import { CountrySelect } from "../../components/country-select.tsx";
import { textOrNull } from "../../components/form-values.ts";
import { useMay } from "../../session/may.ts";
import type { Beneficiary } from "./beneficiary.ts";

type Need = Row<"/corridors">["needs"][number];

/** The fields of each need, by their names in `party`; the branch stands with the bank's other details. */
const FIELDS: Record<Need, Record<string, string>> = {
  address: {
    line1: "Street and house number",
    city: "City",
    postal_code: "Postal code",
    state: "State or province",
    country: "Country of the address",
  },
  birth_date: { birth_date: "Date of birth" },
  document: {
    document_type: "Kind of identity document",
    document_number: "Number of the document",
    document_country: "Issued in",
  },
  branch_code: { branch_code: "Branch code of the bank" },
};
const NAMES = Object.values(FIELDS).flatMap((fields) => Object.keys(fields));

export type Party = Record<string, string>;

export function partyOf(known: Beneficiary | null): Party {
  const stored: Record<string, unknown> = { branch_code: known?.bank_details["branch_code"], ...known?.party };
  return Object.fromEntries(NAMES.map((name) => [name, typeof stored[name] === "string" ? stored[name] : ""]));
}

/** As the API takes it. */
export function partyFrom({ branch_code: _, ...party }: Party) {
  const given = Object.entries(party).filter(([, value]) => value.trim() !== "");
  if (given.length === 0) return null;
  return Object.fromEntries(Object.entries(party).map(([name, value]) => [name, textOrNull(value)]));
}

/** What some provider requires of a payee there, beside name and account. */
export function useNeeds(country: string, type: Beneficiary["account_type"]): Need[] {
  const corridors = useQuery({
    queryKey: ["corridors", country],
    queryFn: async () => (await api.get("/corridors", { query: { country } })).data,
    enabled: useMay()("GET /corridors") && country !== "",
  });
  const method = type === "bank" ? "bank_transfer" : type;
  const own = corridors.data?.filter((one) => one.direction === "payout" && one.payment_method === method) ?? [];
  return [...new Set(own.flatMap(({ needs }) => needs))];
}

type PropsOf = (name: string) => ReturnType<UseFormReturnType<Party>["getInputProps"]>;

export function PartyFields({ needs, propsOf }: { needs: readonly Need[]; propsOf: PropsOf }) {
  if (needs.length === 0) return null;
  const fields = needs.flatMap((need) => Object.entries(FIELDS[need]));
  return (
    <Fieldset legend="A provider in this country asks for this, and cannot pay without it">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map(([name, label]) => {
          const { value, onChange, ...others } = propsOf(name);
          return name.endsWith("country") ? (
            <CountrySelect
              key={name}
              label={label}
              clearable
              value={value === "" ? null : value}
              onChange={(code) => onChange(code ?? "")}
              {...others}
            />
          ) : (
            <TextInput
              key={name}
              label={label}
              type={name === "birth_date" ? "date" : "text"}
              value={value}
              onChange={onChange}
              {...others}
            />
          );
        })}
      </SimpleGrid>
    </Fieldset>
  );
}
