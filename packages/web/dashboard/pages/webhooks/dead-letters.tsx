import { api } from "../../api/client.ts";
import { pageFrom } from "../../api/pages.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { PAGE_SIZE, useCursorList } from "../../components/use-cursor-list.ts";
import { useSession } from "../../session/session.ts";
import { Deliveries } from "./deliveries.tsx";
import { DEAD_LETTERS } from "./webhook.ts";

export function DeadLetters() {
  const { organization } = useSession();
  const list = useCursorList([...DEAD_LETTERS, organization?.org_id], async (cursor) =>
    pageFrom(
      await api.get("/public/webhooks/dead-letters", { query: { limit: PAGE_SIZE, last_evaluated_key: cursor } }),
    ),
  );
  return (
    <Panel flush>
      <Deliveries
        label="Failed deliveries"
        list={list}
        empty={
          <EmptyState icon="webhook" title="No failed deliveries">
            Every event was delivered or is still being retried.
          </EmptyState>
        }
      />
    </Panel>
  );
}
