import { Button, SegmentedControl, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { CountrySelect } from "../../components/country-select.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { choiceProps, textOrNull, textOrUndefined } from "../../components/form-values.ts";
import { NetworkSelect } from "../../components/network-select.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { useAttemptKey } from "../../components/use-attempt-key.ts";
import { useWrite } from "../../components/use-write.ts";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { useMay } from "../../session/may.ts";
import { AccountSelect } from "./account-select.tsx";
import { type Escrow, escrowKey, ESCROWS } from "./escrow.ts";

export function ProjectActions({ escrow }: { escrow: Escrow }) {
  const may = useMay();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"fund" | "edit" | null>(null);
  const path = { escrow_id: escrow.escrow_id };
  const refresh = [escrowKey(escrow.escrow_id), ESCROWS];
  const activate = useWrite({
    write: () => api.post("/virtual-accounts/escrow/{escrow_id}/activate", { path }),
    done: "The project is active and accepts money",
    refresh,
  });
  const cancel = useWrite({
    write: () => api.post("/virtual-accounts/escrow/{escrow_id}/cancel", { path, body: {} }),
    done: "The project is canceled",
    refresh,
  });
  const remove = useWrite({
    write: () => api.delete("/virtual-accounts/escrow/{escrow_id}", { path }),
    done: "The draft is deleted",
    refresh: [ESCROWS],
    onDone: () => void navigate({ to: "/escrow" }),
  });
  if (!may("POST /virtual-accounts/escrow/{escrow_id}/fund")) return null;
  return (
    <>
      {escrow.status === "active" && <Button onClick={() => setDialog("fund")}>Fund</Button>}
      {escrow.status === "draft" && (
        <ConfirmButton
          label="Activate"
          title="Activate this project?"
          confirmLabel="Activate"
          action={activate}
          buttonProps={{ size: "sm", variant: "filled" }}
        >
          From now on its amounts are fixed, and it accepts money.
        </ConfirmButton>
      )}
      {(escrow.status === "draft" || escrow.status === "active") && (
        <Button variant="default" onClick={() => setDialog("edit")}>
          Edit
        </Button>
      )}
      {escrow.status === "draft" && (
        <ConfirmButton
          label="Delete"
          title="Delete this draft?"
          confirmLabel="Delete"
          danger
          action={remove}
          buttonProps={{ size: "sm" }}
        >
          Nothing of it is kept.
        </ConfirmButton>
      )}
      {escrow.status === "active" && (
        <ConfirmButton
          label="Cancel project"
          title="Cancel this project?"
          confirmLabel="Cancel the project"
          danger
          action={cancel}
          buttonProps={{ size: "sm" }}
        >
          Unreleased money goes back to its funders. This cannot be undone.
        </ConfirmButton>
      )}
      {dialog === "fund" && <FundForm escrow={escrow} onClose={() => setDialog(null)} />}
      {dialog === "edit" && <EditProject escrow={escrow} onClose={() => setDialog(null)} />}
    </>
  );
}

function EditProject({ escrow, onClose }: { escrow: Escrow; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      title: escrow.title,
      description: escrow.description ?? "",
      total_amount: escrow.total_amount as number | string,
    },
    validate: { title: (value) => (value.trim() === "" ? "Say what it is" : null) },
  });
  const save = useWrite({
    write: (values: typeof form.values) =>
      api.patch("/virtual-accounts/escrow/{escrow_id}", {
        path: { escrow_id: escrow.escrow_id },
        body: {
          title: values.title.trim(),
          description: textOrNull(values.description),
          ...(escrow.status === "draft" ? { total_amount: Number(values.total_amount) } : {}),
        },
      }),
    done: "The project is changed",
    refresh: [escrowKey(escrow.escrow_id), ESCROWS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Edit the project"
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps("title")} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps("description")} />
      {escrow.status === "draft" && (
        <NumberField label={`Total amount (${escrow.currency})`} {...form.getInputProps("total_amount")} />
      )}
    </FormModal>
  );
}

/** Money for the project: from a virtual account at once, or collected from a payer's mobile money. */
function FundForm({ escrow, onClose }: { escrow: Escrow; onClose: () => void }) {
  const missing = Math.max(0, Number((escrow.total_amount - escrow.funded_amount - escrow.pending_funding).toFixed(8)));
  const attempt = useAttemptKey();
  const form = useForm({
    initialValues: {
      source: "account" as "account" | "payin",
      amount: (missing === 0 ? "" : missing) as number | string,
      account_id: "",
      country: "",
      network: "",
      phone_number: "",
      payer_name: "",
    },
    validate: {
      amount: (value) => (Number(value) > 0 ? null : "Above zero"),
      account_id: (value, values) => (values.source === "account" && value === "" ? "Choose the account" : null),
      network: (value, values) => (values.source === "payin" && value === "" ? "Choose the network" : null),
      phone_number: (value, values) => (values.source === "payin" && value.trim() === "" ? "Enter the number" : null),
      payer_name: (value, values) => (values.source === "payin" && value.trim() === "" ? "Enter the name" : null),
    },
  });
  const fund = useWrite({
    write: (values: typeof form.values) =>
      api.post("/virtual-accounts/escrow/{escrow_id}/fund", {
        path: { escrow_id: escrow.escrow_id },
        idempotencyKey: attempt.keyFor({
          source: values.source,
          amount: Number(values.amount),
          account_id: values.account_id,
          phone_number: values.phone_number,
        }),
        body:
          values.source === "account"
            ? { amount: Number(values.amount), account_id: values.account_id }
            : {
                amount: Number(values.amount),
                payment: {
                  payment_method: "mobile_money",
                  country: textOrUndefined(values.country),
                  payer_details: { name: values.payer_name.trim(), phone: values.phone_number.trim() },
                  mobile_money_details: { provider: values.network, phone_number: values.phone_number.trim() },
                },
              },
      }),
    done: (answer) =>
      answer.data.status === "completed" ? "The project is funded" : "The project is funded when the payment completes",
    refresh: [escrowKey(escrow.escrow_id), ESCROWS, ["virtual-accounts"]],
    onDone: onClose,
    onFailed: attempt.noteFailure,
  });
  const byPayin = form.values.source === "payin";
  return (
    <FormModal
      onClose={onClose}
      title="Fund the project"
      submitLabel="Fund"
      onSubmit={form.onSubmit((values) => fund.mutate(values))}
      action={fund}
    >
      <SegmentedControl
        fullWidth
        aria-label="Where the money comes from"
        data={[
          { value: "account", label: "Virtual account" },
          { value: "payin", label: "Mobile money" },
        ]}
        {...form.getInputProps("source")}
      />
      <NumberField
        label={`Amount (${escrow.currency})`}
        description={`${formatMoney(missing, escrow.currency)} missing`}
        data-autofocus
        {...form.getInputProps("amount")}
      />
      {byPayin ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Payer's name" {...form.getInputProps("payer_name")} />
          <CountrySelect
            value={form.values.country === "" ? null : form.values.country}
            onChange={(country) => form.setValues({ country: country ?? "", network: "" })}
          />
          <NetworkSelect country={form.values.country} {...form.getInputProps("network")} />
          <TextInput label="Mobile money number" type="tel" {...form.getInputProps("phone_number")} />
        </SimpleGrid>
      ) : (
        <AccountSelect currency={escrow.currency} {...choiceProps(form, "account_id")} />
      )}
    </FormModal>
  );
}
