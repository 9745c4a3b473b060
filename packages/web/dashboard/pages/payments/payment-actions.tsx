import { Button, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { CustomerPageButton } from "./customer-page-button.tsx";
import { RefundForm } from "./refund-form.tsx";
import { type Payment, paymentRefresh } from "./payment.ts";

type Action = Payment["actions"][number];
type Dialog = "refund" | "settle-completed" | "settle-failed";
type OfferProps = { payment: Payment; open: (dialog: Dialog) => void };

/**
 * How each action is offered, in this order. The customer enters one-time passwords, and
 * approvals are decided, on the pages made for that.
 */
const OFFERS: Record<Action, ((props: OfferProps) => React.ReactNode) | null> = {
  submit_otp: null,
  resend_otp: null,
  approve: null,
  reject: null,
  settle: ({ open }) => (
    <>
      <Button onClick={() => open("settle-completed")}>Mark as completed</Button>
      <Button variant="default" onClick={() => open("settle-failed")}>
        Mark as failed
      </Button>
    </>
  ),
  cancel: ({ payment }) => <CancelPayment payment={payment} />,
  refund: ({ open }) => (
    <Button variant="default" onClick={() => open("refund")}>
      Refund
    </Button>
  ),
};

/** What this person can do to this payment now: the record says it, by the service's own rules. */
export function PaymentActions({ payment }: { payment: Payment }) {
  const may = useMay();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  return (
    <>
      {payment.direction === "inbound" &&
        payment.status === "pending" &&
        may("POST /payments/{payment_id}/checkout") && <CustomerPageButton payment={payment} />}
      {(Object.keys(OFFERS) as Action[]).map((action) => {
        const Offer = payment.actions.includes(action) ? OFFERS[action] : null;
        return Offer === null ? null : <Offer key={action} payment={payment} open={setDialog} />;
      })}
      {dialog === "refund" && <RefundForm payment={payment} onClose={() => setDialog(null)} />}
      {(dialog === "settle-completed" || dialog === "settle-failed") && (
        <SettleForm
          payment={payment}
          status={dialog === "settle-completed" ? "completed" : "failed"}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

function CancelPayment({ payment }: { payment: Payment }) {
  const cancel = useWrite({
    write: () =>
      api.post("/payments-init/{payment_id}/action", {
        path: { payment_id: payment.payment_id },
        body: { action: "cancel" },
      }),
    done: "The payment is canceled",
    refresh: paymentRefresh(payment),
  });
  return (
    <ConfirmButton
      label="Cancel payment"
      title="Cancel this payment?"
      confirmLabel="Cancel the payment"
      danger
      action={cancel}
      buttonProps={{ size: "sm" }}
    >
      It only works before money has moved. The customer can no longer pay it.
    </ConfirmButton>
  );
}

function SettleForm({
  payment,
  status,
  onClose,
}: {
  payment: Payment;
  status: "completed" | "failed";
  onClose: () => void;
}) {
  const form = useForm({
    initialValues: { comment: "" },
    validate: { comment: (value) => (value.trim() === "" ? "Describe what you saw, and where" : null) },
  });
  const settle = useWrite({
    write: (values: typeof form.values) =>
      api.post("/payments/{payment_id}/settle", {
        path: { payment_id: payment.payment_id },
        body: { status, comment: values.comment.trim() },
      }),
    done: "The payment is settled",
    refresh: paymentRefresh(payment),
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Mark as ${status}?`}
      submitLabel={`Mark as ${status}`}
      onSubmit={form.onSubmit((values) => settle.mutate(values))}
      action={settle}
    >
      <Text size="sm">
        {payment.provider === "manual"
          ? "The operator of the manual provider decides the outcome of its payments."
          : "The provider is polled once more. Your decision counts only if the provider still reports no outcome, " +
            "so look the payment up there first."}{" "}
        Your decision changes the ledger and is recorded in the audit log.
      </Text>
      <Textarea label="What you saw" required withAsterisk={false} data-autofocus {...form.getInputProps("comment")} />
    </FormModal>
  );
}
