import { Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { api } from "../../api/client.ts";
import { MoneyModal, Parts, Review } from "../../components/money-steps.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { useAttemptKey } from "../../components/use-attempt-key.ts";
import { useWrite } from "../../components/use-write.ts";
import { type Payment, paymentRefresh, personOf } from "./payment.ts";

export function RefundForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const left = Number((payment.amount - payment.refunded_amount).toFixed(8));
  const form = useForm({
    initialValues: { amount: left as number | string, reason: "" },
    validate: {
      amount: (value) =>
        Number(value) > 0 && Number(value) <= left
          ? null
          : `Above zero, at most ${formatMoney(left, payment.currency)}`,
      reason: (value) => (value.trim() === "" ? "Say why" : null),
    },
  });
  const attempt = useAttemptKey();
  const amount = Number(form.values.amount);
  const refund = useWrite({
    write: () =>
      api.post("/payments/{payment_id}/refund", {
        path: { payment_id: payment.payment_id },
        idempotencyKey: attempt.keyFor({ amount }),
        body: { amount, reason: form.values.reason.trim() },
      }),
    refresh: paymentRefresh(payment),
    onFailed: attempt.noteFailure,
  });
  const shown = formatMoney(amount, payment.currency);
  return (
    <MoneyModal
      onClose={onClose}
      title="Refund this payment"
      submit={(next) => form.onSubmit(next)}
      review={
        <Review
          sentence={`${shown} go back to ${personOf(payment) ?? "the payer"}.`}
          facts={[
            { label: "Of the payment", value: formatMoney(payment.amount, payment.currency) },
            {
              label: "Still refundable afterwards",
              value: formatMoney(Number((left - amount).toFixed(8)), payment.currency),
            },
            { label: "Reason", value: form.values.reason },
          ]}
        />
      }
      sendLabel={`Refund ${shown}`}
      send={() => refund.mutate()}
      done={{
        title: refund.data?.message ?? "",
        facts: [
          { label: "Amount", value: shown },
          { label: "Back to", value: personOf(payment) ?? "" },
          { label: "Reason", value: form.values.reason.trim() },
          { label: "Payment", value: payment.client_reference ?? payment.payment_id },
        ],
      }}
      action={refund}
    >
      <NumberField
        label={`Amount (${payment.currency})`}
        description={`Up to ${formatMoney(left, payment.currency)}`}
        data-autofocus
        {...form.getInputProps("amount")}
      />
      <Parts of={left} currency={payment.currency} onChoose={(part) => form.setFieldValue("amount", part)} />
      <Textarea label="Reason" required withAsterisk={false} maxLength={500} {...form.getInputProps("reason")} />
    </MoneyModal>
  );
}
