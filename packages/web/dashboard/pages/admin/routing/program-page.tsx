import { Alert, Anchor, Button, Grid, Group, List, NumberInput, Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { CorridorError } from "corridor-client/error.ts";
import { useRef, useState } from "react";
import { api } from "../../../api/client.ts";
import { BackLink } from "../../../components/back-link.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { Facts } from "../../../components/facts.tsx";
import { FailureAlert, LoadFailure } from "../../../components/failure-alert.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { Page } from "../../../components/page.tsx";
import { Panel } from "../../../components/panel.tsx";
import { useWrite } from "../../../components/use-write.ts";
import { NotFoundPage } from "../../../frame/not-found-page.tsx";
import { PagePending } from "../../../frame/page-pending.tsx";
import { useMay } from "../../../session/may.ts";
import { ProgramPreview } from "./route-preview.tsx";
import { ProgramStatus, PROGRAMS } from "./programs-page.tsx";
import { placeOfRule, type Program, readRules, type Rule, wordsOf } from "./rule-words.ts";

/** One program: its rules as text, what they mean in words, what they would do, and who may let them route. */
export function ProgramPage() {
  const { programId } = useParams({ from: "/protected/admin/routing/programs/$programId" });
  const program = useQuery({
    queryKey: [...PROGRAMS, programId],
    queryFn: () => api.get("/payments/routing/programs/{program_id}", { path: { program_id: programId } }),
  });
  if (program.error instanceof CorridorError && program.error.status === 404) return <NotFoundPage />;
  if (program.isError) return <LoadFailure query={program} />;
  if (program.data === undefined) return <PagePending />;
  return <Editor key={program.data.data.updated_at} program={program.data.data} />;
}

function Editor({ program }: { program: Program }) {
  const { program_id, org_id, status, share, version, name, rules } = program;
  const path = { program_id };
  const saved = JSON.stringify(rules, null, 2);
  const [text, setText] = useState(saved);
  const [publishing, setPublishing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const navigate = useNavigate();
  const mayWrite = useMay()("PATCH /payments/routing/programs/{program_id}");
  const isOpen = status === "draft" && mayWrite;
  const read = readRules(text);
  const isChanged = text !== saved;

  const save = useWrite({
    write: (body: { rules: Rule[] }) => api.patch("/payments/routing/programs/{program_id}", { path, body }),
    done: "The draft is saved",
    refresh: [PROGRAMS],
  });
  const copy = useWrite({
    write: () => api.post("/payments/routing/programs", { body: { name, rules, org_id } }),
    refresh: [PROGRAMS],
    onDone: ({ data }) => void navigate({ to: `/admin/routing/programs/${data.program_id}` }),
  });
  const archive = useWrite({
    write: () => api.post("/payments/routing/programs/{program_id}/archive", { path }),
    done: "The program routes no more payments",
    refresh: [PROGRAMS],
  });
  const select = (index: number) => {
    const place = placeOfRule(text, index);
    if (place === null || area.current === null) return;
    area.current.focus();
    area.current.setSelectionRange(place.from, place.to);
  };
  const problems = save.error instanceof CorridorError ? save.error.details : [];

  return (
    <Page
      title={name}
      description={
        <Group gap="xs">
          Version {version} <ProgramStatus program={program} />
        </Group>
      }
      back={<BackLink to="/admin/routing/programs">Routing programs</BackLink>}
      actions={
        <>
          {mayWrite && status !== "draft" && (
            <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
              New draft of it
            </Button>
          )}
          {mayWrite && status !== "archived" && (
            <ConfirmButton
              label="Archive"
              title={`Archive ${name}?`}
              confirmLabel="Archive"
              action={archive}
              buttonProps={{ size: "sm" }}
            >
              It routes no more payments. Without a published program priorities decide.
            </ConfirmButton>
          )}
          {mayWrite && (status === "draft" || share !== null) && status !== "archived" && (
            <Button disabled={isChanged} onClick={() => setPublishing(true)}>
              {status === "draft" ? "Publish" : "Publish alone"}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="lg">
        {status === "published" && share !== null && <ProgramComparison programId={program_id} />}
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <Panel title="Rules">
              <Stack>
                <Textarea
                  ref={area}
                  label="Rules as JSON"
                  description="The first rule that matches a payment decides. An empty “when” matches every payment."
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                  readOnly={!isOpen}
                  error={"problem" in read ? read.problem : undefined}
                  autosize
                  minRows={12}
                  maxRows={28}
                  spellCheck={false}
                  styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } }}
                />
                {problems.length > 0 ? (
                  <Problems problems={problems} onSelect={select} />
                ) : (
                  <FailureAlert error={save.error ?? copy.error} />
                )}
                {isOpen && (
                  <Group justify="flex-end">
                    <Button
                      disabled={!isChanged || "problem" in read}
                      loading={save.isPending}
                      onClick={() => "rules" in read && save.mutate(read)}
                    >
                      Save the draft
                    </Button>
                  </Group>
                )}
              </Stack>
            </Panel>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Panel title="In words">{"rules" in read && <InWords rules={read.rules} />}</Panel>
          </Grid.Col>
        </Grid>
        {isChanged ? <Text c="dimmed">Save the draft to try it.</Text> : <ProgramPreview program={program} />}
      </Stack>
      {publishing && <Publish program={program} onClose={() => setPublishing(false)} />}
    </Page>
  );
}

/** What the payments of two programs show so far, and no more than that. */
function ProgramComparison({ programId }: { programId: string }) {
  const comparison = useQuery({
    queryKey: [...PROGRAMS, programId, "comparison"],
    queryFn: () => api.get("/payments/routing/programs/{program_id}/comparison", { path: { program_id: programId } }),
  });
  const { arms = [], verdict = "" } = comparison.data?.data ?? {};
  const facts = arms.map(({ version, succeeded, sample, under_way }) => ({
    label: `Version ${version}`,
    value: `${succeeded} of ${sample} succeeded, ${under_way} under way`,
  }));
  return (
    <Panel title="Comparison">
      <LoadFailure query={comparison} />
      <Text mb="sm">{verdict.replace(/^./, (letter) => letter.toUpperCase())}</Text>
      <Facts facts={facts} />
    </Panel>
  );
}

type ProblemsProps = { problems: readonly { path: string; message: string }[]; onSelect: (rule: number) => void };

function Problems({ problems, onSelect }: ProblemsProps) {
  return (
    <Alert color="red" role="alert" title="Not saved: mend this first">
      <List size="sm">
        {problems.map(({ path, message }) => {
          const rule = /^rules\.(\d+)\.?(.*)/.exec(path);
          return (
            <List.Item key={`${path} ${message}`}>
              {rule === null ? (
                path
              ) : (
                <Anchor component="button" type="button" size="sm" onClick={() => onSelect(Number(rule[1]))}>
                  Rule {Number(rule[1]) + 1}
                </Anchor>
              )}
              {rule?.[2] ? `, ${rule[2]}` : ""}: {message.replace(/ \(rule \d+\)$/, "")}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}

function InWords({ rules }: { rules: readonly Rule[] }) {
  return (
    <List type="ordered" size="sm" spacing="sm">
      {rules.map((rule, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a rule is its place
        <List.Item key={index}>
          <Text fw={600}>{String(rule?.name ?? "")}</Text>
          {wordsOf(rule?.when ?? {})}
          <Text size="sm" c="dimmed">
            {wordsOf(rule?.then ?? {})}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

function Publish({ program: { program_id, name, status }, onClose }: { program: Program; onClose: () => void }) {
  const [share, setShare] = useState<string | number>("");
  const publish = useWrite({
    write: () =>
      api.post("/payments/routing/programs/{program_id}/publish", {
        path: { program_id },
        body: share === "" ? {} : { share: Number(share) },
      }),
    done: "The program is published",
    refresh: [PROGRAMS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Publish ${name}?`}
      submitLabel="Publish"
      onSubmit={() => publish.mutate()}
      action={publish}
    >
      <Text size="sm">Every process routes by it within a second. It takes the place of the published one.</Text>
      {status === "draft" && (
        <NumberInput
          label="Only for a share of payments"
          description="In percent, to compare it with the published program; empty: all of them"
          value={share}
          onChange={setShare}
        />
      )}
    </FormModal>
  );
}
