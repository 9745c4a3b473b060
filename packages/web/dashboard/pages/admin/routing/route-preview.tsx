import { Alert, Button, Group, List, Stack, Text, TextInput } from "@mantine/core";
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
import { type Corridor, readCorridor } from "./corridor.ts";
import { CorridorFields } from "./corridor-fields.tsx";
import type { Program } from "./rule-words.ts";

const DIRECTION_OF = { inbound: "payin", outbound: "payout", external: "external" } as const;

/** Asks the router itself, so that the answer is what a real payment would get. */
export function RoutePreview({ corridor, program }: { corridor: Corridor; program?: Program }) {
  const { organization } = useSession();
  const [amount, setAmount] = useState<string | number>(100);
  const [currency, setCurrency] = useState<string | null>("USD");
  const [orgId, setOrgId] = useState<string | null>(program?.org_id ?? organization?.org_id ?? null);
  const [network, setNetwork] = useState("");
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
          ...(network === "" ? {} : { network }),
          ...(program === undefined ? {} : { program_id: program.program_id }),
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
          <TextInput
            label="Network"
            placeholder="Such as MTN"
            value={network}
            onChange={(event) => setNetwork(event.currentTarget.value)}
          />
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
              {answer.routing_program?.reason}
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

/** What one program would do, in any corridor. */
export function ProgramPreview({ program }: { program: Program }) {
  const [corridor, setCorridor] = useState(() => readCorridor({}));
  return (
    <Stack gap="lg">
      <Panel title="Try it">
        <CorridorFields corridor={corridor} onChange={(changed) => setCorridor({ ...corridor, ...changed })} />
      </Panel>
      <RoutePreview corridor={corridor} program={program} />
    </Stack>
  );
}
