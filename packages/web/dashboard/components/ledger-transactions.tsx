import { Text } from "@mantine/core";
import type { Row } from "@corridor/shared/operations.ts";
import { DataTable } from "./data-table.tsx";
import { Money } from "./money.tsx";
import { wordsOf } from "./status-badge.tsx";
import { Timestamp } from "./timestamp.tsx";
import classes from "./ledger-transactions.module.css";

export type LedgerTransaction = Row<"/ledger/transactions">;

export function LedgerTransactions({ transactions }: { transactions: readonly LedgerTransaction[] }) {
  return transactions.map((transaction) => (
    <div key={transaction.position} className={classes.transaction}>
      <div className={classes.head}>
        <Text size="sm" fw={600}>
          {transaction.description}
        </Text>
        <Text size="xs" c="dimmed" component="span">
          No. {transaction.position} · <Timestamp at={transaction.created_at} />
        </Text>
      </div>
      <DataTable
        label={`Postings: ${transaction.description}`}
        rows={transaction.postings}
        keyOf={(posting) => `${posting.account_id}-${posting.amount}-${posting.held_change}`}
        columns={[
          {
            header: "Account",
            cell: (posting) =>
              posting.owner_id === null
                ? wordsOf(posting.purpose)
                : `${wordsOf(posting.purpose)} (${posting.owner_id})`,
            primary: true,
          },
          {
            header: "Amount",
            align: "end",
            cell: (posting) => <Money amount={posting.amount} currency={posting.currency} />,
          },
          {
            header: "Held",
            align: "end",
            cell: (posting) =>
              posting.held_change === 0 ? "–" : <Money amount={posting.held_change} currency={posting.currency} />,
          },
          {
            header: "Balance after",
            align: "end",
            cell: (posting) => <Money amount={posting.balance_after} currency={posting.currency} />,
          },
        ]}
      />
    </div>
  ));
}
