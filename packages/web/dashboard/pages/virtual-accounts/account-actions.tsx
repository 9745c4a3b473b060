import { Button, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { BeneficiarySelect, useBeneficiaries } from "../../components/beneficiary-select.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { MoneyModal, Parts, Review } from "../../components/money-steps.tsx";
import { choiceProps, textOrUndefined } from "../../components/form-values.ts";
import { NumberField } from "../../components/number-field.tsx";
import { useAttemptKey } from "../../components/use-attempt-key.ts";
import { useWrite } from "../../components/use-write.ts";
import { convertDown, formatMoney, formatRate } from "@corridor/shared/money-text.ts";
import { useMay } from "../../session/may.ts";
import { accountOf, nameOf } from "../beneficiaries/beneficiary.ts";
import { LOCKED_RATES, useForgetLocks, useLockedRate } from "../payments/use-locked-rate.ts";
import { accountKey, ACCOUNTS, type VirtualAccount } from "./virtual-account.ts";

const refreshOf = (account: VirtualAccount) => [accountKey(account.account_id), ACCOUNTS];

export function AccountActions({ account }: { account: VirtualAccount }) {
  const may = useMay();
  const [dialog, setDialog] = useState<"withdraw" | "transfer" | null>(null);
  const active = account.status === "active";
  return (
    <>
      {active && may("POST /virtual-accounts/{account_id}/withdraw") && (
        <Button onClick={() => setDialog("withdraw")}>Withdraw</Button>
      )}
      {active && may("POST /virtual-accounts/{account_id}/transfer") && (
        <Button variant="default" onClick={() => setDialog("transfer")}>
          Transfer
        </Button>
      )}
      {may("POST /virtual-accounts/{account_id}/freeze") && account.status !== "closed" && (
        <FreezeButton account={account} />
      )}
      {may("POST /virtual-accounts/{account_id}/close") && account.status !== "closed" && account.balance === 0 && (
        <CloseButton account={account} />
      )}
      {dialog === "withdraw" && <WithdrawForm account={account} onClose={() => setDialog(null)} />}
      {dialog === "transfer" && <TransferForm account={account} onClose={() => setDialog(null)} />}
    </>
  );
}

function FreezeButton({ account }: { account: VirtualAccount }) {
  const frozen = account.status === "frozen";
  const path = { account_id: account.account_id };
  const change = useWrite({
    write: (): Promise<unknown> =>
      frozen
        ? api.post("/virtual-accounts/{account_id}/unfreeze", { path, body: {} })
        : api.post("/virtual-accounts/{account_id}/freeze", { path, body: {} }),
    done: frozen ? "The account is in use again" : "The account is frozen",
    refresh: refreshOf(account),
  });
  return (
    <ConfirmButton
      label={frozen ? "Unfreeze" : "Freeze"}
      title={frozen ? "Unfreeze this account?" : "Freeze this account?"}
      confirmLabel={frozen ? "Unfreeze" : "Freeze"}
      danger={!frozen}
      action={change}
      buttonProps={{ size: "sm" }}
    >
      {frozen
        ? "Money can be taken out of the account again."
        : "Nothing can be taken out until the account is unfrozen. Deposits still arrive."}
    </ConfirmButton>
  );
}

function CloseButton({ account }: { account: VirtualAccount }) {
  const close = useWrite({
    write: () =>
      api.post("/virtual-accounts/{account_id}/close", { path: { account_id: account.account_id }, body: {} }),
    done: "The account is closed",
    refresh: refreshOf(account),
  });
  return (
    <ConfirmButton
      label="Close"
      title="Close this account?"
      confirmLabel="Close for ever"
      danger
      action={close}
      buttonProps={{ size: "sm" }}
    >
      A closed account cannot be opened again.
    </ConfirmButton>
  );
}

const leftOf = ({ available_balance: available, currency }: VirtualAccount, amount: number) => [
  { label: "Left in the account, before fees", value: formatMoney(Number((available - amount).toFixed(8)), currency) },
];

function WithdrawForm({ account, onClose }: { account: VirtualAccount; onClose: () => void }) {
  const attempt = useAttemptKey();
  const form = useForm({
    initialValues: { amount: "" as number | string, beneficiary_id: "", description: "" },
    validate: {
      amount: (value) =>
        Number(value) > 0 && Number(value) <= account.available_balance
          ? null
          : `Above zero, at most ${formatMoney(account.available_balance, account.currency)}`,
      beneficiary_id: (value) => (value === "" ? "Choose who is paid" : null),
    },
  });
  const payee = useBeneficiaries().data?.data.find((one) => one.beneficiary_id === form.values.beneficiary_id);
  const withdraw = useWrite({
    write: (values: typeof form.values) =>
      api.post("/virtual-accounts/{account_id}/withdraw", {
        path: { account_id: account.account_id },
        idempotencyKey: attempt.keyFor({
          beneficiary_id: values.beneficiary_id,
          amount: Number(values.amount),
        }),
        body: {
          amount: Number(values.amount),
          beneficiary_id: values.beneficiary_id,
          description: textOrUndefined(values.description),
        },
      }),
    refresh: refreshOf(account),
    onFailed: attempt.noteFailure,
  });
  return (
    <MoneyModal
      onClose={onClose}
      title="Withdraw"
      submit={(next) => form.onSubmit(next)}
      review={
        <Review
          sentence={`${formatMoney(Number(form.values.amount), account.currency)} go to ${payee === undefined ? "the beneficiary" : `${nameOf(payee)}, ${accountOf(payee)}`}.`}
          facts={leftOf(account, Number(form.values.amount))}
        />
      }
      sendLabel="Withdraw"
      send={() => withdraw.mutate(form.values)}
      done={{
        title: "The withdrawal is on its way",
        facts: [
          { label: "Amount", value: formatMoney(Number(form.values.amount), account.currency) },
          { label: "To", value: payee === undefined ? "" : nameOf(payee) },
          { label: "Description", value: form.values.description },
        ],
      }}
      action={withdraw}
    >
      <NumberField
        label={`Amount (${account.currency})`}
        description={`${formatMoney(account.available_balance, account.currency)} available, fees included`}
        data-autofocus
        {...form.getInputProps("amount")}
      />
      <Parts
        of={account.available_balance}
        currency={account.currency}
        onChoose={(part) => form.setFieldValue("amount", part)}
      />
      <BeneficiarySelect {...choiceProps(form, "beneficiary_id")} />
      <TextInput label="Description" {...form.getInputProps("description")} />
    </MoneyModal>
  );
}

const MAX_OFFERED = 100;

function TransferForm({ account, onClose }: { account: VirtualAccount; onClose: () => void }) {
  const attempt = useAttemptKey();
  const accounts = useQuery({
    queryKey: [...ACCOUNTS, "choice"],
    queryFn: () => api.get("/virtual-accounts", { query: { limit: MAX_OFFERED } }),
  });
  const others = (accounts.data?.data ?? []).filter(
    (other) => other.account_id !== account.account_id && other.org_id === account.org_id && other.status !== "closed",
  );
  const form = useForm({
    initialValues: { to_account_id: "", amount: "" as number | string, description: "" },
    validate: {
      to_account_id: (value) => (value === "" ? "Choose the account" : null),
      amount: (value) =>
        Number(value) > 0 && Number(value) <= account.available_balance
          ? null
          : `Above zero, at most ${formatMoney(account.available_balance, account.currency)}`,
    },
  });
  const target = others.find((other) => other.account_id === form.values.to_account_id);
  const rate = useLockedRate(account.currency, target?.currency ?? account.currency);
  const forgetLocks = useForgetLocks();
  const crosses = target !== undefined && target.currency !== account.currency;
  const transfer = useWrite({
    write: (values: typeof form.values) =>
      api.post("/virtual-accounts/{account_id}/transfer", {
        path: { account_id: account.account_id },
        idempotencyKey: attempt.keyFor({ to_account_id: values.to_account_id, amount: Number(values.amount) }),
        body: {
          to_account_id: values.to_account_id,
          amount: Number(values.amount),
          description: textOrUndefined(values.description),
          ...(crosses && rate.data !== undefined ? { org_rate_id: rate.data.org_rate_id } : {}),
        },
      }),
    refresh: [accountKey(account.account_id), accountKey(form.values.to_account_id), ACCOUNTS, LOCKED_RATES],
    onFailed: (error) => {
      if (attempt.noteFailure(error)) forgetLocks();
    },
  });
  const arrival = crosses && rate.data !== undefined && Number(form.values.amount) > 0 && (
    <Text size="sm" role="status">
      {formatMoney(convertDown(Number(form.values.amount), rate.data.rate, target.currency), target.currency)} arrive,
      at {formatRate(rate.data.rate)}.
    </Text>
  );
  return (
    <MoneyModal
      onClose={onClose}
      title="Transfer to another account"
      submit={(next) => form.onSubmit(next)}
      review={
        <Review
          sentence={`${formatMoney(Number(form.values.amount), account.currency)} go to ${target?.virtual_account_name}.`}
          facts={leftOf(account, Number(form.values.amount))}
        >
          {arrival}
        </Review>
      }
      sendLabel="Transfer"
      send={() => transfer.mutate(form.values)}
      done={{
        title: "The money is transferred",
        facts: [
          { label: "Amount", value: formatMoney(Number(form.values.amount), account.currency) },
          { label: "From", value: account.virtual_account_name },
          { label: "To", value: target?.virtual_account_name ?? "" },
          { label: "Description", value: form.values.description },
        ],
      }}
      action={transfer}
    >
      <Select
        label="To"
        searchable
        nothingFoundMessage="No other account"
        data={others.map((other) => ({
          value: other.account_id,
          label: `${other.virtual_account_name}, ${other.currency}`,
        }))}
        data-autofocus
        {...form.getInputProps("to_account_id")}
      />
      <NumberField
        label={`Amount (${account.currency})`}
        description={`${formatMoney(account.available_balance, account.currency)} available`}
        {...form.getInputProps("amount")}
      />
      {arrival}
      <FailureAlert error={rate.error} title="No rate for this pair" />
      <TextInput label="Description" {...form.getInputProps("description")} />
    </MoneyModal>
  );
}
