import { Anchor, Button, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { FailureAlert, LoadFailure } from "../../components/failure-alert.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useWrite } from "../../components/use-write.ts";
import { type Escrow, escrowKey, ESCROWS, type Milestone } from "./escrow.ts";
import classes from "./approve-contract.module.css";

/** The contract must be opened before it can be approved. */
export function ApproveContract({ escrow, milestone }: { escrow: Escrow; milestone: Milestone }) {
  const [opened, { open, close }] = useDisclosure(false);
  const path = { escrow_id: escrow.escrow_id, milestone_id: milestone.milestone_id };
  const contract = useQuery({
    queryKey: [...escrowKey(escrow.escrow_id), "contract", milestone.milestone_id, milestone.updated_at],
    queryFn: async () =>
      (await api.get("/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/contract", { path })).data,
    enabled: opened,
  });
  const approve = useWrite({
    write: () => api.post("/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/contract/approve", { path }),
    done: "The contract is approved",
    refresh: [escrowKey(escrow.escrow_id), ESCROWS],
    onDone: close,
  });
  return (
    <>
      <Button size="xs" onClick={open} aria-label={`Approve the contract of ${milestone.label}`}>
        Approve
      </Button>
      <Modal opened={opened} onClose={close} title={contract.data?.title ?? "Contract"} size="lg">
        <Stack>
          <LoadFailure query={contract} title="The contract could not be read" />
          {contract.isPending && <Skeleton height={80} />}
          {contract.data !== undefined && (
            <>
              <Text size="xs" c="dimmed" component="div">
                Submitted <Timestamp at={contract.data.submitted_at} />
              </Text>
              {contract.data.terms !== null && <div className={classes.terms}>{contract.data.terms}</div>}
              {contract.data.document_url !== null && (
                <Anchor href={contract.data.document_url} target="_blank" rel="noreferrer noopener" size="sm">
                  Open the document
                </Anchor>
              )}
            </>
          )}
          <FailureAlert error={approve.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Not yet
            </Button>
            <Button onClick={() => approve.mutate()} loading={approve.isPending} disabled={contract.data === undefined}>
              Approve the contract
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
