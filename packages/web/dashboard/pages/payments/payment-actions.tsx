import { Button, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { DecisionForm } from "../../components/decision-form.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { useWrite } from "../../components/use-write.ts";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { isFinal } from "@corridor/shared/payment-status.ts";
import { useMay } from "../../session/may.ts";
import { CustomerPageButton } from "./customer-page-button.tsx";
import { RefundForm } from "./refund-form.tsx";
import { type Payment, paymentRefresh } from "./payment.ts";

type Action = Payment["actions"][number];
type Dialog = "refund" | "approve" | "reject" | "settle-completed" | "settle-failed";
type OfferProps = { payment: Payment; open: (dialog: Dialog) => void };

/** How each action is offered, in this order. The customer enters one-time passwords, on the page made for that. */
const OFFERS: Record<Action, ((props: OfferProps) => React.ReactNode) | null> = {
  submit_otp: null,
  resend_otp: null,
  approve: ({ open }) => <Button onClick={() => open("approve")}>Approve</Button>,
  reject: ({ open }) => (
    <Button variant="default" onClick={() => open("reject")}>
      Reject
    </Button>
  ),
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
  const waitsForReview = payment.attempts.length === 0 && !isFinal(payment);
  return (
    <>
      {waitsForReview && !payment.actions.includes("approve") && (
        <Text size="sm" c="dimmed">
          Waits for a second person.
        </Text>
      )}
      {payment.direction === "inbound" &&
        payment.status === "pending" &&
        may("POST /payments/{payment_id}/checkout") && <CustomerPageButton payment={payment} />}
      {(Object.keys(OFFERS) as Action[]).map((action) => {
        const Offer = payment.actions.includes(action) ? OFFERS[action] : null;
        return Offer === null ? null : <Offer key={action} payment={payment} open={setDialog} />;
      })}
      {dialog === "refund" && <RefundForm payment={payment} onClose={() => setDialog(null)} />}
      {(dialog === "approve" || dialog === "reject") && (
        <ReviewForm payment={payment} decision={dialog} onClose={() => setDialog(null)} />
      )}
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

function ReviewForm({
  payment,
  decision,
  onClose,
}: {
  payment: Payment;
  decision: "approve" | "reject";
  onClose: () => void;
}) {
  const what = payment.direction === "inbound" ? "payin" : "payout";
  const isApproval = decision === "approve";
  return (
    <DecisionForm
      title={`${isApproval ? "Approve" : "Reject"} this ${what}?`}
      submitLabel={isApproval ? "Approve and send" : "Reject"}
      write={(comment) =>
        api.post("/payments/{payment_id}/review", {
          path: { payment_id: payment.payment_id },
          body: { decision, comment: comment ?? undefined },
        })
      }
      done={(answer) => answer.message}
      refresh={[...paymentRefresh(payment), ["approvals"]]}
      onClose={onClose}
    >
      {formatMoney(payment.amount, payment.currency)}{" "}
      {isApproval
        ? "go to the provider once enough people have approved."
        : `are not ${what === "payin" ? "collected" : "paid out"}. This is final.`}
    </DecisionForm>
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
      opened
      onClose={onClose}
      title={`Mark as ${status}?`}
      submitLabel={`Mark as ${status}`}
      onSubmit={form.onSubmit((values) => settle.mutate(values))}
      error={settle.error}
      pending={settle.isPending}
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
