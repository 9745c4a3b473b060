import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { countryName } from "../../components/plain-words.ts";
import type { Column } from "../../components/data-table.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { accountOf, BENEFICIARIES, type Beneficiary, nameOf } from "./beneficiary.ts";
import { BeneficiaryForm } from "./beneficiary-form.tsx";

export function BeneficiariesPage() {
  const may = useMay();
  const { organization } = useSession();
  const [editing, setEditing] = useState<Beneficiary | "new" | null>(null);
  const list = useCursorList([...BENEFICIARIES, organization?.org_id], (page) =>
    api.get("/beneficiaries", { query: page }),
  );
  const mayWrite = may("POST /beneficiaries") && organization !== null;
  const columns: Column<Beneficiary>[] = [
    { header: "Name", cell: nameOf, primary: true },
    { header: "Account", cell: accountOf, long: true },
    { header: "Kind", cell: (beneficiary) => wordsOf(beneficiary.beneficiary_type) },
    {
      header: "Country",
      cell: (beneficiary) => (beneficiary.country === undefined ? "–" : countryName(beneficiary.country)),
    },
    { header: "Currency", cell: (beneficiary) => beneficiary.currency },
    { header: "Added", cell: (beneficiary) => <Timestamp at={beneficiary.created_at} withTime={false} /> },
  ];
  if (mayWrite)
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (beneficiary) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            onClick={() => setEditing(beneficiary)}
            aria-label={`Edit ${nameOf(beneficiary)}`}
          >
            Edit
          </Button>
          <DeleteBeneficiary beneficiary={beneficiary} />
        </Group>
      ),
    });
  return (
    <ListPage
      title="Beneficiaries"
      description="People and businesses your organization pays out to."
      label="Beneficiaries"
      list={list}
      columns={columns}
      keyOf={(beneficiary) => beneficiary.beneficiary_id}
      add={mayWrite ? { label: "New beneficiary", onClick: () => setEditing("new") } : null}
      empty={{ icon: "people", title: "No beneficiaries yet", text: "Add the first one to be able to pay out." }}
    >
      {editing !== null && (
        <BeneficiaryForm beneficiary={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </ListPage>
  );
}

function DeleteBeneficiary({ beneficiary }: { beneficiary: Beneficiary }) {
  const remove = useWrite({
    write: () =>
      api.delete("/beneficiaries/{beneficiary_id}", { path: { beneficiary_id: beneficiary.beneficiary_id } }),
    done: `${nameOf(beneficiary)} is deleted`,
    refresh: [BENEFICIARIES],
  });
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete ${nameOf(beneficiary)}?`}
      confirmLabel="Delete"
      danger
      action={remove}
      buttonProps={{ "aria-label": `Delete ${nameOf(beneficiary)}` }}
    >
      Existing payments are not changed. New payouts to this account need a new beneficiary.
    </ConfirmButton>
  );
}
