import { SegmentedControl, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { choiceProps } from "../../components/form-values.ts";
import { CountrySelect } from "../../components/country-select.tsx";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { NetworkSelect } from "../../components/network-select.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { Panel } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import type { NewPayment } from "./new-payment.ts";

type Form = UseFormReturnType<NewPayment>;

export function NewPaymentFields({ form }: { form: Form }) {
  const { payment_method: method, country } = form.values;
  return (
    <>
      <Panel title="How much">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberField label="Amount" required withAsterisk={false} {...form.getInputProps("amount")} />
          <CurrencySelect {...choiceProps(form, "currency")} />
          <CountrySelect
            label="Country"
            description="The country that the money comes from"
            clearable
            value={country === "" ? null : country}
            onChange={(next) => form.setValues({ country: next ?? "", network: "" })}
            error={form.errors["country"]}
          />
          <TextInput
            label="Reference"
            description="If you like, such as an order number"
            {...form.getInputProps("client_reference")}
          />
        </SimpleGrid>
      </Panel>
      <PayerFields form={form} />
      <Panel title="How they pay">
        <Stack>
          <SegmentedControl
            aria-label="Method"
            data={[
              { value: "mobile_money", label: "Mobile money" },
              { value: "card", label: "Card" },
            ]}
            {...form.getInputProps("payment_method")}
          />
          {method === "mobile_money" ? <MobileMoneyFields form={form} /> : <CardFields form={form} />}
          <Text size="sm">
            <TextLink to="/payment-links">For a bank transfer, send a payment link</TextLink>
          </Text>
        </Stack>
      </Panel>
    </>
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

function MobileMoneyFields({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NetworkSelect
        country={form.values.country}
        description={form.values.country === "" ? "Choose the country first" : undefined}
        {...form.getInputProps("network")}
      />
      <TextInput label="Mobile money number" type="tel" {...form.getInputProps("phone_number")} />
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
