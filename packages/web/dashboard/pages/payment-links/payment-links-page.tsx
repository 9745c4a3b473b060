import { Anchor, Button, Group, Select } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { LINK_STATUSES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { CopyIcon } from "../../components/copyable.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Money } from "../../components/money.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useLive } from "../../components/use-live.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { linksKey, type PaymentLink } from "./payment-link.ts";
import { PaymentLinkForm } from "./payment-link-form.tsx";

const REFRESH_MS = 20_000;

export function PaymentLinksPage() {
  const { status } = useSearch({ from: "/protected/payment-links" });
  const navigate = useNavigate();
  const may = useMay();
  const orgId = useSession().organization!.org_id;
  const [editing, setEditing] = useState<PaymentLink | "new" | null>(null);
  const list = useCursorList(
    [...linksKey(orgId), status],
    (page) =>
      api.get("/orgs/{org_id}/payment-links", {
        path: { org_id: orgId },
        query: { status, ...page },
      }),
    useLive(linksKey(orgId), REFRESH_MS),
  );
  const mayWrite = may("POST /orgs/{org_id}/payment-links");
  const columns: Column<PaymentLink>[] = [
    {
      header: "Amount",
      cell: (link) => (
        <TwoLines below={link.description}>
          {link.amount === undefined ? (
            `Open, in ${link.currency}`
          ) : (
            <Money amount={link.amount} currency={link.currency} strong />
          )}
        </TwoLines>
      ),
      primary: true,
    },
    { header: "Status", cell: (link) => <StatusBadge status={link.status} /> },
    {
      header: "Address",
      cell: (link) => (
        <Group gap={4} wrap="nowrap">
          <Anchor href={link.url} target="_blank" rel="noopener" size="sm">
            …/{link.link_ref.slice(0, 8)}…
          </Anchor>
          <CopyIcon value={link.url} what="address of the link" />
        </Group>
      ),
    },
    { header: "Paid", cell: (link) => <Paid link={link} /> },
    {
      header: "Expires",
      cell: (link) => (link.expires_at === undefined ? "Never" : <Timestamp at={link.expires_at} />),
    },
    { header: "Created", cell: (link) => <Timestamp at={link.created_at} withTime={false} /> },
  ];
  if (mayWrite)
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (link) =>
        link.status !== "paid" && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              onClick={() => setEditing(link)}
              aria-label={`Edit the link ${link.link_ref}`}
            >
              Edit
            </Button>
            <SwitchLink link={link} />
          </Group>
        ),
    });
  return (
    <ListPage
      title="Payment links"
      description="An address you send to a customer, who pays there by mobile money, card or bank transfer."
      label="Payment links"
      list={list}
      columns={columns}
      keyOf={(link) => link.link_id}
      add={mayWrite ? { label: "New payment link", onClick: () => setEditing("new") } : null}
      empty={{
        icon: "link",
        title: "No payment links",
        text: status === undefined ? "Create a link and send it; no programming is needed." : "None has this status.",
      }}
      filters={
        <Group p="md">
          <Select
            label="Status"
            placeholder="Any"
            clearable
            value={status ?? null}
            onChange={(next) =>
              void navigate({ to: "/payment-links", search: { status: LINK_STATUSES.find((one) => one === next) } })
            }
            data={LINK_STATUSES.map((one) => ({ value: one, label: wordsOf(one) }))}
          />
        </Group>
      }
    >
      {editing !== null && (
        <PaymentLinkForm orgId={orgId} link={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </ListPage>
  );
}

function Paid({ link }: { link: PaymentLink }) {
  if (link.payments_count === 0) return <>–</>;
  const total = <Money amount={link.paid_total} currency={link.currency} />;
  const times = link.payments_count === 1 ? <Timestamp at={link.paid_at} /> : `${link.payments_count} times`;
  return (
    <TwoLines below={times}>
      {link.payment_id === undefined ? total : <TextLink to={`/payments/${link.payment_id}`}>{total}</TextLink>}
    </TwoLines>
  );
}

function SwitchLink({ link }: { link: PaymentLink }) {
  const disabled = link.status === "disabled";
  const change = useWrite({
    write: () =>
      api.patch("/orgs/{org_id}/payment-links/{link_id}", {
        path: { org_id: link.org_id, link_id: link.link_id },
        body: { status: disabled ? "active" : "disabled" },
      }),
    done: disabled ? "The link can be paid again" : "The link is switched off",
    refresh: [linksKey(link.org_id)],
  });
  return (
    <ConfirmButton
      label={disabled ? "Switch on" : "Switch off"}
      title={disabled ? "Switch this link on?" : "Switch this link off?"}
      confirmLabel={disabled ? "Switch on" : "Switch off"}
      danger={!disabled}
      action={change}
      buttonProps={{ "aria-label": `${disabled ? "Switch on" : "Switch off"} the link ${link.link_ref}` }}
    >
      {disabled
        ? "Anybody with the link's address can pay again."
        : "The page then says that the link is no longer in use."}
    </ConfirmButton>
  );
}
