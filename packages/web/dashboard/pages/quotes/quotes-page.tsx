import { Button, Grid, Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { api } from "../../api/client.ts";
import { Identifier } from "../../components/copyable.tsx";
import { countryName } from "../../components/plain-words.ts";
import { CountrySelect } from "../../components/country-select.tsx";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { Facts } from "../../components/facts.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { choiceProps } from "../../components/form-values.ts";
import { Money } from "../../components/money.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useWrite } from "../../components/use-write.ts";
import { formatRate } from "@corridor/shared/money-text.ts";
import { AssetFields } from "../ramps/asset-fields.tsx";
import { EMPTY_QUOTE, isRamp, type Quote, QUOTE_DIRECTIONS, type QuoteForm, requestOf } from "./quote.ts";

/** The cost, result and duration of a payment or a ramp. The quote is stored, so that a program can use it. */
export function QuotesPage() {
  const form = useForm<QuoteForm>({
    initialValues: EMPTY_QUOTE,
    validate: {
      amount: (value) => (Number(value) > 0 ? null : "Above zero"),
      currency: (value) => (value === "" ? "Choose the currency" : null),
      payment_method: (value, values) =>
        value === "card" && isRamp(values) ? "A ramp is paid by bank transfer or mobile money" : null,
    },
  });
  const ask = useWrite({ write: (values: QuoteForm) => api.post("/quotes", { body: requestOf(values) }) });
  return (
    <Page title="Quotes" description="The rate, fee, route and arrival of a payment or ramp, held for 15 minutes.">
      <Grid gap="lg" align="flex-start">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <form onSubmit={form.onSubmit((values) => ask.mutate(values))} noValidate>
            <Panel title="What is quoted">
              <Stack>
                <QuoteFields form={form} />
                <FailureAlert error={ask.error} title="No quote was made" />
                <Group justify="flex-end">
                  <Button type="submit" loading={ask.isPending}>
                    Get the quote
                  </Button>
                </Group>
              </Stack>
            </Panel>
          </form>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Panel title="Quote">
            <div role="status">
              {ask.data === undefined ? (
                <Text size="sm" c="dimmed">
                  None yet.
                </Text>
              ) : (
                <QuoteFacts quote={ask.data.data} />
              )}
            </div>
          </Panel>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function QuoteFields({ form }: { form: UseFormReturnType<QuoteForm> }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label="Kind"
        allowDeselect={false}
        data={Object.entries(QUOTE_DIRECTIONS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps("direction")}
      />
      <Select
        label={isRamp(form.values) ? "Fiat is paid by" : "Method"}
        allowDeselect={false}
        data={[
          { value: "bank_transfer", label: "Bank transfer" },
          { value: "mobile_money", label: "Mobile money" },
          { value: "card", label: "Card", disabled: isRamp(form.values) },
        ]}
        {...form.getInputProps("payment_method")}
      />
      <NumberField
        label={isRamp(form.values) ? "Fiat amount" : "Amount"}
        required
        withAsterisk={false}
        {...form.getInputProps("amount")}
      />
      <CurrencySelect label={isRamp(form.values) ? "Fiat currency" : "Currency"} {...choiceProps(form, "currency")} />
      {isRamp(form.values) ? (
        <AssetFields form={form} />
      ) : (
        <CurrencySelect
          label="Arrives as"
          description="If empty: the same currency"
          clearable
          {...choiceProps(form, "target_currency")}
        />
      )}
      <CountrySelect description="If empty: your organization's country" clearable {...choiceProps(form, "country")} />
    </SimpleGrid>
  );
}

function QuoteFacts({ quote }: { quote: Quote }) {
  return (
    <Facts
      facts={[
        { label: "Paid in", value: <Money amount={quote.amount} currency={quote.currency} strong /> },
        { label: "Becomes", value: <Money amount={quote.target_amount} currency={quote.target_currency} strong /> },
        quote.currency !== quote.target_currency && {
          label: "Rate",
          value: `1 ${quote.currency} = ${formatRate(quote.rate)} ${quote.target_currency}`,
        },
        { label: "Fee", value: <Money amount={quote.total_fees} currency={quote.currency} /> },
        {
          label: "Kind",
          value:
            `${QUOTE_DIRECTIONS[quote.direction]}, ${wordsOf(quote.payment_method).toLowerCase()}, ` +
            `${countryName(quote.country)}`,
        },
        { label: "Chain", value: quote.crypto_network },
        { label: "Tried in this order", value: quote.route.join(", ") },
        {
          label: "Expected",
          value:
            quote.expected_arrival_at === undefined ? "not known yet" : <Timestamp at={quote.expected_arrival_at} />,
        },
        { label: "Holds until", value: <Timestamp at={quote.expires_at} /> },
        { label: "Quote id", value: <Identifier value={quote.quote_id} what="quote id" /> },
      ]}
    />
  );
}
