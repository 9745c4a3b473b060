import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import type { Column } from "../../components/data-table.tsx";
import { DecisionForm } from "../../components/decision-form.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { StatusBadge, type Status, wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";

type Request = Row<"/users/notifications/verification-requests">;
type Outcome = "provided" | "declined";

const REQUESTS = ["verification-requests"] as const;
const BADGES: Readonly<Record<Request["status"], Status>> = { open: "open", answered: "resolved", closed: "closed" };

/** Identity data of payers and payees that providers request (BVN, NIN), and whether it was given. */
export function VerificationRequestsPage() {
  const may = useMay();
  const { organization } = useSession();
  const [answering, setAnswering] = useState<{ request: Request; outcome: Outcome } | null>(null);
  const mayAnswer = organization !== null && may("POST /users/notifications/verification-requests/{request_id}/answer");
  const list = useCursorList([...REQUESTS, organization?.org_id], (page) =>
    api.get("/users/notifications/verification-requests", { query: page }),
  );
  const columns: Column<Request>[] = [
    {
      header: "What",
      cell: (request) => (
        <TwoLines below={request.message}>{`${request.verification_type} of the ${request.target}`}</TwoLines>
      ),
      primary: true,
      long: true,
    },
    {
      header: "Status",
      cell: (request) => (
        <StatusBadge status={BADGES[request.status]} label={wordsOf(request.answer ?? request.status)} />
      ),
    },
    {
      header: "Written to",
      cell: (request) => wordsOf(request.written_to ?? (request.sent ? request.target : "nobody")),
    },
    { header: "Priority", cell: (request) => wordsOf(request.priority) },
    { header: "Asked for", cell: (request) => <Timestamp at={request.created_at} /> },
    {
      header: "Answer",
      hiddenHeader: true,
      align: "end",
      cell: (request) =>
        mayAnswer && request.status === "open" ? (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button size="xs" onClick={() => setAnswering({ request, outcome: "provided" })}>
              Provided
            </Button>
            <Button size="xs" variant="default" onClick={() => setAnswering({ request, outcome: "declined" })}>
              Declined
            </Button>
          </Group>
        ) : null,
    },
  ];
  return (
    <ListPage
      title="Verification requests"
      description="Identity data that a payment needs. Record whether it was given; never enter the number itself here."
      label="Verification requests"
      list={list}
      columns={columns}
      keyOf={(request) => request.request_id}
      add={null}
      empty={{ icon: "shield", title: "No requests", text: "No payment needs more identity data." }}
    >
      {answering !== null && (
        <DecisionForm
          title={answering.outcome === "provided" ? "The data was provided" : "The data is declined"}
          submitLabel="Answer"
          write={(note) =>
            api.post("/users/notifications/verification-requests/{request_id}/answer", {
              path: { request_id: answering.request.request_id },
              body: { outcome: answering.outcome, note },
            })
          }
          done="The request is answered"
          refresh={[REQUESTS]}
          onClose={() => setAnswering(null)}
        >
          {answering.request.message} A request is answered once.
        </DecisionForm>
      )}
    </ListPage>
  );
}
