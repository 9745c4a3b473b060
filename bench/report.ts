import { cpus, totalmem } from "node:os";
import { hasWrk } from "./load.ts";
import type { Evenness } from "./machine.ts";
import type { Sample } from "./rounds.ts";
import { median, spread } from "./statistics.ts";

/** What a run found, for people as a table and for machines as one JSON object. */
export type Row = {
  path: string;
  form: string;
  unit: string;
  perSecond: number;
  /** Half the distance between the slowest and the fastest round, as a share of the median. */
  spread: number;
  p50Ms: number | null;
  p99Ms: number | null;
  cpuMicroseconds: Record<string, number> | null;
  fsyncs: number | null;
  /** What was written to the database's log. */
  walBytes: number | null;
  memoryMb: number | null;
};

export type Goal = { name: string; value: number; goal: string; met: boolean };

/** What one operation writes to the database's log for one table or index. */
export type LogLine = {
  operation: string;
  table: string;
  relation: string;
  records: number;
  /** Of pages. */ splits: number;
  bytes: number;
};

export type Report = {
  machine: { cpu: string; cores: number; memoryGb: number; node: string; load: "wrk" | "node"; evenness: Evenness };
  quick: boolean;
  rows: Row[];
  log: LogLine[];
  ratios: Record<string, number>;
  goals: Goal[];
  notes: string[];
};

export function newReport(quick: boolean, evenness: Evenness): Report {
  const [cpu] = cpus();
  return {
    machine: {
      cpu: cpu?.model ?? "unknown",
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      load: hasWrk ? "wrk" : "node",
      evenness,
    },
    quick,
    rows: [],
    log: [],
    ratios: {},
    goals: [],
    notes: hasWrk
      ? []
      : [
          "wrk is not installed: the load was made by Node, which takes several times the CPU time per request and " +
            "slows everything it measures",
        ],
  };
}

export function addRows(
  report: Report,
  path: string,
  unit: string,
  samples: ReadonlyMap<string, readonly Sample[]>,
): void {
  for (const [form, rounds] of samples) {
    const perSecond = rounds.map((sample) => sample.perSecond);
    report.rows.push({
      path,
      form,
      unit,
      perSecond: median(perSecond),
      spread: spread(perSecond),
      p50Ms: medianOf(rounds, (sample) => sample.p50Ms),
      p99Ms: medianOf(rounds, (sample) => sample.p99Ms),
      cpuMicroseconds: medianCpu(rounds),
      fsyncs: medianOf(rounds, (sample) => sample.fsyncs),
      walBytes: medianOf(rounds, (sample) => sample.walBytes),
      memoryMb: medianOf(rounds, (sample) => sample.memoryMb),
    });
  }
}

/**
 * The ratio of two forms of one path: the median of the rounds' own ratios, since neighbours in time had the same
 * machine.
 */
export function ratioOf(samples: ReadonlyMap<string, readonly Sample[]>, form: string, to: string): number {
  const [ours, theirs] = [samples.get(form)!, samples.get(to)!];
  return median(ours.map((sample, round) => sample.perSecond / theirs[round]!.perSecond));
}

export function addGoal(report: Report, name: string, value: number, atLeast: number): void {
  report.goals.push({ name, value, goal: `>= ${atLeast}`, met: value >= atLeast });
}

export function addLimit(report: Report, name: string, value: number, atMost: number): void {
  report.goals.push({ name, value, goal: `<= ${atMost}`, met: value <= atMost });
}

function medianOf(rounds: readonly Sample[], valueOf: (sample: Sample) => number | undefined): number | null {
  const values = rounds.map(valueOf).filter((value) => value !== undefined);
  return values.length === 0 ? null : median(values);
}

function medianCpu(rounds: readonly Sample[]): Record<string, number> | null {
  const processes = Object.keys(rounds[0]?.cpuMicroseconds ?? {});
  if (processes.length === 0) return null;
  return Object.fromEntries(
    processes.map((name) => [name, median(rounds.map((sample) => sample.cpuMicroseconds![name]!))]),
  );
}

export function renderTable(report: Report): string {
  const { machine } = report;
  const header = ["path", "form", "per s", "±", "p50 ms", "p99 ms", "CPU µs by process", "fsyncs", "log bytes", "MB"];
  const lines = report.rows.map((row) => [
    row.path,
    row.form,
    `${whole(row.perSecond)} ${row.unit}`,
    `${Math.round(row.spread * 100)} %`,
    decimal(row.p50Ms),
    decimal(row.p99Ms),
    row.cpuMicroseconds === null
      ? ""
      : Object.entries(row.cpuMicroseconds)
          .map(([name, value]) => `${name} ${Math.round(value)}`)
          .join(", "),
    decimal(row.fsyncs),
    row.walBytes === null ? "" : whole(row.walBytes),
    row.memoryMb === null ? "" : String(Math.round(row.memoryMb)),
  ]);
  const widths = header.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return [
    `${machine.cores} x ${machine.cpu}, ${machine.memoryGb} GB, Node ${machine.node}, load by ${machine.load}`,
    `The machine by itself: memory was slow ${decimal(machine.evenness.slowShare * 100)} % of the time, at the ` +
      `longest for ${decimal(machine.evenness.longestSlowMs)} ms`,
    ...report.notes,
    "",
    line(header),
    line(widths.map((width) => "-".repeat(width))),
    ...lines.map(line),
    "",
    ...renderLog(report.log),
    "Ratios (median of the rounds' own ratios)",
    ...Object.entries(report.ratios).map(([name, value]) => `  ${name.padEnd(32)} ${value.toFixed(2)}`),
    "",
    "Goals",
    ...report.goals.map(
      ({ name, value, goal, met }) =>
        `  ${met ? "met      " : "NOT MET  "} ${name.padEnd(60)} ${round(value)} (${goal})`,
    ),
    "",
  ].join("\n");
}

function renderLog(log: readonly LogLine[]): string[] {
  return [...Map.groupBy(log, ({ operation }) => operation)].flatMap(([operation, lines]) => {
    const bytes = lines.reduce((sum, one) => sum + one.bytes, 0);
    return [
      `Log of ${operation}: ${whole(bytes)} bytes`,
      ...lines.map(
        (one) =>
          `  ${one.relation.padEnd(40)} ${whole(one.bytes).padStart(7)} bytes  ${one.records.toFixed(2)} records  ` +
          `${one.splits.toFixed(3)} splits`,
      ),
      "",
    ];
  });
}

export function renderJson(report: Report): string {
  return JSON.stringify(report, (_key, value: unknown) => (typeof value === "number" ? round(value) : value));
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function decimal(value: number | null): string {
  return value === null ? "" : value < 10 ? value.toFixed(2) : value.toFixed(1);
}
