import { Alert, Box, Button, Group, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useWrite } from "../../components/use-write.ts";
import { Icon } from "../../frame/icons.tsx";
import { PagePending } from "../../frame/page-pending.tsx";
import { formatRate } from "@corridor/shared/money-text.ts";
import { useMay } from "../../session/may.ts";

type Rate = Row<"/organizations/admin/rates">;

const RATES = ["rates"] as const;

export function RatesPage() {
  const may = useMay();
  const [filter, setFilter] = useState("");
  const [editing, setEditing] = useState<Rate | "new" | null>(null);
  const rates = useQuery({ queryKey: RATES, queryFn: () => api.get("/organizations/admin/rates") });
  const mayWrite = may("PUT /organizations/admin/rates");
  const shown = (rates.data?.data ?? []).filter((rate) => rate.currency.includes(filter.trim().toUpperCase()));
  return (
    <Page
      title="Rates"
      description={
        "How much of each currency one US dollar buys. Every pair is crossed through the dollar, then the " +
        "organization's margin is added."
      }
      actions={
        mayWrite ? (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEditing("new")}>
            Set a rate
          </Button>
        ) : undefined
      }
    >
      <Panel flush>
        <Group p="md">
          <TextInput
            label="Find a currency"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        </Group>
        {rates.isError ? (
          <Box p="md">
            <LoadFailure query={rates} title="Could not load the rates" />
          </Box>
        ) : rates.data === undefined ? (
          <PagePending />
        ) : shown.length === 0 ? (
          <EmptyState icon="rates" title="No rate">
            {filter === "" ? "Without rates only same-currency payments work." : "No currency matches."}
          </EmptyState>
        ) : (
          <DataTable
            label="Rates"
            rows={shown}
            keyOf={(rate) => rate.currency}
            columns={[
              { header: "Currency", cell: (rate) => rate.currency, primary: true },
              { header: "For one US dollar", cell: (rate) => formatRate(rate.per_usd), align: "end" },
              { header: "Value in dollars", cell: (rate) => formatRate(1 / rate.per_usd), align: "end" },
              { header: "Source", cell: (rate) => rate.source },
              { header: "As of", cell: (rate) => <Timestamp at={rate.updated_at} /> },
              ...(mayWrite
                ? [
                    {
                      header: "Actions",
                      hiddenHeader: true as const,
                      align: "end" as const,
                      cell: (rate: Rate) => (
                        <Button
                          size="xs"
                          variant="default"
                          onClick={() => setEditing(rate)}
                          aria-label={`Change the rate of ${rate.currency}`}
                        >
                          Change
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Panel>
      {editing !== null && <RateForm rate={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
    </Page>
  );
}

/** From this change on the form asks for confirmation: a wrong digit in a rate is the most expensive typo. */
const SURPRISING_CHANGE = 0.1;

function RateForm({ rate, onClose }: { rate: Rate | null; onClose: () => void }) {
  const form = useForm({
    initialValues: { currency: rate?.currency ?? "", per_usd: (rate?.per_usd ?? "") as number | string },
    validate: {
      currency: (value) => (value === "" ? "Choose the currency" : null),
      per_usd: (value) => (Number(value) > 0 ? null : "Above zero"),
    },
  });
  const save = useWrite({
    write: (values: typeof form.values) =>
      api.put("/organizations/admin/rates", {
        body: { rates: [{ currency: values.currency, per_usd: Number(values.per_usd) }] },
      }),
    done: "The rate is set; locked quotes keep their rates",
    refresh: [RATES],
    onDone: onClose,
  });
  const change = rate === null || form.values.per_usd === "" ? 0 : Number(form.values.per_usd) / rate.per_usd - 1;
  return (
    <FormModal
      onClose={onClose}
      title={rate === null ? "Set a rate" : `Rate of ${rate.currency}`}
      submitLabel="Set the rate"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      {rate === null && (
        <CurrencySelect
          withAssets
          value={form.values.currency}
          onChange={(currency) => form.setFieldValue("currency", currency ?? "")}
          error={form.errors["currency"]}
          data-autofocus
        />
      )}
      <NumberField
        label="For one US dollar"
        data-autofocus={rate === null ? undefined : true}
        {...form.getInputProps("per_usd")}
      />
      {Math.abs(change) >= SURPRISING_CHANGE && (
        <Alert color="yellow" icon={<Icon name="alert" />} role="status">
          <Text size="sm">
            This is {change > 0 ? "up" : "down"} {Math.abs(change * 100).toFixed(1)} % from the rate in force. Is every
            digit right?
          </Text>
        </Alert>
      )}
    </FormModal>
  );
}
