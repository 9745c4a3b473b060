import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_FAULTS, SIMULATED_FULL_DISK } from "#test/faults/database-faults.ts";
import type { NetworkState } from "#test/harness/network-proxy.ts";
import type { RelayMode } from "./callback-relay.ts";
import type { Random } from "./random.ts";
import type { Process, Stage } from "./stage.ts";

/**
 * Faults of a deployment. `strike` begins a fault and returns the function that ends it. Faults with the same `place`
 * never overlap; others do.
 */
export type Fault = {
  readonly kind: string;
  readonly place: string;
  /** How long it sometimes lasts, beyond the run's own limit. */
  readonly longMs?: number | undefined;
  strike(stage: Stage, random: Random): Promise<() => Promise<void>>;
};

/**
 * Faults must strike what is under way: on a slow machine the next one waits until a client was answered since the last
 * one, but no longer than this.
 */
const LONGEST_LULL_MS = 2_000;
const LULL_STEP_MS = 50;
/** Often enough for a long run to have some, and seldom enough to leave time for other faults of the same place. */
const LONG_SHARE = 0.1;

const NOTHING = async (): Promise<void> => {};
const LONGEST_LATE_MS = 2_000;
const CLOCK_STEP_MS = 3_600_000;

const processesOf = (stage: Stage, name: string): Process[] =>
  stage.processes.filter((one) => one.name.startsWith(name));

function onProcess(role: string): Fault[] {
  const place = `process ${role}`;
  return [
    {
      kind: `${role} killed`,
      place,
      async strike(stage, random) {
        random.pick(processesOf(stage, role)).kill();
        return NOTHING;
      },
    },
    {
      kind: `${role} stands still`,
      place,
      async strike(stage, random) {
        const one = random.pick(processesOf(stage, role));
        one.pause();
        return async () => one.resume();
      },
    },
  ];
}

function onLink(name: "database" | "provider"): Fault[] {
  const states: readonly NetworkState[] = ["cut", "half-open", "deaf", "slow", "limited", "sliced", "refused"];
  const linksOf = (stage: Stage) => (name === "database" ? stage.databaseLinks : stage.providerLinks);
  return [
    ...states.map((state): Fault => ({
      kind: `network to the ${name} ${state}`,
      place: `link ${name}`,
      async strike(stage, random) {
        const link = random.pick(linksOf(stage));
        await link.set(state, random.between(20, 200));
        return () => link.set("open");
      },
    })),
    {
      kind: `network to the ${name} reset`,
      place: `link ${name}`,
      async strike(stage, random) {
        random.pick(linksOf(stage)).reset();
        return NOTHING;
      },
    },
  ];
}

/**
 * Sandbox faults that need no client to observe them and do not concern the network, which has its own faults above.
 */
const OF_DATABASE = [...DATABASE_FAULTS, SIMULATED_FULL_DISK]
  .filter(({ name }) => !/network|half-open|statements canceled/.test(name))
  .map((fault): Fault => ({
    kind: `database ${fault.name}`,
    place: "database",
    longMs: fault.lastsMs,
    async strike(stage) {
      const clients = { answers: [], stop: async () => new Map<string, string>() };
      await fault.begin(stage, clients);
      return () => fault.end(stage);
    },
  }));

const CLOCK: Fault[] = [1, -1].map((sign) => ({
  kind: `clock set ${sign > 0 ? "forward" : "back"}`,
  place: "clock",
  async strike(stage, random) {
    const one = random.pick(stage.processes.filter(({ name }) => name !== "sandbox"));
    const byMs = sign * random.between(1_000, CLOCK_STEP_MS);
    one.stepClock(byMs);
    return async () => one.stepClock(-byMs);
  },
}));

const CALLBACKS: Fault[] = (["duplicate", "late", "reorder", "lose", "forge"] satisfies RelayMode[]).map((mode) => ({
  kind: `callbacks: ${mode}`,
  place: "callbacks",
  async strike({ relay }) {
    relay.set(mode);
    return async () => relay.set("pass");
  },
}));

const PROVIDERS: Fault[] = ["refuse", "error", "timeout", "lost_answer", "slow", "late"].map((mode) => ({
  kind: `provider: ${mode}`,
  place: "provider",
  async strike({ sandboxUrl }, random) {
    const delay_ms = random.between(100, LONGEST_LATE_MS);
    const fault = {
      provider: random.pick(["fiat", "hybrid", "crypto"]),
      mode,
      share: random.pick([0.3, 0.6, 1]),
      seconds: 10,
      delay_ms,
    };
    await atSandbox(sandboxUrl, "POST", fault);
    return () => atSandbox(sandboxUrl, "DELETE");
  },
}));

const RECEIVERS: Fault[] = [500, 0].map((status) => ({
  kind: status === 0 ? "receiver cuts" : "receiver fails",
  place: "receiver",
  async strike(stage) {
    const unsteady = stage.endpoints.filter(({ isHealthy }) => !isHealthy);
    for (const { receiver } of unsteady) receiver.answerWith(() => (status === 0 ? { cut: true } : { status }));
    return async () => unsteady.forEach(({ receiver }) => receiver.answerWith(() => ({})));
  },
}));

export const FAULTS: readonly Fault[] = [
  ...onProcess("api"),
  ...onProcess("worker"),
  ...onProcess("sandbox"),
  ...onLink("database"),
  ...onLink("provider"),
  ...OF_DATABASE,
  ...CLOCK,
  ...CALLBACKS,
  ...PROVIDERS,
  ...RECEIVERS,
];

/** The sandbox may be down at this moment; its restart ends its faults anyway. */
async function atSandbox(url: string, method: string, body?: unknown): Promise<void> {
  await fetch(`${url}/faults`, {
    method,
    signal: AbortSignal.timeout(2_000),
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  }).catch(() => undefined);
}

/** Strikes until told to stop, each fault at its time, and resolves when all of them have ended. */
export async function strikeFaults(options: {
  stage: Stage;
  random: Random;
  everyMs: number;
  lastsMs: number;
  /** How many answers the clients have got so far. */
  answered: () => number;
  isEnough: (struck: number) => boolean;
  say: (text: string) => void;
}): Promise<Map<string, number>> {
  const { stage, random } = options;
  const struck = new Map<string, number>();
  const taken = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let count = 0;
  while (!options.isEnough(count)) {
    const free = FAULTS.filter(({ place }) => !taken.has(place));
    // Faults that were not used for the longest time come first, so that a short run covers as many as a long one.
    const least = Math.min(...free.map(({ kind }) => struck.get(kind) ?? 0));
    const fault = random.pick(free.filter(({ kind }) => (struck.get(kind) ?? 0) === least));
    const isLong = fault.longMs !== undefined && random.next() < LONG_SHARE;
    const lastsMs = isLong ? fault.longMs! : random.between(Math.round(options.lastsMs / 4), options.lastsMs);
    const pauseMs = random.between(Math.round(options.everyMs / 2), Math.round(options.everyMs * 1.5));
    taken.add(fault.place);
    struck.set(fault.kind, (struck.get(fault.kind) ?? 0) + 1);
    count += 1;
    const course = (async () => {
      const end = await fault.strike(stage, random);
      await pause(lastsMs);
      await end();
    })()
      .catch((error: unknown) => options.say(`${fault.kind} could not be struck: ${String(error)}`))
      .finally(() => {
        taken.delete(fault.place);
        underWay.delete(course);
      });
    underWay.add(course);
    const answeredBefore = options.answered();
    await pause(pauseMs);
    for (
      let lullMs = pauseMs;
      lullMs < LONGEST_LULL_MS && options.answered() === answeredBefore;
      lullMs += LULL_STEP_MS
    )
      await pause(LULL_STEP_MS);
  }
  await Promise.all(underWay);
  return struck;
}
