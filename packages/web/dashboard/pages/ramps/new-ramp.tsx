import { SegmentedControl, Select, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import type { Body } from "@corridor/shared/operations.ts";
import { BeneficiarySelect } from "../../components/beneficiary-select.tsx";
import { CountrySelect } from "../../components/country-select.tsx";
import { HomeCurrencySelect } from "../../components/currency-select.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { MoneyModal, Review } from "../../components/money-steps.tsx";
import { choiceProps, textOrUndefined } from "../../components/form-values.ts";
import { NetworkSelect } from "../../components/network-select.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { useAttemptKey } from "../../components/use-attempt-key.ts";
import { useWrite } from "../../components/use-write.ts";
import { formatMoney, formatRate } from "@corridor/shared/money-text.ts";
import { PAYMENTS } from "../payments/payment.ts";
import { useLockedRate } from "../payments/use-locked-rate.ts";
import { AssetFields } from "./asset-fields.tsx";
import type { Asset } from "./ramp-assets.ts";

type RampRequest = Body<"post", "/payments-init/ramp">;

const EMPTY = {
  direction: "on_ramp" as "on_ramp" | "off_ramp",
  fiat_currency: "",
  fiat_amount: "" as number | string,
  crypto_currency: "USDT" as Asset,
  crypto_network: "TRON" as string,
  country: "",
  wallet_address: "",
  beneficiary_id: "",
  pay_by: "bank" as "bank" | "mobile_money",
  network: "",
  phone_number: "",
};
type Values = typeof EMPTY;

function requestOf(values: Values, rate: number): RampRequest {
  const common = {
    direction: values.direction,
    fiat_currency: values.fiat_currency,
    fiat_amount: Number(values.fiat_amount),
    client_rate: rate,
    crypto_currency: values.crypto_currency,
    crypto_network: values.crypto_network,
    country: textOrUndefined(values.country),
  };
  if (values.direction === "off_ramp") return { ...common, beneficiary_id: values.beneficiary_id };
  const byPhone =
    values.pay_by === "mobile_money"
      ? { mobile_money_details: { provider: values.network, phone_number: values.phone_number.trim() } }
      : {};
  return { ...common, wallet_address: values.wallet_address.trim(), ...byPhone };
}

/**
 * The shown rate is the one that is sent. The service compares it with the live one and refuses when it moved too far;
 * then it is fetched again.
 */
export function NewRamp({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const attempt = useAttemptKey();
  const form = useForm<Values>({
    initialValues: EMPTY,
    validate: {
      fiat_currency: (value) => (value === "" ? "Choose the currency" : null),
      fiat_amount: (value) => (Number(value) > 0 ? null : "Above zero"),
      wallet_address: (value, values) =>
        values.direction === "on_ramp" && value.trim() === "" ? "Enter the address" : null,
      beneficiary_id: (value, values) =>
        values.direction === "off_ramp" && value === "" ? "Choose who is paid" : null,
      network: (value, values) =>
        values.direction === "on_ramp" && values.pay_by === "mobile_money" && value === ""
          ? "Choose the network"
          : null,
      phone_number: (value, values) =>
        values.direction === "on_ramp" && values.pay_by === "mobile_money" && value.trim() === ""
          ? "Enter the number"
          : null,
    },
  });
  const { direction, fiat_currency: fiat, fiat_amount: amount, crypto_currency: asset } = form.values;
  const buys = direction === "on_ramp";
  const rate = useLockedRate(fiat === "" ? "" : buys ? fiat : asset, fiat === "" ? "" : buys ? asset : fiat);
  const crypto_amount =
    rate.data === undefined ? null : buys ? Number(amount) * rate.data.rate : Number(amount) / rate.data.rate;

  const create = useWrite({
    write: (values: Values) => {
      const body = requestOf(values, rate.data!.rate);
      return api.post("/payments-init/ramp", { body, idempotencyKey: attempt.keyFor(body) });
    },
    refresh: [PAYMENTS],
    onDone: ({ response }) => void navigate({ to: "/payments/$paymentId", params: { paymentId: response.payment_id } }),
  });
  const submit = (values: Values) => {
    if (rate.data === undefined) return;
    create.mutate(values, {
      onError: (error) => {
        if (attempt.noteFailure(error)) void rate.refetch();
      },
    });
  };

  return (
    <MoneyModal
      onClose={onClose}
      title={buys ? "Buy crypto" : "Sell crypto"}
      submit={(next) => form.onSubmit(next)}
      review={
        <Review
          sentence={`${buys ? "Buy" : "Sell"} ${crypto_amount === null ? asset : `about ${formatMoney(crypto_amount, asset)}`} for ${formatMoney(Number(amount), fiat)}.`}
          facts={[
            { label: "Chain", value: form.values.crypto_network },
            { label: "Wallet", value: buys ? form.values.wallet_address : "" },
            rate.data !== undefined && {
              label: "Rate",
              value: `1 ${rate.data.fromCurrency} = ${formatRate(rate.data.rate)} ${rate.data.toCurrency}`,
            },
          ]}
        />
      }
      sendLabel={buys ? "Buy" : "Sell"}
      send={() => submit(form.values)}
      action={create}
      size="lg"
    >
      <SegmentedControl
        fullWidth
        aria-label="Direction"
        data={[
          { value: "on_ramp", label: "Buy crypto" },
          { value: "off_ramp", label: "Sell crypto" },
        ]}
        {...form.getInputProps("direction")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberField label="Fiat amount" data-autofocus {...form.getInputProps("fiat_amount")} />
        <HomeCurrencySelect
          label="Fiat currency"
          value={fiat === "" ? null : fiat}
          onChange={(currency) => form.setFieldValue("fiat_currency", currency ?? "")}
          error={form.errors["fiat_currency"]}
        />
        <AssetFields form={form} />
        <CountrySelect
          description="If empty: the country of the account, or of your organization"
          clearable
          value={form.values.country === "" ? null : form.values.country}
          onChange={(country) => form.setValues({ country: country ?? "", network: "" })}
        />
        {buys && (
          <Select
            label="Paid by"
            allowDeselect={false}
            data={[
              { value: "bank", label: "Bank transfer" },
              { value: "mobile_money", label: "Mobile money" },
            ]}
            {...form.getInputProps("pay_by")}
          />
        )}
      </SimpleGrid>
      {buys && form.values.pay_by === "mobile_money" && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NetworkSelect country={form.values.country} {...form.getInputProps("network")} />
          <TextInput label="Mobile money number" type="tel" {...form.getInputProps("phone_number")} />
        </SimpleGrid>
      )}
      {buys ? (
        <TextInput
          label="Wallet address"
          description={`Where the ${asset} goes; checked for ${form.values.crypto_network}`}
          spellCheck={false}
          {...form.getInputProps("wallet_address")}
        />
      ) : (
        <BeneficiarySelect {...choiceProps(form, "beneficiary_id")} />
      )}
      {rate.data !== undefined && (
        <Text size="sm" role="status">
          1 {rate.data.fromCurrency} = {formatRate(rate.data.rate)} {rate.data.toCurrency}
          {crypto_amount !== null && Number(amount) > 0 && `, about ${formatMoney(crypto_amount, asset)}`}
        </Text>
      )}
      <FailureAlert error={rate.error} title="No rate for this pair" />
    </MoneyModal>
  );
}
