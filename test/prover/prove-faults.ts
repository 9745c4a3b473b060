import type { Progress } from "#src/platform/progress.ts";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "#test/faults/database-stage.ts";
import { collectEvidence } from "./collect-evidence.ts";
import type { Evidence } from "./evidence.ts";
import { strikeFaults } from "./faults.ts";
import { type Finding, judge } from "./judge.ts";
import { credentialsOf, signIn, startLoad } from "./load.ts";
import { createRandom } from "./random.ts";
import { openStage, type Stage } from "./stage.ts";

/** One run: a deployment under load and faults, then quiet, then the judge. */
export type ProofOptions = {
  readonly seed: number;
  /** The run ends when either limit is reached. */
  readonly faults: number;
  readonly forMs: number;
  readonly everyMs: number;
  readonly lastsMs: number;
  readonly clients: number;
  /** How long after the last fault everything must have ended. */
  readonly settlesMs: number;
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
  readonly evidence: Evidence;
};

export async function proveFaults(options: ProofOptions): Promise<Proof> {
  const say = options.say ?? ((): void => {});
  const stage = await openStage();
  try {
    return await prove(stage, options, say);
  } finally {
    await stage.close();
  }
}

async function prove(stage: Stage, options: ProofOptions, say: (text: string) => void): Promise<Proof> {
  const credentials = await credentialsOf(stage);
  const admin = await signIn(stage.origins[0]!, stage.demo.admin);
  await register(stage, credentials);
  const load = startLoad(stage, { seed: options.seed, clients: options.clients, credentials });
  const endsAtMs = performance.now() + options.forMs;
  const faults = await strikeFaults({
    stage,
    random: createRandom(options.seed, "faults"),
    everyMs: options.everyMs,
    lastsMs: options.lastsMs,
    isEnough(struck) {
      if (options.progress !== undefined) options.progress.done = Math.max(struck / options.faults, 1 - (endsAtMs - performance.now()) / options.forMs);
      if (struck > 0 && struck % 100 === 0) say(`${struck} faults, ${load.requests.length} requests`);
      return struck >= options.faults || performance.now() > endsAtMs;
    },
    say,
  });
  await fetch(`${stage.sandboxUrl}/faults`, { method: "DELETE" }).catch(() => undefined);
  say(`The faults are over; ${load.requests.length} requests so far.`);
  await until("the deployment is ready again", stage.isReady);
  await load.stop();
  const quietMs = performance.now();
  for (;;) {
    const evidence = await collectEvidence(stage, load, credentials, admin);
    const findings = judge(evidence);
    const settledMs = performance.now() - quietMs;
    if (findings.length === 0 || settledMs > options.settlesMs) {
      const { relay, processes } = stage;
      const starts = processes.reduce((sum, one) => sum + one.starts(), 0);
      const { paths, answers, failures } = load;
      return { findings, faults, paths, answers, failures, believedForgeries: relay.believedForgeries, forged: relay.forged(), starts, settledMs, evidence };
    }
    say(
      `${Math.round(settledMs / 1_000)} s: ${findings.length} not yet as they must be, such as ${findings[0]!.rule}: ${findings[0]!.subject} ${findings[0]!.detail}`,
    );
    await pause(2_000);
  }
}

async function register(stage: Stage, credentials: Awaited<ReturnType<typeof credentialsOf>>): Promise<void> {
  for (const endpoint of stage.endpoints) {
    const at = stage.demo.organizations.findIndex(({ org_id }) => org_id === endpoint.orgId);
    const answer = await fetch(`${stage.origins[0]}/v1/public/webhooks`, {
      method: "POST",
      headers: { ...credentials[at]!.person, "content-type": "application/json" },
      body: JSON.stringify({ endpoint_url: `${endpoint.receiver.url}/hook` }),
    });
    if (!answer.ok) throw new Error(`no endpoint could be registered: ${await answer.text()}`);
    endpoint.secret = ((await answer.json()) as { data: { secret_key: string } }).data.secret_key;
  }
}
