import { Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { BankSelect } from "../../../components/network-select.tsx";
import type { Draft, Field, Person } from "./read-people.ts";
import classes from "./build.module.css";

const LABELS: Record<Field, string> = {
  name: "Name",
  account: "Account number",
  bank: "Bank",
  amount: "Amount",
  currency: "Currency",
  reference: "Reference",
  description: "What for",
};

/** One line with what is wrong with it, mended where it stands. */
export function ProblemRow({
  person: { draft, problems, amount, currency },
  country,
  onMend,
  onLeaveOut,
}: {
  person: Person;
  country: string;
  onMend: (change: Partial<Draft>) => void;
  onLeaveOut: () => void;
}) {
  const who = [draft.name || "No name", amount > 0 ? formatMoney(amount, currency) : draft.amount].filter(Boolean);
  return (
    <li className={classes.problem} aria-label={`Line ${draft.line}`}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            <strong>Line {draft.line}</strong> {who.join(", ")}
          </Text>
          <Button size="xs" variant="default" onClick={onLeaveOut} aria-label={`Leave out line ${draft.line}`}>
            Leave out
          </Button>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {problems.map(({ field, message }) =>
            field === "bank" ? (
              <BankSelect
                key={field}
                label={`Bank, line ${draft.line}`}
                country={country}
                account={draft.account}
                error={message}
                onBank={(bank) => bank !== null && onMend({ bank: bank.code })}
              />
            ) : (
              <MendField
                key={field}
                label={`${LABELS[field]}, line ${draft.line}`}
                value={draft[field]}
                error={message}
                onMend={(value) => onMend({ [field]: value })}
              />
            ),
          )}
        </SimpleGrid>
      </Stack>
    </li>
  );
}

/** What is typed counts when the field is left: a line that is right disappears, and must not do so while one types. */
function MendField({
  label,
  value,
  error,
  onMend,
}: {
  label: string;
  value: string;
  error: string;
  onMend: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      label={label}
      error={error}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text !== value && onMend(text.trim())}
      onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
    />
  );
}
