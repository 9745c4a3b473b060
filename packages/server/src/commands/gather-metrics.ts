import cluster, { type Worker } from "node:cluster";
import type { Registry } from "prom-client";

/**
 * The metrics of several API processes on one port. A scrape reaches any of them, which asks the parent process, which
 * asks all of them. Nothing is added up: each sample has the label `process`, a number that passes to whichever process
 * replaces the one that had it. So a counter starts again only when its process does, which Prometheus understands; a
 * sum over the processes would fall whenever one of them ends.
 */
type Message = { readonly metrics: "read" | "tell" | "told" | "all"; readonly id: number; readonly text?: string };

const NUMBER = "API_PROCESS_NUMBER";
/** A process that does not answer within it is left out, and counted as silent. */
const TELL_WITHIN_MS = 1_000;
const READ_WITHIN_MS = 3_000;

/** In a process that shares its port: reads the metrics of all. Undefined in any other. */
export const readOfAllProcesses = cluster.isWorker ? readThroughParent : undefined;

function readThroughParent(registry: Registry): () => Promise<string> {
  registry.setDefaultLabels({ process: process.env[NUMBER] });
  const asked = createQuestions();
  const send = (message: Message): void => void (process.connected && process.send!(message));
  process.on("message", (message) => {
    if (!isOurs(message)) return;
    if (message.metrics === "all") return asked.answer(message);
    void registry.metrics().then((text) => send({ metrics: "told", id: message.id, text }));
  });
  return async () => {
    const text = await asked.ask((id) => send({ metrics: "read", id }), READ_WITHIN_MS);
    if (text === null) throw new Error("the parent process did not gather the metrics in time");
    return text;
  };
}

/** In the parent process. `own`: its registry, if it does work of its own. */
export function createGatherer(count: number, own?: Registry) {
  const asked = createQuestions();
  const workers = new Map<number, Worker>();
  const tell = (worker: Worker): Promise<string | null> =>
    asked.ask((id) => worker.isConnected() && worker.send({ metrics: "tell", id } satisfies Message), TELL_WITHIN_MS);
  own?.setDefaultLabels({ process: "jobs" });

  async function gather(): Promise<string> {
    const told = await Promise.all([...workers.values()].map(tell));
    const texts = told.filter((text) => text !== null);
    const states = { answering: texts.length, silent: count - texts.length };
    return [
      mergeMetrics(own === undefined ? texts : [...texts, await own.metrics()]),
      "# HELP api_processes Processes that share this port, by whether they told their metrics",
      "# TYPE api_processes gauge",
      ...Object.entries(states).map(([state, number]) => `api_processes{state="${state}"} ${number}`),
      "",
    ].join("\n");
  }

  return {
    /** What a new process is told about its place among the others. */
    environmentOf: (number: number): Record<string, string> => ({ [NUMBER]: String(number) }),
    serve(worker: Worker, number: number): void {
      workers.set(number, worker);
      worker.once("exit", () => workers.get(number) === worker && workers.delete(number));
      worker.on("message", (message) => {
        if (!isOurs(message)) return;
        if (message.metrics === "told") return asked.answer(message);
        void gather().then((text) => {
          if (worker.isConnected()) worker.send({ metrics: "all", id: message.id, text } satisfies Message);
        });
      });
    },
  };
}

function isOurs(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "metrics" in message;
}

function createQuestions() {
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  return {
    async ask(send: (id: number) => unknown, withinMs: number): Promise<string | null> {
      const id = ++last;
      const { promise, resolve } = Promise.withResolvers<string | null>();
      const timer = setTimeout(() => resolve(null), withinMs);
      waiting.set(id, resolve);
      send(id);
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(id);
      });
    },
    answer: ({ id, text = "" }: Message): void => waiting.get(id)?.(text),
  };
}

/** All samples of a metric stand together behind one description, as the format demands. */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  for (const text of texts) {
    let lines: string[] = [];
    let isNew = true;
    for (const line of text.split("\n")) {
      const name = /^# HELP (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        isNew = !metrics.has(name);
        if (isNew) metrics.set(name, []);
        lines = metrics.get(name)!;
      }
      if (line !== "" && (isNew || !line.startsWith("#"))) lines.push(line);
    }
  }
  return [...metrics.values()].map((lines) => lines.join("\n")).join("\n");
}
