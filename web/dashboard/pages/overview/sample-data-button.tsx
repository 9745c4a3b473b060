import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { signInOptionsQuery, useSession } from "../../session/session.ts";
import { PAYMENTS } from "../payments/payment.ts";

/** Where no real money moves, a new organization can be filled with something to look at. */
export function SampleData() {
  const may = useMay();
  const { organization } = useSession();
  const { data: options } = useQuery(signInOptionsQuery);
  const [progress, setProgress] = useState("");
  const make = useWrite({
    write: async () => (await import("./sample-data.ts")).makeSampleData(organization!.org_id, (made, of) => setProgress(`${made} of ${of} made`)),
    done: "The sample data is there",
    refresh: [PAYMENTS, ["overview"], ["outcomes"], ["disputes"], ["payment-totals"]],
  });
  if (options?.environment !== "test" || organization === null || !may("POST /payments-init/initiate") || !may("POST /beneficiaries")) return null;
  return (
    <Group px="lg" pt="md" gap="sm">
      <Button variant="default" size="xs" loading={make.isPending} onClick={() => make.mutate()}>
        Add sample data
      </Button>
      <Text size="sm" c="dimmed" flex="1 1 200px">
        {make.isPending
          ? progress
          : "Payments of several methods and endings, a refund, a dispute and a link, at the sandbox and marked as samples. They stay."}
      </Text>
      <FailureAlert error={make.error} />
    </Group>
  );
}
