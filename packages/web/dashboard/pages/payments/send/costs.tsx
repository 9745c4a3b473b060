import { Alert, List } from "@mantine/core";
import { formatRate } from "@corridor/shared/money-text.ts";
import type { Fact } from "../../../components/facts.tsx";
import { sentence } from "../../../components/plain-words.ts";
import { Money } from "../../../components/money.tsx";
import { Timestamp } from "../../../components/timestamp.tsx";
import type { PaymentCheck } from "./payout.ts";

/** What a payout costs and leaves, the same before and in the review. */
export function costsOf(check: PaymentCheck, spendable: number | null): (Fact | false)[] {
  const { amount, currency, target_amount: target, target_currency: targetCurrency, total_fees: fees } = check;
  const total = Number((amount + fees).toFixed(8));
  const crosses = currency !== targetCurrency;
  return [
    { label: "They get", value: <Money amount={target} currency={targetCurrency} strong /> },
    crosses && { label: "Rate", value: `1 ${currency} = ${formatRate(target / amount, 8)} ${targetCurrency}` },
    { label: "Fee", value: fees === 0 ? "None" : <Money amount={fees} currency={currency} /> },
    { label: "We pay in total", value: <Money amount={total} currency={currency} strong /> },
    spendable !== null && {
      label: "Left in the balance",
      value: <Money amount={Number((spendable - total).toFixed(8))} currency={currency} />,
    },
    {
      label: "Arrives",
      value:
        check.expected_arrival_at !== undefined ? (
          <>
            about <Timestamp at={check.expected_arrival_at} />
          </>
        ) : check.stopped === undefined ? (
          "Not known yet"
        ) : (
          "Once the operator lets payouts go on"
        ),
    },
    { label: "Approval", value: approvalText(check) },
  ];
}

export function approvalText({ approvers_needed: count }: PaymentCheck): string {
  return count === 0 ? "Nobody else is asked" : count === 1 ? "A second person is asked" : `${count} others are asked`;
}

/** What stands between the request and the money that leaves. */
export function WhatWaits({ check }: { check: PaymentCheck }) {
  return (
    <>
      {check.stopped !== undefined && (
        <Alert color="yellow" role="status" title="The operator holds this payout for now">
          {sentence(check.stopped)} If you ask for it now, nothing leaves until the operator allows it. Then it is sent
          by itself.
        </Alert>
      )}
      {check.approvers_needed > 0 && (
        <Alert color="yellow" role="status" title={`${approvalText(check)} before the money leaves`}>
          <List size="sm">
            {check.reasons.map((reason) => (
              <List.Item key={reason}>{sentence(reason)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
