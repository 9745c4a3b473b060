import { SegmentedControl, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { UseQueryResult } from "@tanstack/react-query";
import { BeneficiarySelect } from "../../components/beneficiary-select.tsx";
import { CountrySelect } from "../../components/country-select.tsx";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { BankSelect, NetworkSelect } from "../../components/network-select.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { choiceProps } from "../../components/form-values.ts";
import { convert, formatMoney, formatRate } from "@corridor/shared/money-text.ts";
import type { NewPayment } from "./new-payment.ts";
import type { LockedRate } from "./use-locked-rate.ts";

type Form = UseFormReturnType<NewPayment>;
type Props = { form: Form; rate: UseQueryResult<LockedRate> };

export function NewPaymentFields({ form, rate }: Props) {
  const { direction, payment_method: method, country } = form.values;
  return (
    <>
      <Panel title="Payment">
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <SegmentedControl
              aria-label="Direction"
              data={[
                { value: "payin", label: "Payin" },
                { value: "payout", label: "Payout" },
              ]}
              {...form.getInputProps("direction")}
            />
            <SegmentedControl
              aria-label="Method"
              data={[
                { value: "mobile_money", label: "Mobile money" },
                { value: "bank_transfer", label: "Bank" },
                { value: "card", label: "Card" },
              ]}
              {...form.getInputProps("payment_method")}
            />
            <NumberField label="Amount" required withAsterisk={false} {...form.getInputProps("amount")} />
            <CurrencySelect
              value={form.values.currency === "" ? null : form.values.currency}
              onChange={(currency) =>
                form.setValues({
                  currency: currency ?? "",
                  target_currency:
                    form.values.target_currency === "" || form.values.target_currency === form.values.currency
                      ? (currency ?? "")
                      : form.values.target_currency,
                })
              }
              error={form.errors["currency"]}
            />
            <CurrencySelect label="Arrives as" {...choiceProps(form, "target_currency")} />
            <CountrySelect
              label="Country"
              description="The country that the money comes from or goes to"
              clearable
              value={country === "" ? null : country}
              onChange={(next) => form.setValues({ country: next ?? "", network: "", bank_code: "", bank_name: "" })}
              error={form.errors["country"]}
            />
          </SimpleGrid>
          <RateLine form={form} rate={rate} />
        </Stack>
      </Panel>
      {direction === "payin" ? <PayerFields form={form} /> : <PayeeFields form={form} />}
      <Panel title={method === "mobile_money" ? "Mobile money" : method === "card" ? "Card" : "Bank transfer"}>
        {method === "mobile_money" && <MobileMoneyFields form={form} />}
        {method === "card" && <CardFields form={form} />}
        {method === "bank_transfer" && <BankFields form={form} />}
      </Panel>
      <Panel title="For your records">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Client reference" {...form.getInputProps("client_reference")} />
          <TextInput label="Description" {...form.getInputProps("description")} />
          <TextInput
            label="Return address"
            type="url"
            placeholder="https://"
            description="The address that the customer is sent to after a hosted page"
            {...form.getInputProps("return_url")}
          />
        </SimpleGrid>
      </Panel>
    </>
  );
}

function RateLine({ form, rate }: Props) {
  const { amount, currency, target_currency: target } = form.values;
  if (currency === "" || target === "" || currency === target) return null;
  if (rate.isError) return <FailureAlert error={rate.error} title="No rate for this pair" />;
  if (rate.data === undefined) return <Text size="sm">Fetching the rate…</Text>;
  return (
    <Text size="sm" role="status">
      1 {currency} = {formatRate(rate.data.rate)} {target}
      {Number(amount) > 0 && <>, so {formatMoney(convert(Number(amount), rate.data.rate, target), target)} arrive</>}.
      Locked until <Timestamp at={rate.data.expires_at} />.
    </Text>
  );
}

function PayerFields({ form }: { form: Form }) {
  return (
    <Panel title="Who pays">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label="Name" required withAsterisk={false} {...form.getInputProps("payer_name")} />
        <TextInput label="E-mail" type="email" {...form.getInputProps("payer_email")} />
        <TextInput label="Phone" type="tel" {...form.getInputProps("payer_phone")} />
      </SimpleGrid>
    </Panel>
  );
}

function PayeeFields({ form }: { form: Form }) {
  return (
    <Panel title="Who is paid">
      <BeneficiarySelect {...choiceProps(form, "beneficiary_id")} />
    </Panel>
  );
}

/** The value of an omitted destination. */
function ownOf(form: Form): string | undefined {
  return form.values.direction === "payout" ? "The beneficiary's own" : undefined;
}

function MobileMoneyFields({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NetworkSelect
        country={form.values.country}
        description={form.values.country === "" ? "Choose the country first" : undefined}
        {...form.getInputProps("network")}
      />
      <TextInput
        label="Mobile money number"
        type="tel"
        placeholder={ownOf(form)}
        {...form.getInputProps("phone_number")}
      />
    </SimpleGrid>
  );
}

function CardFields({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Card number" inputMode="numeric" autoComplete="off" {...form.getInputProps("card_number")} />
      <TextInput label="Name on the card" autoComplete="off" {...form.getInputProps("card_holder_name")} />
      <TextInput
        label="Expiry month"
        inputMode="numeric"
        placeholder="MM"
        maxLength={2}
        autoComplete="off"
        {...form.getInputProps("expiry_month")}
      />
      <TextInput
        label="Expiry year"
        inputMode="numeric"
        placeholder="YYYY"
        maxLength={4}
        autoComplete="off"
        {...form.getInputProps("expiry_year")}
      />
      <TextInput
        label="Security code"
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        {...form.getInputProps("cvv")}
      />
    </SimpleGrid>
  );
}

function BankFields({ form }: { form: Form }) {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label="From account number" {...form.getInputProps("source_number")} />
        <TextInput label="Held by" {...form.getInputProps("source_name")} />
        <TextInput label="At bank" {...form.getInputProps("source_bank")} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="To account number" placeholder={ownOf(form)} {...form.getInputProps("account_number")} />
        <BankSelect
          label="At bank"
          country={form.values.country}
          clearable
          value={form.values.bank_code === "" ? null : form.values.bank_code}
          onBank={(bank) => form.setValues({ bank_code: bank?.code ?? "", bank_name: bank?.name ?? "" })}
        />
      </SimpleGrid>
    </Stack>
  );
}
