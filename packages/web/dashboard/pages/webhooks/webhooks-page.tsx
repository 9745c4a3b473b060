import { Button, Group, Tabs, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { EVENT_TYPES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { Icon } from "../../frame/icons.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { DeadLetters } from "./dead-letters.tsx";
import { EndpointStatus } from "./endpoint-status.tsx";
import { EventTypesInput } from "./event-types-input.tsx";
import { SendTest } from "./send-test.tsx";
import { type Endpoint, isEveryType, subscriptionOf, WEBHOOKS } from "./webhook.ts";

const COLUMNS: Column<Endpoint>[] = [
  { header: "Address", cell: (endpoint) => endpoint.endpoint_url, primary: true },
  {
    header: "Status",
    cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
  },
  { header: "Events", cell: (endpoint) => (isEveryType(endpoint.events) ? "All" : `${endpoint.events.length} types`) },
  { header: "Since", cell: (endpoint) => <Timestamp at={endpoint.created_at} withTime={false} /> },
];

export function WebhooksPage() {
  const { tab } = useSearch({ from: "/protected/settings/webhooks" });
  const navigate = useNavigate();
  const may = useMay();
  const { organization } = useSession();
  const [dialog, setDialog] = useState<"new" | "test" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useCursorList([...WEBHOOKS, organization?.org_id], (page) =>
    api.get("/public/webhooks", { query: page }),
  );
  const mayWrite = may("POST /public/webhooks");
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setDialog("new")}>
      New endpoint
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      description="Signed events are sent to your servers, and retried until they are acknowledged."
      actions={
        mayWrite ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => setDialog("test")}>
              Send a test
            </Button>
            {add}
          </Group>
        ) : undefined
      }
    >
      <Tabs
        value={tab}
        onChange={(next) =>
          void navigate({
            to: "/settings/webhooks",
            search: { tab: next === "dead-letters" ? "dead-letters" : "endpoints" },
          })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="endpoints">Endpoints</Tabs.Tab>
          <Tabs.Tab value="dead-letters">Failed deliveries</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="endpoints">
          <Panel flush>
            <ListTable
              label="Webhook endpoints"
              list={list}
              columns={COLUMNS}
              keyOf={(endpoint) => endpoint.webhook_id}
              linkTo={(endpoint) => `/settings/webhooks/${endpoint.webhook_id}`}
              empty={
                <EmptyState icon="webhook" title="No endpoints yet" action={mayWrite ? add : undefined}>
                  Register an https address of yours and delivery starts at once.
                </EmptyState>
              }
            />
          </Panel>
        </Tabs.Panel>
        <Tabs.Panel value="dead-letters">
          <DeadLetters />
        </Tabs.Panel>
      </Tabs>
      {dialog === "new" && <NewEndpoint onClose={() => setDialog(null)} onCreated={setSecret} />}
      {dialog === "test" && <SendTest onClose={() => setDialog(null)} />}
      <SecretOnce secret={secret} title="Signing secret" what="signing secret" onClose={() => setSecret(null)}>
        Check the header <code>X-Service-Signature</code> of each delivery with it: the HMAC-SHA256 of the raw body, in
        hex.
      </SecretOnce>
    </Page>
  );
}

function NewEndpoint({ onClose, onCreated }: { onClose: () => void; onCreated: (secret: string) => void }) {
  const form = useForm({
    initialValues: { endpoint_url: "", events: [...EVENT_TYPES] as string[] },
    validate: {
      endpoint_url: (value) => (/^https?:\/\/\S+$/.test(value.trim()) ? null : "An https address"),
      events: (value) => (value.length === 0 ? "Choose at least one" : null),
    },
  });
  const create = useWrite({
    write: (values: typeof form.values) =>
      api.post("/public/webhooks", {
        body: { endpoint_url: values.endpoint_url.trim(), events: subscriptionOf(values.events) },
      }),
    refresh: [WEBHOOKS],
    onDone: (answer) => {
      onClose();
      onCreated(answer.data.secret_key);
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title="New webhook endpoint"
      submitLabel="Register"
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      action={create}
      size="lg"
    >
      <TextInput
        label="Address"
        type="url"
        placeholder="https://"
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps("endpoint_url")}
      />
      <EventTypesInput
        value={form.values.events}
        onChange={(events) => form.setFieldValue("events", events)}
        error={form.errors["events"]}
      />
    </FormModal>
  );
}
