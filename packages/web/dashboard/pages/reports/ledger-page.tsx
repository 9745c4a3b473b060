import { Button, Group } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { BackLink } from "../../components/back-link.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { LedgerTransactions } from "../../components/ledger-transactions.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { PagePending } from "../../frame/page-pending.tsx";

/** The organization id of the platform's own books. */
const PLATFORM = "00000000-0000-0000-0000-000000000000";

/** The ledger transactions behind a figure: those of one account within a range of days. */
export function LedgerPage() {
  const { account, from, to, books } = useSearch({ from: "/protected/ledger" });
  const org_id = books === "platform" ? PLATFORM : undefined;
  const list = useCursorList(["ledger", books, account, from, to], (page) =>
    api.get("/ledger/transactions", {
      query: {
        org_id,
        account_id: account,
        date_from: from,
        date_to: to,
        ...page,
      },
    }),
  );
  const days = from === undefined ? "" : from === to ? ` on ${from}` : ` from ${from} to ${to ?? "now"}`;
  return (
    <Page
      title="Ledger"
      description={`Transactions${days}, newest first. Each sums to zero.`}
      back={<BackLink to="/reports">Reports</BackLink>}
    >
      <FailureAlert error={list.error} title="Could not load the ledger" onRetry={list.reload} />
      {list.isLoading && <PagePending />}
      {!list.isLoading && list.rows.length === 0 && (
        <Panel>
          <EmptyState icon="log" title="Nothing was posted">
            No transaction of the ledger falls into these days.
          </EmptyState>
        </Panel>
      )}
      {list.rows.length > 0 && (
        <Panel flush>
          <LedgerTransactions transactions={list.rows} />
        </Panel>
      )}
      {list.hasMore && (
        <Group mt="md">
          <Button variant="default" onClick={list.showMore} loading={list.isLoadingMore}>
            Show more
          </Button>
        </Group>
      )}
    </Page>
  );
}
