import { Button, Group, SegmentedControl } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { api } from "../../api/client.ts";
import { BeneficiarySelect } from "../../components/beneficiary-select.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { choiceProps } from "../../components/form-values.ts";
import { useWrite } from "../../components/use-write.ts";
import { AccountSelect } from "./account-select.tsx";
import { type Disbursement, type Escrow, escrowKey } from "./escrow.ts";

type Props = { escrow: Escrow; disbursement: Disbursement };

const PATH = "/virtual-accounts/escrow/{escrow_id}/disbursements/{disbursement_id}";

/** What can be done with money that did not arrive: retry, redirect it, or return a share to the project's funders. */
export function FailedDisbursement({ escrow, disbursement }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const path = { escrow_id: escrow.escrow_id, disbursement_id: disbursement.disbursement_id };
  const refresh = [escrowKey(escrow.escrow_id)];
  const retry = useWrite({
    write: () => api.post(`${PATH}/retry`, { path }),
    done: "It is tried again",
    refresh,
  });
  const refund = useWrite({
    write: () => api.post(`${PATH}/refund`, { path, body: {} }),
    done: "The share goes back",
    refresh,
  });
  return (
    <Group gap="xs" justify="flex-end">
      <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        Try again
      </Button>
      <Button size="xs" variant="default" onClick={open}>
        Send elsewhere
      </Button>
      {disbursement.kind === "release" && (
        <ConfirmButton label="Give back" title="Give this share back?" confirmLabel="Give back" danger action={refund}>
          {formatMoney(disbursement.amount, disbursement.currency)} go back to who funded the project, the latest
          funding first. The party is not paid.
        </ConfirmButton>
      )}
      {opened && <SendElsewhere escrow={escrow} disbursement={disbursement} onClose={close} />}
    </Group>
  );
}

function SendElsewhere({ escrow, disbursement, onClose }: Props & { onClose: () => void }) {
  const form = useForm({
    initialValues: { paid_to: "account" as "account" | "beneficiary", account_id: "", beneficiary_id: "" },
    validate: {
      account_id: (value, values) => (values.paid_to === "account" && value === "" ? "Choose the account" : null),
      beneficiary_id: (value, values) =>
        values.paid_to === "beneficiary" && value === "" ? "Choose the beneficiary" : null,
    },
  });
  const send = useWrite({
    write: (values: typeof form.values) =>
      api.post(`${PATH}/redirect`, {
        path: { escrow_id: escrow.escrow_id, disbursement_id: disbursement.disbursement_id },
        body:
          values.paid_to === "account" ? { account_id: values.account_id } : { beneficiary_id: values.beneficiary_id },
      }),
    done: "It is sent elsewhere",
    refresh: [escrowKey(escrow.escrow_id)],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Send ${formatMoney(disbursement.amount, disbursement.currency)} elsewhere`}
      submitLabel="Send"
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      action={send}
    >
      <SegmentedControl
        fullWidth
        aria-label="Sent to"
        data={[
          { value: "account", label: "Virtual account" },
          { value: "beneficiary", label: "Beneficiary" },
        ]}
        {...form.getInputProps("paid_to")}
      />
      {form.values.paid_to === "account" ? (
        <AccountSelect currency={escrow.currency} {...choiceProps(form, "account_id")} />
      ) : (
        <BeneficiarySelect {...choiceProps(form, "beneficiary_id")} />
      )}
    </FormModal>
  );
}
