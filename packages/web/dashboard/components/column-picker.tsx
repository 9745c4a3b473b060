import { MultiSelect, Select, SimpleGrid } from "@mantine/core";

export type PickedField<Name extends string> = {
  name: Name;
  label: string;
  /** Several columns together make the field. */ several?: true;
  hint?: string;
};

/** Which columns of somebody's file hold what: the settlement import and the list of payouts ask alike. */
export function ColumnPicker<Name extends string>({
  fields,
  columns,
  chosen,
  onChoose,
}: {
  fields: readonly PickedField<Name>[];
  columns: readonly (string | { value: string; label: string })[];
  chosen: (name: Name) => string | readonly string[] | undefined;
  onChoose: (name: Name, value: string | string[] | null) => void;
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
      {fields.map(({ name, label, several, hint }) => {
        const common = {
          label,
          data: [...columns],
          searchable: true,
          clearable: true,
          ...(hint === undefined ? {} : { description: hint }),
        };
        const value = chosen(name);
        return several === true ? (
          <MultiSelect
            key={name}
            {...common}
            maxValues={8}
            value={[value ?? []].flat()}
            onChange={(next) => onChoose(name, next)}
          />
        ) : (
          <Select
            key={name}
            {...common}
            value={typeof value === "string" ? value : null}
            onChange={(next) => onChoose(name, next)}
          />
        );
      })}
    </SimpleGrid>
  );
}
