import { Alert, Text } from "@mantine/core";
import type { EventType, PaymentStatus } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import { FormModal } from "../../components/form-modal.tsx";
import { useWrite } from "../../components/use-write.ts";
import { useSession } from "../../session/session.ts";
import { WEBHOOKS } from "./webhook.ts";

const TEST_EVENT: EventType = "transaction.updated";
const TEST_STATUS: PaymentStatus = "completed";

/** Sends an invented transaction, marked as a test, to every endpoint of the organization. */
export function SendTest({ onClose }: { onClose: () => void }) {
  const { organization } = useSession();
  const send = useWrite({
    write: () =>
      api.post("/public/webhooks/notify", {
        body: {
          org_id: organization!.org_id,
          transaction_data: {
            transaction_id: crypto.randomUUID(),
            status: TEST_STATUS,
            amount: 10.5,
            currency: "USD",
            updated_at: new Date().toISOString(),
          },
        },
      }),
    refresh: [WEBHOOKS, ["webhook"]],
  });
  const answer = send.data?.data;
  const sent = answer === undefined || Array.isArray(answer) ? undefined : answer.deliveries.length;
  return (
    <FormModal
      onClose={onClose}
      title="Send a test"
      submitLabel={sent === undefined ? "Send" : "Send again"}
      onSubmit={() => send.mutate()}
      action={send}
    >
      <Text size="sm">
        Every endpoint of yours gets an event <code>{TEST_EVENT}</code> with <code>test: true</code> in its data.
      </Text>
      {sent !== undefined && (
        <Alert
          color={sent === 0 ? "yellow" : "pine"}
          role="status"
          title={
            sent === 0
              ? "There is no active endpoint to send to"
              : `Sent to ${sent} ${sent === 1 ? "endpoint" : "endpoints"}`
          }
        >
          {sent > 0 && "Open the endpoint to see how it answered."}
        </Alert>
      )}
    </FormModal>
  );
}
