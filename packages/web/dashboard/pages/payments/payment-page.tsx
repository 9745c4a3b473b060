import { Alert, Grid, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { BackLink } from "../../components/back-link.tsx";
import { CodeBlock } from "../../components/copyable.tsx";
import { indentJson } from "../../components/indent-json.ts";
import { Money } from "../../components/money.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { sentence } from "../../components/plain-words.ts";
import { wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { NotLoadedPage } from "../../frame/not-loaded-page.tsx";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { isFinal } from "@corridor/shared/payment-status.ts";
import { useSession } from "../../session/session.ts";
import { type Payment, paymentKey, paymentQuery, refundsQuery } from "./payment.ts";
import { PaymentBadge, statusText } from "./payment-badge.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { PaymentDispute } from "./payment-dispute.tsx";
import { PaymentEvents } from "./payment-events.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import { PaymentLedger } from "./payment-ledger.tsx";
import { WaitsForApproval } from "../approvals/waits-for-approval.tsx";
import { PaymentProblems } from "./payment-problems.tsx";
import { RouteCandidates } from "./route-candidates.tsx";
import { Receipt } from "./send/receipt.tsx";
import { storyOf } from "./story.ts";
import { StoryList } from "./story-list.tsx";

/** One payment and everything known about it; the page follows it while it changes. */
export function PaymentPage() {
  const { paymentId } = useParams({ from: "/protected/payments/$paymentId" });
  const payment = useQuery(paymentQuery(paymentId));
  const refunds = useQuery(refundsQuery(paymentId));
  const queryClient = useQueryClient();
  const settledRefunds = refunds.data?.filter((refund) => refund.status !== "pending").length;
  // A completed payment is no longer polled; only a refund that has just ended can still change it.
  useEffect(() => {
    if (settledRefunds !== undefined && settledRefunds > 0)
      void queryClient.invalidateQueries({ queryKey: paymentKey(paymentId), exact: true });
  }, [settledRefunds, queryClient, paymentId]);
  const back = <BackLink to="/payments">Payments</BackLink>;
  if (payment.isError || payment.data === undefined)
    return <NotLoadedPage query={payment} title="Payment" back={back} failure="Could not load the payment" />;
  return <PaymentDetail {...payment.data} refunds={refunds.data ?? []} />;
}

function PaymentDetail({
  payment,
  json,
  refunds,
}: {
  payment: Payment;
  json: string;
  refunds: Parameters<typeof storyOf>[1];
}) {
  const isOperator = useSession().user.platform_role !== null;
  return (
    <Page
      title={formatMoney(payment.amount, payment.currency)}
      back={<BackLink to="/payments">Payments</BackLink>}
      description={
        <Group gap="sm" role="status" aria-label={`Status: ${statusText(payment).toLowerCase()}`}>
          <PaymentBadge payment={payment} />
          {!isFinal(payment) && <span>This page follows the payment.</span>}
        </Group>
      }
      actions={<PaymentActions payment={payment} />}
    >
      <Stack gap="lg">
        <Notices payment={payment} />
        <Grid gap="lg" align="flex-start">
          <Grid.Col span={{ base: 12, lg: 7 }} order={{ base: 2, lg: 1 }}>
            <Stack gap="lg">
              <Panel title="Details">
                <PaymentFacts payment={payment} />
              </Panel>
              <Panel title="Route" flush={payment.route.length > 0} folded={!isOperator}>
                {payment.routing_program !== null && (
                  <Text size="sm" px="lg" py="sm">
                    Routing program, version {payment.routing_program.version}: {payment.routing_program.reason}
                  </Text>
                )}
                {payment.route.length > 0 ? (
                  <RouteCandidates candidates={payment.route} />
                ) : (
                  "No provider was considered."
                )}
              </Panel>
              <PaymentLedger payment={payment} folded={!isOperator} />
              <PaymentEvents payment={payment} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }} order={{ base: 1, lg: 2 }}>
            <Stack gap="lg">
              <Panel title="What happened">
                <StoryList story={storyOf(payment, refunds)} />
              </Panel>
              {payment.direction === "outbound" && payment.status === "completed" && <Receipt payment={payment} />}
            </Stack>
          </Grid.Col>
        </Grid>
        <Panel title="The payment as the API shows it" folded>
          <CodeBlock code={indentJson(json)} what="Payment as JSON" />
        </Panel>
      </Stack>
    </Page>
  );
}

const INSTANT = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/;

/** The service's text, with its instants in the reader's local time. */
function Instructions({ text }: { text: string }) {
  return text.split(INSTANT).map((part, index) => (INSTANT.test(part) ? <Timestamp key={index} at={part} /> : part));
}

function Notices({ payment }: { payment: Payment }) {
  return (
    <>
      {payment.failure_reason !== null && (
        <Alert color="red" title="Why it failed">
          {sentence(payment.failure_reason)}
        </Alert>
      )}
      {payment.instructions !== null && !isFinal(payment) && (
        <Alert color="yellow" title="Waiting for the customer">
          <Instructions text={payment.instructions} />
        </Alert>
      )}
      {payment.destination?.matches_beneficiary === false && (
        <Alert color="yellow" title="Not the beneficiary's own account">
          The money goes to another account than the beneficiary is registered with:{" "}
          {payment.destination.differs.map(wordsOf).join(", ").toLowerCase()} differ.
        </Alert>
      )}
      {payment.received_amount !== null && payment.received_amount !== payment.amount && (
        <Alert color="yellow" title="Another amount arrived">
          <Money amount={payment.received_amount} currency={payment.currency} /> instead of{" "}
          <Money amount={payment.amount} currency={payment.currency} />
        </Alert>
      )}
      {payment.hold !== null && (
        <Alert color="yellow" title="Held by the operator">
          {sentence(payment.hold.reason)} Nothing was sent since <Timestamp at={payment.hold.since} />; it goes on by
          itself.
        </Alert>
      )}
      <WaitsForApproval kinds={["payment", "refund"]} paymentId={payment.payment_id} />
      <PaymentDispute paymentId={payment.payment_id} />
      <PaymentProblems paymentId={payment.payment_id} />
    </>
  );
}
