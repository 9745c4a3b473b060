import { Alert, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { BackLink } from "../../components/back-link.tsx";
import { CopyIcon, Identifier } from "../../components/copyable.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Facts } from "../../components/facts.tsx";
import { Money } from "../../components/money.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { countryName } from "../../components/plain-words.ts";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useLive } from "../../components/use-live.ts";
import { NotLoadedPage } from "../../frame/not-loaded-page.tsx";
import { AccountActions } from "./account-actions.tsx";
import { StatementButton } from "./statement-button.tsx";
import { accountKey, accountQuery, type VirtualAccount, type VirtualTransaction } from "./virtual-account.ts";
import { CODE_OPTIONS, readableAccount, transferCodeOf } from "@corridor/shared/checkout/transfer-code.ts";
import { renderSVG } from "uqr";

const REFRESH_MS = 10_000;

const COLUMNS: Column<VirtualTransaction>[] = [
  {
    header: "What",
    cell: (transaction) => (
      <TwoLines
        below={
          transaction.counterparty === undefined || isId(transaction.counterparty) ? null : transaction.counterparty
        }
      >
        {transaction.description}
      </TwoLines>
    ),
    primary: true,
  },
  {
    header: "Amount",
    align: "end",
    cell: (transaction) => (
      <Money
        amount={transaction.type === "debit" ? -transaction.amount : transaction.amount}
        currency={transaction.currency}
        strong
      />
    ),
  },
  {
    header: "Fee",
    align: "end",
    cell: (transaction) =>
      transaction.fee === 0 ? "–" : <Money amount={transaction.fee} currency={transaction.currency} />,
  },
  { header: "Status", cell: (transaction) => <StatusBadge status={transaction.status} /> },
  { header: "Rail", cell: (transaction) => wordsOf(transaction.payment_rail) },
  {
    header: "Reference",
    cell: (transaction) =>
      transaction.payment_id === undefined ? (
        <Reference text={transaction.reference} />
      ) : (
        <TextLink to={`/payments/${transaction.payment_id}`}>Payment</TextLink>
      ),
  },
  { header: "When", cell: (transaction) => <Timestamp at={transaction.created_at} /> },
];

const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(text);

function Reference({ text }: { text: string }) {
  return isId(text) ? <Identifier value={text} what="reference" /> : <>{text}</>;
}

export function VirtualAccountPage() {
  const { accountId } = useParams({ from: "/protected/virtual-accounts/$accountId" });
  const account = useQuery(accountQuery(accountId));
  const back = <BackLink to="/virtual-accounts">Virtual accounts</BackLink>;
  if (account.isError || account.data === undefined)
    return <NotLoadedPage query={account} title="Virtual account" back={back} failure="Could not load the account" />;
  return (
    <Page
      title={account.data.virtual_account_name}
      back={back}
      description={<StatusBadge status={account.data.status} />}
      actions={<AccountActions account={account.data} />}
    >
      <Stack gap="lg">
        <Panel title="Balance">
          <AccountFacts account={account.data} />
        </Panel>
        <Transactions account={account.data} />
      </Stack>
    </Page>
  );
}

function AccountFacts({ account }: { account: VirtualAccount }) {
  const held = account.balance - account.available_balance;
  const { iban, bic, account_name, virtual_account_name: name, currency } = account;
  const deposit = { account_name: account_name ?? name, bank_code: bic ?? null, currency };
  const open = { amount: null, reference: null, qr_code: null };
  const code = iban === undefined ? null : transferCodeOf({ ...deposit, ...open, account_number: iban });
  return (
    <Stack>
      <Text fz={{ base: "1.5rem", sm: "2rem" }} fw={700} lh={1.1}>
        <Money amount={account.balance} currency={account.currency} />
      </Text>
      <Facts
        facts={[
          { label: "Available", value: <Money amount={account.available_balance} currency={account.currency} /> },
          held > 0 && { label: "On its way out", value: <Money amount={held} currency={account.currency} /> },
          {
            label: "Number for deposits",
            value:
              account.account_number === undefined ? null : (
                <>
                  {account.account_number} <CopyIcon value={account.account_number} what="account number" />
                </>
              ),
          },
          { label: "IBAN", value: account.iban === undefined ? null : readableAccount(account.iban) },
          { label: "BIC", value: account.bic },
          { label: "Sort code", value: account.sort_code },
          { label: "Bank", value: account.bank_name },
          { label: "Country of the account", value: countryName(account.country) },
          { label: "In the name of", value: account.account_name },
          { label: "Your id of the customer", value: account.customer_id },
          { label: "Account id", value: <Identifier value={account.account_id} what="account id" /> },
          { label: "Opened", value: <Timestamp at={account.created_at} withTime={false} /> },
        ]}
      />
      {code !== null && (
        <img
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(code, CODE_OPTIONS))}`}
          alt="QR code by which a bank app pays into this account"
          width={160}
          height={160}
        />
      )}
      {account.account_number === undefined && account.status === "active" && (
        <Alert color="yellow" title="No number for deposits yet">
          The provider has not given one; transfers between your accounts work already.
        </Alert>
      )}
    </Stack>
  );
}

function Transactions({ account }: { account: VirtualAccount }) {
  const list = useCursorList(
    [...accountKey(account.account_id), "transactions"],
    (page) =>
      api.get("/virtual-accounts/{account_id}/transactions", {
        path: { account_id: account.account_id },
        query: page,
      }),
    useLive(accountKey(account.account_id), REFRESH_MS),
  );
  return (
    <Panel title="Transactions" actions={<StatementButton account={account} />} flush>
      <ListTable
        label="Transactions"
        list={list}
        columns={COLUMNS}
        keyOf={(transaction) => transaction.transaction_id}
        empty={
          <EmptyState icon="payments" title="No transactions yet">
            Deposits, transfers and withdrawals appear here.
          </EmptyState>
        }
      />
    </Panel>
  );
}
