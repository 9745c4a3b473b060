import { Select, SimpleGrid } from "@mantine/core";
import { PAYMENT_DIRECTIONS, PAYMENT_METHODS } from "@corridor/shared/choices.ts";
import { CountrySelect } from "../../../components/country-select.tsx";
import { wordsOf } from "../../../components/status-badge.tsx";
import { DIRECTION_NAMES } from "../../payments/payment.ts";
import type { Corridor } from "./corridor.ts";

type Props = { corridor: Corridor; onChange: (changed: Partial<Corridor>) => void };

export function CorridorFields({ corridor, onChange }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <CountrySelect
        value={corridor.country}
        onChange={(country) => country !== null && onChange({ country })}
        allowDeselect={false}
      />
      <Select
        label="Method"
        allowDeselect={false}
        value={corridor.method}
        onChange={(method) => onChange({ method: method as Corridor["method"] })}
        data={PAYMENT_METHODS.map((method) => ({ value: method, label: wordsOf(method) }))}
      />
      <Select
        label="Direction"
        allowDeselect={false}
        value={corridor.direction}
        onChange={(direction) => onChange({ direction: direction as Corridor["direction"] })}
        data={PAYMENT_DIRECTIONS.map((direction) => ({ value: direction, label: DIRECTION_NAMES[direction] }))}
      />
    </SimpleGrid>
  );
}
