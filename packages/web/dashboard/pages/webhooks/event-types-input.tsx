import { Checkbox, Fieldset, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { EVENT_TYPES } from "@corridor/shared/choices.ts";
import { isEveryType, TYPES_BY_SUBJECT } from "./webhook.ts";

export function EventTypesInput({
  value,
  onChange,
  error,
}: {
  value: string[];
  onChange: (types: string[]) => void;
  error?: React.ReactNode;
}) {
  return (
    <Fieldset legend="Events" variant="default">
      <Stack gap="sm">
        <Group justify="space-between">
          <Checkbox
            label="All events, also those added later"
            checked={isEveryType(value)}
            indeterminate={value.length > 0 && !isEveryType(value)}
            onChange={(event) => onChange(event.currentTarget.checked ? [...EVENT_TYPES] : [])}
          />
        </Group>
        <Checkbox.Group value={value} onChange={onChange} error={error}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {TYPES_BY_SUBJECT.map(({ subject, types }) => (
              <Stack key={subject} gap={6}>
                <Text size="sm" fw={600}>
                  {subject}
                </Text>
                {types.map((type) => (
                  <Checkbox key={type} value={type} label={type} size="xs" />
                ))}
              </Stack>
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      </Stack>
    </Fieldset>
  );
}
