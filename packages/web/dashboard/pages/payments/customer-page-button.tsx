import { Anchor, Button, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { CodeBlock } from "../../components/copyable.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import type { Payment } from "./payment.ts";

/** Our hosted page for this payment, to be sent to the customer who has to act. */
export function CustomerPageButton({ payment }: { payment: Payment }) {
  const create = useMutation({
    mutationFn: async () =>
      (await api.post("/payments/{payment_id}/checkout", { path: { payment_id: payment.payment_id } })).data
        .checkout_url,
  });
  return (
    <>
      <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
        Customer's page
      </Button>
      <Modal
        opened={create.data !== undefined || create.isError}
        onClose={() => create.reset()}
        title="Page for the customer"
        size="lg"
      >
        <Stack>
          <FailureAlert error={create.error} />
          {create.data !== undefined && (
            <>
              <Text size="sm">
                On this page the customer sees the next step and the outcome. Anybody with the address can see it too.
              </Text>
              <CodeBlock code={create.data} what="address of the customer's page" />
              <Anchor href={create.data} target="_blank" rel="noopener" size="sm">
                Open it
              </Anchor>
            </>
          )}
        </Stack>
      </Modal>
    </>
  );
}
