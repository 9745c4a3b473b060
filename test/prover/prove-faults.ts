import type { Progress } from "@corridor/server/kernel/progress.ts";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "#test/faults/database-stage.ts";
import { post } from "./ask.ts";
import { collectEvidence, readerOf } from "./collect-evidence.ts";
import type { Evidence } from "./evidence.ts";
import { strikeFaults } from "./faults.ts";
import { type Finding, judge, standing } from "./judge.ts";
import { credentialsOf, type Load, NO_ANSWER, signIn, startLoad } from "./load.ts";
import { createRandom } from "./random.ts";
import { openStage, READY_WITHIN_MS, type Stage } from "./stage.ts";

/** One run: a deployment under load and faults, then quiet, then the judge. */
export type ProofOptions = {
  readonly seed: number;
  /** The run ends when either limit is reached. */
  readonly faults: number;
  readonly forMs: number;
  readonly everyMs: number;
  readonly lastsMs: number;
  readonly clients: number;
  /** Worker processes; the APIs are always two. */
  readonly workers: number;
  /**
   * How long after the last fault everything must have ended, at the pace of the machine; the deployment's own time is
   * moved ahead meanwhile.
   */
  readonly settlesMs: number;
  /** What has not ended after this much quiet gets its next poll by moving the deployment's time, again and again. */
  readonly quietMs: number;
  readonly say?: (text: string) => void;
  readonly progress?: Progress;
};

export type Proof = {
  readonly findings: readonly Finding[];
  readonly faults: ReadonlyMap<string, number>;
  readonly paths: ReadonlyMap<string, number>;
  readonly answers: ReadonlyMap<number, number>;
  readonly failures: readonly string[];
  readonly believedForgeries: readonly string[];
  readonly forged: number;
  readonly starts: number;
  readonly settledMs: number;
  /** How far the deployment's time was moved ahead after the faults. */
  readonly movedMs: number;
  readonly evidence: Evidence;
};

/**
 * What is in doubt is polled with pauses as long as it is old, up to 15 minutes. Nobody need wait for them: moving the
 * time leaves the rules as they are.
 */
const MOVE_MS = 15 * 60_000;
const READ_AGAIN_MS = 2_000;
/**
 * Stands in for the verification until nothing else is wrong: it takes a process of its own, which reads everything.
 */
const NOT_VERIFIED_YET = { exitCode: 0, text: "" };

export async function proveFaults(options: ProofOptions): Promise<Proof> {
  const say = options.say ?? ((): void => {});
  const stage = await openStage(options);
  try {
    return await prove(stage, options, say);
  } finally {
    await stage.close();
  }
}

async function prove(stage: Stage, options: ProofOptions, say: (text: string) => void): Promise<Proof> {
  const credentials = await credentialsOf(stage);
  await register(stage, credentials);
  const { admin, second_admin } = stage.demo;
  const platform = [await signIn(stage.origins[0]!, admin), await signIn(stage.origins[0]!, second_admin)] as const;
  const load = startLoad(stage, { seed: options.seed, clients: options.clients, credentials, platform });
  const answered = (): number =>
    [...load.answers].reduce((sum, [status, count]) => (status === NO_ANSWER ? sum : sum + count), 0);
  await until("clients are answered", () => answered() > 0, READY_WITHIN_MS);
  const endsAtMs = performance.now() + options.forMs;
  const faults = await strikeFaults({
    stage,
    random: createRandom(options.seed, "faults"),
    everyMs: options.everyMs,
    lastsMs: options.lastsMs,
    answered,
    isEnough(struck) {
      if (options.progress !== undefined)
        options.progress.done = Math.max(struck / options.faults, 1 - (endsAtMs - performance.now()) / options.forMs);
      if (struck > 0 && struck % 100 === 0) say(`${struck} faults, ${load.requests.length} requests`);
      return struck >= options.faults || performance.now() > endsAtMs;
    },
    say,
  });
  await fetch(`${stage.sandboxUrl}/faults`, { method: "DELETE" }).catch(() => undefined);
  say(`The faults are over; ${load.requests.length} requests so far.`);
  await until("the deployment is ready again", stage.isReady, READY_WITHIN_MS);
  await load.stop();
  const settled = await settle(stage, load, options, say);
  const { relay, processes } = stage;
  const starts = processes.reduce((sum, one) => sum + one.starts(), 0);
  const { paths, answers, failures } = load;
  return {
    ...settled,
    faults,
    paths,
    answers,
    failures,
    believedForgeries: relay.believedForgeries,
    forged: relay.forged(),
    starts,
  };
}

/**
 * Reads and judges until every promise holds, or the time is over. The lists are read one after another while the
 * workers go on, so one reading may see an event whose delivery is a moment away: only what two readings in a row find
 * is a finding.
 */
async function settle(
  stage: Stage,
  load: Load,
  { settlesMs, quietMs }: ProofOptions,
  say: (text: string) => void,
): Promise<Pick<Proof, "findings" | "settledMs" | "movedMs" | "evidence">> {
  const beganMs = performance.now();
  let reader = await readerOf(stage);
  let movedMs = 0;
  let before: readonly Finding[] = [];
  for (let wasLate = false; ;) {
    const seen = await collectEvidence(stage, load, reader);
    const settledMs = performance.now() - beganMs;
    const isLate = settledMs > settlesMs;
    const isSound = judge({ ...seen, verification: NOT_VERIFIED_YET }).length === 0;
    const evidence = { ...seen, verification: isSound || isLate ? await stage.verify() : NOT_VERIFIED_YET };
    const all = judge(evidence);
    if (all.length === 0 || wasLate) return { findings: standing(all, before), settledMs, movedMs, evidence };
    say(
      `${Math.round(settledMs / 1_000)} s: ${all.length} not yet as they must be, such as ${all[0]!.rule}: ` +
        `${all[0]!.subject} ${all[0]!.detail}`,
    );
    before = all;
    wasLate = isLate;
    if (settledMs > quietMs * (1 + movedMs / MOVE_MS) && settledMs < settlesMs - quietMs) {
      await post(`${stage.origins[0]}/v1/sandbox/clock`, reader.admin, { advance_seconds: MOVE_MS / 1_000 });
      reader = await readerOf(stage);
      movedMs += MOVE_MS;
      say(`The deployment's time was moved ahead by ${MOVE_MS / 60_000} minutes.`);
    }
    await pause(READ_AGAIN_MS);
  }
}

async function register(stage: Stage, credentials: Awaited<ReturnType<typeof credentialsOf>>): Promise<void> {
  for (const endpoint of stage.endpoints) {
    const at = stage.demo.organizations.findIndex(({ org_id }) => org_id === endpoint.orgId);
    const registered = await post(`${stage.origins[0]}/v1/public/webhooks`, credentials[at]!.person, {
      endpoint_url: `https://127.0.0.1:${endpoint.receiver.port}/hook`,
    });
    endpoint.secret = (JSON.parse(registered) as { data: { secret_key: string } }).data.secret_key;
  }
}
