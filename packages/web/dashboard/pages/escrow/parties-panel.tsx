import { Button, Group, SegmentedControl, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { BeneficiarySelect } from "../../components/beneficiary-select.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { choiceProps, textOrNull } from "../../components/form-values.ts";
import { Panel } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { useWrite } from "../../components/use-write.ts";
import { Icon } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";
import { AccountSelect } from "./account-select.tsx";
import { type Escrow, escrowKey, type Party } from "./escrow.ts";

export function PartiesPanel({ escrow }: { escrow: Escrow }) {
  const may = useMay();
  const [editing, setEditing] = useState<Party | "new" | null>(null);
  const mayWrite =
    may("POST /virtual-accounts/escrow/{escrow_id}/parties") &&
    (escrow.status === "draft" || escrow.status === "active");
  const columns: Column<Party>[] = [
    { header: "Name", cell: (party) => party.name, primary: true },
    { header: "Role", cell: (party) => party.role },
    {
      header: "Paid to",
      cell: (party) =>
        party.account_id === null ? (
          <TextLink to="/beneficiaries">A beneficiary</TextLink>
        ) : (
          <TextLink to={`/virtual-accounts/${party.account_id}`}>A virtual account</TextLink>
        ),
    },
    { header: "E-mail", cell: (party) => party.email ?? "–" },
  ];
  if (mayWrite)
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (party) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button size="xs" variant="default" onClick={() => setEditing(party)} aria-label={`Edit ${party.name}`}>
            Edit
          </Button>
          <RemoveParty escrow={escrow} party={party} />
        </Group>
      ),
    });
  return (
    <Panel
      title="Parties"
      flush
      actions={
        mayWrite ? (
          <Button size="xs" leftSection={<Icon name="plus" size={15} />} onClick={() => setEditing("new")}>
            Add a party
          </Button>
        ) : undefined
      }
    >
      {escrow.parties.length === 0 ? (
        <EmptyState icon="people" title="No parties yet">
          Add the payees of the milestones.
        </EmptyState>
      ) : (
        <DataTable label="Parties" columns={columns} rows={escrow.parties} keyOf={(party) => party.party_id} />
      )}
      {editing !== null && (
        <PartyForm escrow={escrow} party={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Panel>
  );
}

function RemoveParty({ escrow, party }: { escrow: Escrow; party: Party }) {
  const remove = useWrite({
    write: () =>
      api.delete("/virtual-accounts/escrow/{escrow_id}/parties/{party_id}", {
        path: { escrow_id: escrow.escrow_id, party_id: party.party_id },
      }),
    done: `${party.name} is removed`,
    refresh: [escrowKey(escrow.escrow_id)],
  });
  return (
    <ConfirmButton
      label="Remove"
      title={`Remove ${party.name}?`}
      confirmLabel="Remove"
      danger
      action={remove}
      buttonProps={{ "aria-label": `Remove ${party.name}` }}
    >
      Only a party without a share of any milestone can be removed.
    </ConfirmButton>
  );
}

function PartyForm({ escrow, party, onClose }: { escrow: Escrow; party: Party | null; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      name: party?.name ?? "",
      role: party?.role ?? "",
      email: party?.email ?? "",
      paid_to: (party === null || party.account_id !== null ? "account" : "beneficiary") as "account" | "beneficiary",
      account_id: party?.account_id ?? "",
      beneficiary_id: party?.beneficiary_id ?? "",
    },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter the name" : null),
      role: (value) => (value.trim() === "" ? "Enter the party's role" : null),
      account_id: (value, values) => (values.paid_to === "account" && value === "" ? "Choose the account" : null),
      beneficiary_id: (value, values) =>
        values.paid_to === "beneficiary" && value === "" ? "Choose the beneficiary" : null,
    },
  });
  const save = useWrite({
    write: async (values: typeof form.values): Promise<unknown> => {
      const toAccount = values.paid_to === "account";
      const body = {
        name: values.name.trim(),
        role: values.role.trim(),
        email: textOrNull(values.email),
        account_id: toAccount ? values.account_id : null,
        beneficiary_id: toAccount ? null : values.beneficiary_id,
      };
      if (party === null)
        return api.post("/virtual-accounts/escrow/{escrow_id}/parties", {
          path: { escrow_id: escrow.escrow_id },
          body,
        });
      return api.patch("/virtual-accounts/escrow/{escrow_id}/parties/{party_id}", {
        path: { escrow_id: escrow.escrow_id, party_id: party.party_id },
        body,
      });
    },
    done: party === null ? "The party is added" : "The party is changed",
    refresh: [escrowKey(escrow.escrow_id)],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={party === null ? "Add a party" : `Edit ${party.name}`}
      submitLabel={party === null ? "Add" : "Save"}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Name" required withAsterisk={false} data-autofocus {...form.getInputProps("name")} />
        <TextInput label="Role" placeholder="seller, contractor" {...form.getInputProps("role")} />
      </SimpleGrid>
      <TextInput label="E-mail" type="email" {...form.getInputProps("email")} />
      <SegmentedControl
        fullWidth
        aria-label="Paid to"
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
