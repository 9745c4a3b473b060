import { api } from "../../api/client.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useSession } from "../../session/session.ts";
import { Deliveries } from "./deliveries.tsx";
import { DEAD_LETTERS } from "./webhook.ts";

export function DeadLetters() {
  const { organization } = useSession();
  const list = useCursorList([...DEAD_LETTERS, organization?.org_id], (page) =>
    api.get("/public/webhooks/dead-letters", { query: page }),
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
