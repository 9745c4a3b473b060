import { Alert, Button, Code, Grid, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { BackLink } from "../../components/back-link.tsx";
import { CodeBlock } from "../../components/copyable.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { NotAllowed } from "../../components/not-allowed.tsx";
import { Page } from "../../components/page.tsx";
import { useAttemptKey } from "../../components/use-attempt-key.ts";
import { Panel } from "../../components/panel.tsx";
import { useDebouncedValue } from "@mantine/hooks";
import { useMay } from "../../session/may.ts";
import { curlOf, EMPTY_PAYMENT, type NewPayment, requestOf, rulesOf } from "./new-payment.ts";
import { NewPaymentFields } from "./new-payment-fields.tsx";

const CURL_DELAY_MS = 200;

const back = <BackLink to="/payments">Payments</BackLink>;

/** Collects a payment through the public API, and shows the exact request, so that a program can make it next time. */
export function NewPaymentPage() {
  const navigate = useNavigate();
  const may = useMay();
  const form = useForm<NewPayment>({ initialValues: EMPTY_PAYMENT, validate: rulesOf });
  const attempt = useAttemptKey();
  const request = requestOf(form.values);
  const [shownRequest] = useDebouncedValue(request, CURL_DELAY_MS);

  const pay = useMutation({
    mutationFn: () => api.post("/payments-init/initiate", { body: request, idempotencyKey: attempt.keyFor(request) }),
    onSuccess: ({ response }) =>
      void navigate({ to: "/payments/$paymentId", params: { paymentId: response.payment_id } }),
    onError: attempt.noteFailure,
  });

  if (!may("POST /payments-init/initiate"))
    return <NotAllowed title="Collect a payment" what="collect payments" back={back} />;
  return (
    <Page title="Collect a payment" back={back}>
      <Grid gap="lg" align="flex-start">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <form onSubmit={form.onSubmit(() => pay.mutate())} noValidate>
            <Stack gap="lg">
              <NewPaymentFields form={form} />
              <FailureAlert error={pay.error} title="The payment was not made" />
              <Group justify="flex-end">
                <Button type="submit" size="md" loading={pay.isPending}>
                  Collect the payment
                </Button>
              </Group>
            </Stack>
          </form>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Panel title="The same by API">
            <Stack gap="sm">
              <Text size="sm" c="dimmed">
                Put your key in place of <Code>YOUR_API_KEY</Code>. Add an <Code>Idempotency-Key</Code> of your own per
                payment, and sending twice is safe.
              </Text>
              <CodeBlock code={curlOf(shownRequest, window.location.origin)} what="curl command" />
              {form.values.payment_method === "card" && (
                <Alert color="yellow">
                  Use test numbers only. Customers enter their own card numbers on your page or on a payment link.
                </Alert>
              )}
            </Stack>
          </Panel>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
