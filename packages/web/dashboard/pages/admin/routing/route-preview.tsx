import { Alert, Button, Group, List, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { CurrencySelect } from "../../../components/currency-select.tsx";
import { FailureAlert } from "../../../components/failure-alert.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { OrganizationSelect } from "../../../components/organization-select.tsx";
import { Panel } from "../../../components/panel.tsx";
import { useSession } from "../../../session/session.ts";
import { RouteCandidates } from "../../payments/route-candidates.tsx";
import type { Corridor } from "./corridor.ts";

const DIRECTION_OF = { inbound: "payin", outbound: "payout", external: "external" } as const;

/** Asks the router itself, so that the answer is what a real payment would get. */
export function RoutePreview({ corridor }: { corridor: Corridor }) {
  const { organization } = useSession();
  const [amount, setAmount] = useState<string | number>(100);
  const [currency, setCurrency] = useState<string | null>("USD");
  const [orgId, setOrgId] = useState<string | null>(organization?.org_id ?? null);
  const preview = useMutation({
    mutationFn: () =>
      api.post("/payments/route-preview", {
        body: {
          country: corridor.country,
          payment_method: corridor.method,
          direction: DIRECTION_OF[corridor.direction],
          amount: Number(amount),
          currency: currency ?? "",
          ...(orgId === null ? {} : { org_id: orgId }),
        },
      }),
  });
  const answer = preview.data?.data;
  return (
    <Panel title="Where would a payment go?">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          preview.mutate();
        }}
      >
        <Group align="flex-end">
          <NumberField label="Amount" value={amount} onChange={setAmount} w={160} />
          <CurrencySelect withAssets value={currency} onChange={setCurrency} allowDeselect={false} />
          <OrganizationSelect value={orgId} onChange={setOrgId} placeholder="Choose one" />
          <Button type="submit" variant="default" loading={preview.isPending}>
            Show the route
          </Button>
        </Group>
      </form>
      <div role="status">
        {answer !== undefined && (
          <>
            <Alert
              mt="md"
              color={answer.would_route ? "pine" : "red"}
              title={answer.would_route ? `Goes to ${answer.provider}` : "No provider would accept this payment"}
            >
              {answer.fallbacks.length > 0 && (
                <Text size="sm" component="div">
                  If it refuses, in this order:
                  <List type="ordered" size="sm">
                    {answer.fallbacks.map((provider, index) => (
                      <List.Item key={`${provider}-${index}`}>{provider}</List.Item>
                    ))}
                  </List>
                </Text>
              )}
            </Alert>
            <RouteCandidates candidates={answer.candidates} />
          </>
        )}
      </div>
      <FailureAlert error={preview.error} />
    </Panel>
  );
}
