import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { signInOptionsQuery, useSession } from "../../session/session.ts";
import { PAYMENTS } from "../payments/payment.ts";

/** Where no real money moves, a new organization can be filled with sample data. */
export function SampleData() {
  const may = useMay();
  const { organization } = useSession();
  const { data: options } = useQuery(signInOptionsQuery);
  const [progress, setProgress] = useState("");
  const make = useWrite({
    write: async () =>
      (await import("./sample-data.ts")).makeSampleData(organization!.org_id, (made, of) =>
        setProgress(`${made} of ${of} made`),
      ),
    done: "The sample data was created",
    refresh: [PAYMENTS, ["overview"], ["outcomes"], ["disputes"], ["payment-totals"]],
  });
  if (
    options?.environment !== "test" ||
    organization === null ||
    !may("POST /payments-init/initiate") ||
    !may("POST /beneficiaries")
  )
    return null;
  return (
    <Group px="lg" pt="md" gap="sm">
      <Button variant="default" size="xs" loading={make.isPending} onClick={() => make.mutate()}>
        Add sample data
      </Button>
      <Text size="sm" c="dimmed" flex="1 1 200px">
        {make.isPending
          ? progress
          : "Creates sandbox payments with several methods and outcomes, a refund, a dispute and a link, all marked " +
            "as samples. They cannot be removed."}
      </Text>
      <FailureAlert error={make.error} />
    </Group>
  );
}
