import { Button, Collapse, Group, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import {
  FAILURE_CAUSES,
  PAYMENT_DIRECTIONS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from "@corridor/shared/choices.ts";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { fieldOf } from "../../components/form-values.ts";
import { wordsOf } from "../../components/status-badge.tsx";
import { Icon } from "../../frame/icons.tsx";
import { useProviderNames } from "../admin/providers/use-providers.ts";
import { CAUSE_TEXTS, DIRECTION_NAMES } from "./payment.ts";
import { statusWords } from "./payment-badge.tsx";
import { NO_FILTERS, type PaymentSearch, readPaymentSearch } from "./payment-search.ts";

type Props = {
  search: PaymentSearch;
  onChange: (search: PaymentSearch) => void;
  /** Further actions on the list. */ children?: ReactNode;
};

const CHIP_NAMES: Partial<Record<keyof PaymentSearch, string>> = {
  cause: "Why it failed",
  customer: "One customer",
  beneficiary: "One beneficiary",
};

/** An active filter. Ids are not shown, because they mean nothing to people. */
function chipText(name: keyof PaymentSearch, value: string): string {
  if (name === "customer" || name === "beneficiary") return CHIP_NAMES[name]!;
  const label = CHIP_NAMES[name] ?? wordsOf(name);
  if (name === "cause") return `${label}: ${CAUSE_TEXTS[value as keyof typeof CAUSE_TEXTS].toLowerCase()}`;
  if (name === "direction") return `${label}: ${DIRECTION_NAMES[value as keyof typeof DIRECTION_NAMES].toLowerCase()}`;
  if (name === "status") return `${label}: ${statusWords(value as PaymentStatus).toLowerCase()}`;
  return name === "method" ? `${label}: ${wordsOf(value).toLowerCase()}` : `${label}: ${value}`;
}

/**
 * Search by any id or reference, and the filters behind a button. All of it lives in the address, so that a view can be
 * shared.
 */
export function PaymentFilters({ search, onChange, children }: Props) {
  const chosen = Object.entries(search).filter(([name]) => name !== "search" && !NO_FILTERS.has(name)) as [
    keyof PaymentSearch,
    string,
  ][];
  const providers = useProviderNames();
  const [opened, { toggle }] = useDisclosure(false);
  const change = (changed: Partial<Record<keyof PaymentSearch, string | null>>) =>
    onChange(readPaymentSearch({ ...search, ...changed }));
  const choice = <Value extends string>(
    label: string,
    name: "status" | "direction" | "method" | "provider" | "cause",
    values: readonly Value[],
    textOf: (value: Value) => string,
  ) => (
    <Select
      label={label}
      placeholder="Any"
      clearable
      value={(search[name] ?? null) as Value | null}
      onChange={(value) => change({ [name]: value })}
      data={values.map((value) => ({ value, label: textOf(value) }))}
    />
  );
  return (
    <>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          change({ search: fieldOf(event.currentTarget, "search") ?? null });
        }}
      >
        <Group p="md" gap="sm" align="flex-end" wrap="wrap">
          <TextInput
            key={search.search ?? ""}
            name="search"
            type="search"
            aria-label="Search by any id or reference"
            placeholder="Id, reference, payer, e-mail or phone"
            defaultValue={search.search ?? ""}
            leftSection={<Icon name="search" size={16} />}
            flex="1 1 240px"
          />
          <Button type="submit" variant="default">
            Search
          </Button>
          {children}
          <Button variant="default" onClick={toggle} aria-expanded={opened} aria-controls="payment-filters">
            Filters{chosen.length > 0 ? ` (${chosen.length})` : ""}
          </Button>
        </Group>
      </form>
      {!opened && chosen.length > 0 && (
        <Group px="md" pb="md" gap="xs" aria-label="Filters in use" role="group">
          {chosen.map(([name, value]) => (
            <Button
              key={name}
              size="compact-sm"
              variant="light"
              onClick={() => change({ [name]: null })}
              aria-label={`Remove the filter ${chipText(name, value)}`}
            >
              {chipText(name, value)} ×
            </Button>
          ))}
        </Group>
      )}
      <Collapse expanded={opened} id="payment-filters">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} px="md" pb="md" spacing="sm">
          {choice("Status", "status", PAYMENT_STATUSES, statusWords)}
          {choice("Direction", "direction", PAYMENT_DIRECTIONS, (direction) => DIRECTION_NAMES[direction])}
          {choice("Method", "method", PAYMENT_METHODS, wordsOf)}
          {choice("Provider", "provider", providers, String)}
          <CurrencySelect
            withAssets
            placeholder="Any"
            clearable
            description="Choose a currency to sort by amount"
            inputWrapperOrder={["label", "input", "description"]}
            value={search.currency ?? null}
            onChange={(currency) => change({ currency })}
          />
          {choice("Why it failed", "cause", FAILURE_CAUSES, (cause) => CAUSE_TEXTS[cause])}
          <TextInput
            label="From"
            type="date"
            value={search.from ?? ""}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextInput
            label="To"
            type="date"
            value={search.to ?? ""}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
          <Button variant="subtle" onClick={() => onChange({})} disabled={Object.keys(search).length === 0} mt="auto">
            Clear all
          </Button>
        </SimpleGrid>
      </Collapse>
    </>
  );
}
