import { Alert, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { DELIVERY_STATUSES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import { BackLink } from "../../components/back-link.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Facts } from "../../components/facts.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Identifier } from "../../components/copyable.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { NotLoadedPage } from "../../frame/not-loaded-page.tsx";
import { useMay } from "../../session/may.ts";
import { Deliveries } from "./deliveries.tsx";
import { EndpointStatus } from "./endpoint-status.tsx";
import { EventTypesInput } from "./event-types-input.tsx";
import { ReplayForm } from "./replay-form.tsx";
import { type Endpoint, endpointKey, isEveryType, isFailing, subscriptionOf, WEBHOOKS } from "./webhook.ts";

const REFRESH_MS = 5_000;
const SECONDS_PER_HOUR = 3_600;
const DISABLED_REASONS: Record<string, string> = {
  requested: "Somebody switched it off.",
  gone: "The endpoint answered 410 Gone, so nothing more was sent.",
  failing: "Every attempt failed for five days.",
};

export function WebhookPage() {
  const { webhookId } = useParams({ from: "/protected/settings/webhooks/$webhookId" });
  const endpoint = useQuery({
    queryKey: [...endpointKey(webhookId), "endpoint"],
    queryFn: async () => (await api.get("/public/webhooks/{webhook_id}", { path: { webhook_id: webhookId } })).data,
  });
  const back = <BackLink to="/settings/webhooks">Webhooks</BackLink>;
  if (endpoint.isError || endpoint.data === undefined)
    return <NotLoadedPage query={endpoint} title="Webhook" back={back} failure="Could not load the endpoint" />;
  return (
    <Page
      title={endpoint.data.endpoint_url}
      back={back}
      description={<EndpointStatus endpoint={endpoint.data} />}
      actions={<EndpointActions endpoint={endpoint.data} />}
    >
      <Stack gap="lg">
        <EndpointNotices endpoint={endpoint.data} />
        <Panel title="Endpoint">
          <Facts
            facts={[
              { label: "Events", value: isEveryType(endpoint.data.events) ? "All" : endpoint.data.events.join(", ") },
              { label: "Webhook id", value: <Identifier value={endpoint.data.webhook_id} what="webhook id" /> },
              {
                label: "Old secret also signs until",
                value:
                  endpoint.data.previous_secret_expires_at === undefined ? null : (
                    <Timestamp at={endpoint.data.previous_secret_expires_at} />
                  ),
              },
              { label: "Since", value: <Timestamp at={endpoint.data.created_at} /> },
            ]}
          />
        </Panel>
        <EndpointDeliveries webhookId={webhookId} />
      </Stack>
    </Page>
  );
}

function EndpointNotices({ endpoint }: { endpoint: Endpoint }) {
  return (
    <>
      {endpoint.status !== "active" && (
        <Alert color="yellow" title="Nothing is sent here">
          {DISABLED_REASONS[endpoint.disabled_reason ?? ""] ?? "It is switched off."} Switch it on again and replay what
          it missed.
        </Alert>
      )}
      {isFailing(endpoint) && (
        <Alert color="red" title="Every attempt fails">
          Since <Timestamp at={endpoint.failing_since} />. After five days without a success it is switched off.
        </Alert>
      )}
    </>
  );
}

function EndpointDeliveries({ webhookId }: { webhookId: string }) {
  const { status } = useSearch({ from: "/protected/settings/webhooks/$webhookId" });
  const navigate = useNavigate();
  const list = useCursorList(
    [...endpointKey(webhookId), "deliveries", status],
    (page) =>
      api.get("/public/webhooks/{webhook_id}/deliveries", {
        path: { webhook_id: webhookId },
        query: { status, ...page },
      }),
    { refetchInterval: REFRESH_MS },
  );
  return (
    <Panel
      title="Deliveries"
      flush
      actions={
        <Select
          aria-label="Status of the deliveries"
          placeholder="Every status"
          size="xs"
          clearable
          value={status ?? null}
          onChange={(next) =>
            void navigate({
              to: "/settings/webhooks/$webhookId",
              params: { webhookId },
              search: { status: DELIVERY_STATUSES.find((one) => one === next) },
            })
          }
          data={DELIVERY_STATUSES.map((one) => ({ value: one, label: wordsOf(one) }))}
        />
      }
    >
      <Deliveries
        label="Deliveries"
        list={list}
        empty={
          <EmptyState icon="webhook" title="No deliveries">
            They appear as soon as something happens. Send a test to see one.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const may = useMay();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"edit" | "rotate" | "replay" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const path = { webhook_id: endpoint.webhook_id };
  const refresh = [WEBHOOKS, endpointKey(endpoint.webhook_id)];
  const active = endpoint.status === "active";
  const toggle = useWrite({
    write: () => api.patch("/public/webhooks/{webhook_id}", { path, body: { status: active ? "disabled" : "active" } }),
    done: active ? "Nothing will be sent to this endpoint" : "It gets events again",
    refresh,
  });
  const remove = useWrite({
    write: () => api.delete("/public/webhooks/{webhook_id}", { path }),
    done: "The endpoint is deleted",
    refresh: [WEBHOOKS],
    onDone: () => void navigate({ to: "/settings/webhooks", search: { tab: "endpoints" } }),
  });
  if (!may("PATCH /public/webhooks/{webhook_id}")) return null;
  return (
    <>
      <Button variant="default" onClick={() => setDialog("edit")}>
        Edit
      </Button>
      <Button variant="default" onClick={() => setDialog("replay")}>
        Replay
      </Button>
      <Button variant="default" onClick={() => setDialog("rotate")}>
        Rotate secret
      </Button>
      <Button variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
        {active ? "Switch off" : "Switch on"}
      </Button>
      <ConfirmButton
        label="Delete"
        title="Delete this endpoint?"
        confirmLabel="Delete"
        danger
        action={remove}
        buttonProps={{ size: "sm" }}
      >
        Deliveries that wait for it are canceled. This cannot be undone.
      </ConfirmButton>
      {dialog === "edit" && <EditEndpoint endpoint={endpoint} onClose={() => setDialog(null)} />}
      {dialog === "replay" && <ReplayForm endpoint={endpoint} onClose={() => setDialog(null)} />}
      {dialog === "rotate" && (
        <RotateSecret endpoint={endpoint} onClose={() => setDialog(null)} onRotated={setSecret} />
      )}
      <SecretOnce secret={secret} title="New signing secret" what="signing secret" onClose={() => setSecret(null)} />
    </>
  );
}

function EditEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const form = useForm({
    initialValues: { endpoint_url: endpoint.endpoint_url, events: [...endpoint.events] as string[] },
    validate: { events: (value) => (value.length === 0 ? "Choose at least one" : null) },
  });
  const save = useWrite({
    write: (values: typeof form.values) =>
      api.patch("/public/webhooks/{webhook_id}", {
        path: { webhook_id: endpoint.webhook_id },
        body: { endpoint_url: values.endpoint_url.trim(), events: subscriptionOf(values.events) },
      }),
    done: "The endpoint is changed",
    refresh: [WEBHOOKS, endpointKey(endpoint.webhook_id)],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Edit the endpoint"
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
      size="lg"
    >
      <TextInput label="Address" type="url" data-autofocus {...form.getInputProps("endpoint_url")} />
      <EventTypesInput
        value={form.values.events}
        onChange={(events) => form.setFieldValue("events", events)}
        error={form.errors["events"]}
      />
    </FormModal>
  );
}

function RotateSecret({
  endpoint,
  onClose,
  onRotated,
}: {
  endpoint: Endpoint;
  onClose: () => void;
  onRotated: (secret: string) => void;
}) {
  const [hours, setHours] = useState<string | number>(24);
  const rotate = useWrite({
    write: () =>
      api.post("/public/webhooks/{webhook_id}/rotate-secret", {
        path: { webhook_id: endpoint.webhook_id },
        body: { overlap_seconds: Math.round(Number(hours) * SECONDS_PER_HOUR) },
      }),
    refresh: [endpointKey(endpoint.webhook_id)],
    onDone: (answer) => {
      onClose();
      onRotated(answer.data.secret_key);
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title="Rotate the signing secret"
      submitLabel="Make a new secret"
      onSubmit={() => {
        if (hours !== "") rotate.mutate();
      }}
      action={rotate}
    >
      <Text size="sm">Meanwhile deliveries are signed with both, so that none is refused.</Text>
      <Group>
        <NumberField
          label="Hours until the old secret ends"
          description="0 ends the old secret at once; at most 168"
          value={hours}
          onChange={setHours}
          error={hours === "" && "Enter the number of hours; 0 means at once"}
          data-autofocus
        />
      </Group>
    </FormModal>
  );
}
