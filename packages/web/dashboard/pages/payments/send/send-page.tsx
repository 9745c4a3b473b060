import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { whyHeld } from "@corridor/shared/held.ts";
import { api } from "../../../api/client.ts";
import { BackLink } from "../../../components/back-link.tsx";
import { FailureAlert } from "../../../components/failure-alert.tsx";
import { Facts } from "../../../components/facts.tsx";
import { Review } from "../../../components/money-steps.tsx";
import { NotAllowed } from "../../../components/not-allowed.tsx";
import { Page } from "../../../components/page.tsx";
import { sentence } from "../../../components/plain-words.ts";
import { Panel } from "../../../components/panel.tsx";
import { useAttemptKey } from "../../../components/use-attempt-key.ts";
import { useMay } from "../../../session/may.ts";
import { withStepUp } from "../../../session/step-up.tsx";
import { accountOf, type Beneficiary, nameOf } from "../../beneficiaries/beneficiary.ts";
import { namesAgree } from "../../beneficiaries/check-account.tsx";
import { PAYMENTS, paymentQuery } from "../payment.ts";
import { useForgetLocks } from "../use-locked-rate.ts";
import { AmountStep, type Priced } from "./amount-step.tsx";
import { costsOf, WhatWaits } from "./costs.tsx";
import { PayeeStep } from "./payee-step.tsx";
import { Receipt } from "./receipt.tsx";

const BACK = <BackLink to="/payments">Payments</BackLink>;

/** Pays somebody in four steps: who, how much, a last look, and the receipt. */
export function SendPage() {
  const may = useMay();
  const [payee, setPayee] = useState<Beneficiary | null>(null);
  const [priced, setPriced] = useState<Priced | null>(null);
  const [isReviewed, setIsReviewed] = useState(false);
  const [paymentId, setPaymentId] = useState<string | null>(null);
  const restart = (): void => {
    setPayee(null);
    setPriced(null);
    setIsReviewed(false);
    setPaymentId(null);
  };
  if (!may("POST /payments-init/initiate")) return <NotAllowed title="Send money" what="send money" back={BACK} />;
  if (paymentId !== null) return <Sent paymentId={paymentId} priced={priced!} onAgain={restart} />;
  const step = payee === null ? 1 : isReviewed ? 3 : 2;
  return (
    <Page title="Send money" back={BACK} description={`Step ${step} of 3`}>
      <Stack maw={760}>
        {payee === null && <PayeeStep onChoose={setPayee} />}
        {payee !== null && (
          <Group justify="space-between" wrap="nowrap">
            <Text component="p" m={0} style={{ overflowWrap: "anywhere" }}>
              To <strong>{nameOf(payee)}</strong>, {accountOf(payee)}
            </Text>
            <Button variant="default" size="xs" onClick={restart} style={{ flexShrink: 0 }}>
              Somebody else
            </Button>
          </Group>
        )}
        {payee !== null && !isReviewed && (
          <AmountStep
            payee={payee}
            before={priced?.payout ?? null}
            onNext={(next) => {
              setPriced(next);
              setIsReviewed(true);
            }}
          />
        )}
        {isReviewed && <LastLook priced={priced!} onBack={() => setIsReviewed(false)} onSent={setPaymentId} />}
      </Stack>
    </Page>
  );
}

function LastLook({
  priced: { payout, request, check, spendable },
  onBack,
  onSent,
}: {
  priced: Priced;
  onBack: () => void;
  onSent: (paymentId: string) => void;
}) {
  const attempt = useAttemptKey();
  const forgetLocks = useForgetLocks();
  const queryClient = useQueryClient();
  const pay = useMutation({
    mutationFn: () =>
      withStepUp(() => api.post("/payments-init/initiate", { body: request, idempotencyKey: attempt.keyFor(request) })),
    onSuccess: ({ response }) => {
      forgetLocks();
      for (const queryKey of [PAYMENTS, ["balances"], ["approvals"]]) void queryClient.invalidateQueries({ queryKey });
      onSent(response.payment_id);
    },
    onError: (error) => {
      if (attempt.noteFailure(error)) forgetLocks();
    },
  });
  const { payee, reference } = payout;
  const holder = payee.bank_details.account_name;
  const isOther = typeof holder === "string" && holder !== "" && !namesAgree(nameOf(payee), holder);
  const arrives = formatMoney(check.target_amount, check.target_currency);
  return (
    <Panel title="Is this right?">
      <Review
        sentence={`${arrives} go to ${nameOf(payee)}, ${accountOf(payee)}.`}
        facts={[
          ...costsOf(check, spendable),
          { label: "Account holder at the bank", value: holder },
          { label: "Reference", value: reference },
        ]}
      >
        {isOther && (
          <Alert color="yellow" title={`The bank knows the account as ${holder}`}>
            That is not the name of the payee. Go on only if you know why.
          </Alert>
        )}
        <WhatWaits check={check} />
        <FailureAlert error={pay.error} title="Nothing was sent" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button onClick={() => pay.mutate()} loading={pay.isPending}>
            {check.approvers_needed > 0 ? "Ask for approval" : `Send ${arrives}`}
          </Button>
        </Group>
      </Review>
    </Panel>
  );
}

function Sent({ paymentId, priced, onAgain }: { paymentId: string; priced: Priced; onAgain: () => void }) {
  const payment = useQuery(paymentQuery(paymentId)).data?.payment;
  const name = nameOf(priced.payout.payee);
  const waits = payment !== undefined && whyHeld(payment) !== null;
  const stop = payment?.hold?.reason;
  const title = waits
    ? "Sent for approval"
    : stop !== undefined
      ? "Held by the operator"
      : payment?.status === "completed"
        ? `${name} is paid`
        : payment?.status === "failed"
          ? "The payment failed"
          : "The money is on its way";
  return (
    <Page title={title} back={BACK}>
      <Stack maw={760} role="status">
        {waits && (
          <Alert color="yellow" title="Nothing has left yet">
            Another person is asked. Once they agree, the money is sent by itself.{" "}
            <Anchor component={Link} to="/approvals" inherit>
              Open the approvals
            </Anchor>
          </Alert>
        )}
        {stop !== undefined && (
          <Alert color="yellow" title="Nothing has left yet">
            {sentence(stop)} Once the operator allows it, the money is sent by itself.
          </Alert>
        )}
        {payment?.failure_reason != null && (
          <Alert color="red" title="Why it failed">
            {sentence(payment.failure_reason)}
          </Alert>
        )}
        {payment !== undefined && <Receipt payment={payment} />}
        {payment === undefined && <Facts facts={costsOf(priced.check, null)} />}
        <Group>
          <Button onClick={onAgain}>Pay somebody else</Button>
          <Button variant="default" component={Link} to={`/payments/${paymentId}`}>
            Open the payment
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}
