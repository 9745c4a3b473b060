import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatAmount, formatMoney, isAsset, scaleOf } from "@corridor/shared/money-text.ts";
import { api } from "../../api/client.ts";
import { type Fact, Facts } from "../../components/facts.tsx";
import { Money } from "../../components/money.tsx";
import { Panel } from "../../components/panel.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useMay } from "../../session/may.ts";
import { namesAgree, useAccountCheck } from "../beneficiaries/check-account.tsx";
import { disputeQuery } from "../disputes/dispute.ts";
import { personOf, type Payment, paymentQuery, refundsQuery } from "../payments/payment.ts";
import { batchQuery } from "../payout-batches/payout-batch.ts";
import { type Approval, PLATFORM, totalsOf } from "./approval.ts";
import classes from "./approvals.module.css";
import { RequestedChange } from "./requested-change.tsx";

const ROWS_SHOWN = 5;

/** What an approver must know of the money or the change, for each kind of approval. */
export function Subject({ approval }: { approval: Approval }) {
  if (approval.kind === "change") return <RequestedChange approval={approval} />;
  if (approval.kind === "payout_batch") return <BatchSubject approval={approval} batchId={approval.batch_id!} />;
  return <PaymentSubject approval={approval} paymentId={approval.payment_id!} />;
}

/** The amount in figures, with the name of its currency, and roughly in words: zeros are miscounted. */
export function AmountInWords({ amount, currency }: { amount: number; currency: string }) {
  const scale = scaleOf(currency);
  const digits = { minimumFractionDigits: scale, maximumFractionDigits: scale };
  const named = isAsset(currency)
    ? formatMoney(amount, currency)
    : new Intl.NumberFormat(undefined, { style: "currency", currency, currencyDisplay: "name", ...digits }).format(
        amount,
      );
  const about = new Intl.NumberFormat(undefined, {
    notation: "compact",
    compactDisplay: "long",
    maximumFractionDigits: 2,
  });
  return (
    <div>
      <Text fz={26} fw={700} lh={1.2}>
        {formatMoney(amount, currency)}
      </Text>
      <Text size="sm" c="dimmed">
        {named}
        {amount >= 1_000_000 && `, about ${about.format(amount)}`}
      </Text>
    </div>
  );
}

/** What is left once this is paid. Money of a payment that waits is set aside already; that of a batch is not. */
function useBalanceAfter(approval: Approval): (currency: string, leaves: number) => string | null {
  const may = useMay();
  const query = useQuery({
    queryKey: ["balances", approval.org_id],
    queryFn: async () => (await api.get("/balances", { query: { org_id: approval.org_id } })).data,
    enabled: approval.status === "pending" && approval.org_id !== PLATFORM && may("GET /balances"),
  });
  return (currency, leaves) => {
    const balance = query.data?.find((one) => one.currency === currency);
    return balance === undefined ? null : `${formatAmount(balance.available - leaves, currency)}\u00a0${currency}`;
  };
}

const ENDING = 4;
function accountText({ bank_account: bank, mobile_money_details: wallet }: Payment): string {
  const [where, number] = [
    bank.bank_name ?? bank.bank_code ?? wallet.provider,
    bank.account_number ?? wallet.phone_number,
  ];
  return [where, number === undefined ? undefined : `•••• ${number.slice(-ENDING)}`].filter(Boolean).join(" ");
}

function PaymentSubject({ approval, paymentId }: { approval: Approval; paymentId: string }) {
  const payment = useQuery(paymentQuery(paymentId)).data?.payment;
  const refunds = useQuery({ ...refundsQuery(paymentId), enabled: approval.kind === "refund" }).data;
  const dispute = useQuery({
    ...disputeQuery(String(approval.request["dispute_id"])),
    enabled: approval.kind === "dispute",
  }).data;
  const balanceAfter = useBalanceAfter(approval);
  const [total] = totalsOf([approval]);
  if (payment === undefined || total === undefined) return null;
  const refund = refunds?.find(({ refund_id }) => refund_id === approval.request["refund_id"]);
  const isPayout = approval.kind === "payment" && payment.direction === "outbound";
  const crosses = payment.target_currency !== null && payment.target_currency !== payment.currency;
  const facts: (Fact | false)[] = [
    payment.total_fees !== null &&
      payment.total_fees > 0 && {
        label: "Fees",
        value: <Money amount={payment.total_fees} currency={payment.currency} />,
      },
    crosses && {
      label: "The beneficiary gets",
      value: <Money amount={payment.target_amount!} currency={payment.target_currency!} />,
    },
    payment.direction === "outbound" || approval.kind === "refund"
      ? { label: "Left in the balance", value: balanceAfter(total.currency, 0) }
      : false,
    approval.kind !== "payment" && {
      label: "Of the payment",
      value: `${formatMoney(payment.amount, payment.currency)} by ${personOf(payment) ?? "a customer"}`,
    },
    { label: "Why", value: refund?.reason ?? dispute?.reason },
    { label: "Evidence", value: dispute?.evidence.map(({ name }) => name).join(", ") },
    { label: "For", value: payment.description },
    { label: "Reference", value: payment.client_reference },
    { label: "Everything about it", value: <TextLink to={`/payments/${paymentId}`}>See the payment</TextLink> },
  ];
  return (
    <Panel title="How much">
      <Stack gap="md">
        <AmountInWords {...total} />
        {isPayout && <Payee payment={payment} />}
        <Facts facts={facts} />
      </Stack>
    </Panel>
  );
}

/** Who gets a payout, at which account, and what the bank and earlier payouts say of it. */
function Payee({ payment }: { payment: Payment }) {
  const { beneficiary_id: beneficiaryId = "", bank_account: bank, recipient_info: recipient } = payment;
  const earlier = { beneficiary_id: beneficiaryId, direction: "outbound", status: "completed" } as const;
  const known = beneficiaryId !== "";
  const beneficiary = useQuery({
    queryKey: ["beneficiary", beneficiaryId],
    queryFn: async () =>
      (await api.get("/beneficiaries/{beneficiary_id}", { path: { beneficiary_id: beneficiaryId } })).data,
    enabled: known,
    retry: false,
  }).data;
  const totals = useQuery({
    queryKey: ["payments", "totals", earlier],
    queryFn: async () => (await api.get("/transactions/totals", { query: earlier })).data,
    enabled: known,
  }).data;
  const last = useQuery({
    queryKey: ["payments", "last", earlier],
    queryFn: async () => (await api.get("/transactions", { query: { ...earlier, limit: 1 } })).data[0] ?? null,
    enabled: known,
  }).data;
  const name = recipient.name ?? "–";
  const [number, code, country] = [bank.account_number ?? "", bank.bank_code ?? "", payment.country ?? ""];
  const account = useMemo(() => ({ account_number: number, bank_code: code, country }), [number, code, country]);
  const check = useAccountCheck(account);
  const isSure = check.state === "found" && namesAgree(name, check.holder);
  return (
    <Facts
      facts={[
        { label: "To", value: name },
        { label: "Account", value: `${accountText(payment)} (${wordsOf(payment.payment_method).toLowerCase()})` },
        (check.state === "found" || check.state === "invalid") && {
          label: "The account belongs to",
          value: (
            <span className={isSure ? undefined : classes.unusual}>
              {check.state === "invalid" ? `Nobody: ${check.problem}` : `${check.holder}, says the bank`}
              {check.state === "found" && !isSure && ": another name"}
            </span>
          ),
        },
        check.state !== "found" && { label: "Account holder, as registered", value: bank.account_name },
        totals !== undefined && {
          label: "Paid before",
          value:
            totals.count === 0 ? (
              <span className={classes.unusual}>Never: this is the first time</span>
            ) : (
              <TextLink to="/payments" search={{ beneficiary: beneficiaryId, status: "completed" }}>
                {totals.count === 1 ? "Once" : `${totals.count} times`},{" "}
                {totals.sums.map((sum) => formatMoney(sum.amount, sum.currency)).join(" and ")}
              </TextLink>
            ),
        },
        last != null && {
          label: "Since the last time",
          value:
            accountText(last) === accountText(payment) ? (
              <>
                The same account as on <Timestamp at={last.created_at} withTime={false} />
              </>
            ) : (
              <span className={classes.unusual}>Another account: it was {accountText(last)}</span>
            ),
        },
        beneficiary !== undefined && {
          label: "The beneficiary was",
          value: (
            <>
              added <Timestamp at={beneficiary.created_at} />
              {beneficiary.updated_at !== beneficiary.created_at && (
                <span className={classes.unusual}>
                  , changed <Timestamp at={beneficiary.updated_at} />
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function BatchSubject({ approval, batchId }: { approval: Approval; batchId: string }) {
  const batch = useQuery(batchQuery(batchId)).data;
  const rows = useQuery({
    queryKey: ["payout-batch", batchId, "first-rows"],
    queryFn: async () =>
      (await api.get("/payout-batches/{batch_id}/rows", { path: { batch_id: batchId }, query: { limit: ROWS_SHOWN } }))
        .data,
  }).data;
  const balanceAfter = useBalanceAfter(approval);
  if (batch === undefined) return null;
  const count = Number(approval.request["payouts"]);
  return (
    <Panel title="How much">
      <Stack gap="md">
        {batch.totals.map((total) => (
          <div key={`${total.currency} ${total.target_currency}`}>
            <AmountInWords amount={total.amount} currency={total.currency} />
            <Facts
              facts={[
                { label: "Payouts", value: total.rows },
                { label: "Fees", value: <Money amount={total.fees} currency={total.currency} /> },
                { label: "Left in the balance", value: balanceAfter(total.currency, total.amount + total.fees) },
              ]}
            />
          </div>
        ))}
        <Facts
          facts={[
            {
              label: "To",
              value: rows?.map(({ row, recipient, amount, currency }) => (
                <div key={row}>
                  {recipient ?? "–"}: {amount === null ? "–" : formatMoney(amount, currency)}
                </div>
              )),
            },
            {
              label: "All of them",
              value: <TextLink to={`/payout-batches/${batchId}`}>{`See the ${count} payouts`}</TextLink>,
            },
            {
              label: "Sends at",
              value: batch.scheduled_at === null ? "Once it is approved" : <Timestamp at={batch.scheduled_at} />,
            },
            {
              label: "Repeats",
              value: batch.repeat === null ? null : `${wordsOf(batch.repeat.every)}, ${batch.repeat.runs} times`,
            },
          ]}
        />
      </Stack>
    </Panel>
  );
}
