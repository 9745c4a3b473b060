import { Checkbox, Fieldset, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { ALL_EVENT_TYPES, EVENT_TYPES } from "./webhook.ts";

export function EventTypesInput({ value, onChange, error }: { value: string[]; onChange: (types: string[]) => void; error?: React.ReactNode }) {
  return (
    <Fieldset legend="Events" variant="default">
      <Stack gap="sm">
        <Group justify="space-between">
          <Checkbox
            label="All events, also those added later"
            checked={value.length === ALL_EVENT_TYPES.length}
            indeterminate={value.length > 0 && value.length < ALL_EVENT_TYPES.length}
            onChange={(event) => onChange(event.currentTarget.checked ? ALL_EVENT_TYPES : [])}
          />
        </Group>
        <Checkbox.Group value={value} onChange={onChange} error={error}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {Object.entries(EVENT_TYPES).map(([about, types]) => (
              <Stack key={about} gap={6}>
                <Text size="sm" fw={600}>
                  {about}
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
