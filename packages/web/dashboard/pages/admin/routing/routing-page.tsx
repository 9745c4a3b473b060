import { Box, Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { countryName } from "../../../components/plain-words.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { LoadFailure } from "../../../components/failure-alert.tsx";
import { Page } from "../../../components/page.tsx";
import { Panel } from "../../../components/panel.tsx";
import { wordsOf } from "../../../components/status-badge.tsx";
import { PagePending } from "../../../frame/page-pending.tsx";
import { Icon } from "../../../frame/icons.tsx";
import { useMay } from "../../../session/may.ts";
import { DIRECTION_NAMES } from "../../payments/payment.ts";
import { CorridorFields } from "./corridor-fields.tsx";
import { configsKey, type Corridor, type ProviderConfig } from "./corridor.ts";
import { ConfigForm } from "./config-form.tsx";
import { PriorityList } from "./priority-list.tsx";
import { RoutePreview } from "./route-preview.tsx";

/** No corridor has more competing providers than this. */
const MAX_CONFIGS = 100;

/** Which providers serve a corridor, in which order, and what that means for a payment. */
export function RoutingPage() {
  const corridor = useSearch({ from: "/protected/admin/routing" });
  const navigate = useNavigate();
  const may = useMay();
  const [editing, setEditing] = useState<ProviderConfig | "new" | null>(null);
  const configs = useQuery({
    queryKey: configsKey(corridor),
    queryFn: () =>
      api.get("/payments/provider-configs", {
        query: {
          country: corridor.country,
          payment_method: corridor.method,
          direction: corridor.direction,
          limit: MAX_CONFIGS,
        },
      }),
  });
  const mayWrite = may("POST /payments/provider-configs");
  const choose = (changed: Partial<Corridor>) =>
    void navigate({ to: "/admin/routing", search: { ...corridor, ...changed } });
  const title =
    `${countryName(corridor.country)}, ${wordsOf(corridor.method).toLowerCase()}, ` +
    `${DIRECTION_NAMES[corridor.direction].toLowerCase()}`;

  return (
    <Page
      title="Routing"
      description={
        "A payment goes to the first provider of its corridor that accepts it: an organization's own configs before " +
        "the global ones, then by priority, unless a routing program says otherwise."
      }
      actions={
        <>
          <Button variant="default" component={Link} to="/admin/health">
            Provider health
          </Button>
          <Button variant="default" component={Link} to="/admin/routing/programs">
            Routing programs
          </Button>
          <Button variant="default" component={Link} to="/admin/backtests">
            Backtests
          </Button>
          {mayWrite && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEditing("new")}>
              Add a provider
            </Button>
          )}
        </>
      }
    >
      <Stack gap="lg">
        <Panel>
          <CorridorFields corridor={corridor} onChange={choose} />
        </Panel>
        <Panel title={`Providers: ${title}`} flush>
          {configs.isError ? (
            <Box p="md">
              <LoadFailure query={configs} title="Could not load the providers" />
            </Box>
          ) : configs.data === undefined ? (
            <PagePending />
          ) : configs.data.data.length === 0 ? (
            <EmptyState icon="route" title="No provider serves this corridor">
              Payments here are refused with ROUTING_CONFIG_NOT_FOUND until one is added.
            </EmptyState>
          ) : (
            <PriorityList
              key={configs.dataUpdatedAt}
              corridor={corridor}
              configs={configs.data.data}
              onEdit={setEditing}
            />
          )}
        </Panel>
        <RoutePreview corridor={corridor} />
      </Stack>
      {editing !== null && (
        <ConfigForm corridor={corridor} config={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Page>
  );
}
