import { Alert, Button, Group, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { api } from "../../../api/client.ts";
import { choiceProps } from "../../../components/form-values.ts";
import { FailureAlert } from "../../../components/failure-alert.tsx";
import { Facts } from "../../../components/facts.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { Panel } from "../../../components/panel.tsx";
import type { Beneficiary } from "../../beneficiaries/beneficiary.ts";
import { useLockedRate } from "../use-locked-rate.ts";
import { costsOf, WhatWaits } from "./costs.tsx";
import { type PaymentCheck, type Payout, type PayoutRequest, requestOf } from "./payout.ts";

export type Priced = { payout: Payout; request: PayoutRequest; check: PaymentCheck; spendable: number | null };
const WAIT_MS = 400;

/** How much: either side of it, with everything that it costs and who else will be asked, before anything is sent. */
export function AmountStep({
  payee,
  before,
  onNext,
}: {
  payee: Beneficiary;
  before: Payout | null;
  onNext: (priced: Priced) => void;
}) {
  const balances = useQuery({ queryKey: ["balances", "all"], queryFn: async () => (await api.get("/balances")).data });
  const form = useForm({
    initialValues: {
      amount: (before?.amount ?? "") as number | string,
      currency: before?.currency ?? payee.currency,
      side: (before?.side ?? "they-get") as Payout["side"],
      reference: before?.reference ?? "",
    },
    validate: { amount: (value) => (Number(value) > 0 ? null : "Enter how much") },
  });
  const { currency, side, reference } = form.values;
  const crosses = currency !== payee.currency;
  const rate = useLockedRate(crosses ? currency : "", payee.currency);
  const payout: Payout = { payee, amount: Number(form.values.amount), currency, side, reference };
  const request = payout.amount > 0 ? requestOf(payout, rate.data) : null;
  const { check, isCurrent } = usePaymentCheck(request);
  const funds = (balances.data ?? []).filter(({ spendable }) => spendable > 0);
  const spendable = balances.data?.find((one) => one.currency === currency)?.spendable ?? null;
  const isShort = isCurrent && check.data !== undefined && spendable !== null && totalOf(check.data) > spendable;
  // Money is sent from a balance that there is: without one in the payee's currency, from the largest.
  const hasOwn = funds.some((one) => one.currency === payee.currency);
  const fallback = funds[0]?.currency;
  useEffect(() => {
    if (before === null && balances.isSuccess && !hasOwn && fallback !== undefined)
      form.setFieldValue("currency", fallback);
  }, [balances.isSuccess]);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(() => {
        if (request !== null && isCurrent && check.data !== undefined && !isShort)
          onNext({ payout, request, check: check.data, spendable });
      })}
    >
      <Panel title="How much?">
        <Stack>
          {crosses && (
            <SegmentedControl
              aria-label="Which amount"
              data={[
                { value: "they-get", label: "They get" },
                { value: "we-send", label: "We send" },
              ]}
              {...form.getInputProps("side")}
            />
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberField
              label={`Amount in ${crosses && side === "we-send" ? currency : payee.currency}`}
              autoFocus
              {...form.getInputProps("amount")}
            />
            <Select
              label="From the balance in"
              searchable
              allowDeselect={false}
              data={funds.map((one) => ({
                value: one.currency,
                label: `${one.currency}: ${formatMoney(one.spendable, one.currency)}`,
              }))}
              {...choiceProps(form, "currency")}
            />
            <TextInput
              label="Reference"
              description="If you like, such as an invoice number"
              maxLength={200}
              {...form.getInputProps("reference")}
            />
          </SimpleGrid>
          <FailureAlert error={rate.error} title={`${currency} cannot be changed into ${payee.currency} now`} />
          <FailureAlert error={isCurrent ? check.error : null} title="This cannot be paid as it stands" />
          {check.data !== undefined && request !== null && (
            <div role="status" aria-busy={!isCurrent}>
              <Facts facts={costsOf(check.data, spendable)} />
            </div>
          )}
          {isShort && (
            <Alert color="red" role="alert" title="The balance does not cover this">
              {formatMoney(spendable, currency)} can be spent. Choose another balance or a smaller amount.
            </Alert>
          )}
          {check.data !== undefined && isCurrent && <WhatWaits check={check.data} />}
          <Group justify="flex-end">
            <Button type="submit" loading={request !== null && !isCurrent}>
              Review
            </Button>
          </Group>
        </Stack>
      </Panel>
    </form>
  );
}

export const totalOf = ({ amount, total_fees: fees }: PaymentCheck): number => Number((amount + fees).toFixed(8));

function usePaymentCheck(request: PayoutRequest | null) {
  const [asked] = useDebouncedValue(request, WAIT_MS);
  const check = useQuery({
    queryKey: ["payment-check", asked],
    queryFn: async () => (await api.post("/payments/check", { body: asked! })).data,
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isSame = JSON.stringify(asked) === JSON.stringify(request);
  return { check, isCurrent: request !== null && isSame && !check.isFetching && !check.isPlaceholderData };
}
