import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { runChild } from "./processes.ts";

/**
 * Load on one address from a number of connections, each sending its next request when it has its answer. `wrk` makes
 * it when the machine has it: per request it costs a fraction of what a generator in Node does, and on few cores the
 * generator's share distorts everything.
 */
export type LoadRequest = {
  url: string;
  connections: number;
  seconds: number;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** Sent in turn. A text is a body for POST and a path for GET. */
  variants: readonly (string | Variant)[];
};

/** A request with a path or a header of its own. */
export type Variant = { path?: string; header?: readonly [name: string, value: string]; body: string };

export type LoadResult = {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  errors: number;
  cpuMicroseconds: number;
};

export const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

export function runLoad(directory: string, load: LoadRequest): Promise<LoadResult> {
  return hasWrk ? runWrk(directory, load) : runNode(directory, load);
}

/** By a file: thousands of requests are more than an argument holds. */
function runNode(directory: string, load: LoadRequest): Promise<LoadResult> {
  const file = join(directory, "load.json");
  writeFileSync(file, JSON.stringify(load));
  return runChild<LoadResult>({
    name: "load",
    directory,
    script: join(import.meta.dirname, "servers/closed-loop.ts"),
    args: [file],
  });
}

async function runWrk(directory: string, load: LoadRequest): Promise<LoadResult> {
  const [script, requests] = [join(directory, "load.lua"), join(directory, "load.txt")];
  writeFileSync(requests, load.variants.map((variant) => lineOf(load, variant)).join("\n"));
  writeFileSync(script, luaOf(load, requests));
  const { stdout } = await promisify(execFile)("wrk", [
    "-t1",
    `-c${load.connections}`,
    `-d${load.seconds}s`,
    "--timeout",
    "30s",
    "-s",
    script,
    load.url,
  ]);
  const line = stdout.split("\n").find((text) => text.startsWith("{"));
  if (line === undefined) throw new Error(`wrk said nothing to read: ${stdout}`);
  return JSON.parse(line) as LoadResult;
}

export function pathOf(load: LoadRequest, variant: string | Variant): string {
  if (typeof variant === "string") return load.method === "GET" ? variant : new URL(load.url).pathname;
  return variant.path ?? new URL(load.url).pathname;
}

/** Path, name and value of the header, body; none of them holds a tab or a line break. */
function lineOf(load: LoadRequest, variant: string | Variant): string {
  const body = load.method === "GET" ? "" : typeof variant === "string" ? variant : variant.body;
  const [name, value] = (typeof variant === "string" ? undefined : variant.header) ?? ["", ""];
  return [pathOf(load, variant), name, value, body].join("\t");
}

/**
 * The ending of wrk's own report is replaced by one line of JSON. Its CPU time stands in /proc/self/stat of wrk itself.
 */
function luaOf(load: LoadRequest, requests: string): string {
  return `
wrk.method = ${lua(load.method)}
${Object.entries(load.headers)
  .map(([name, value]) => `wrk.headers[ ${lua(name)} ] = ${lua(value)}`)
  .join("\n")}
local requests = {}
local turn = 0
function init(args)
  for line in io.lines(${lua(requests)}) do
    local path, name, value, body = line:match("([^\\t]*)\\t([^\\t]*)\\t([^\\t]*)\\t(.*)")
    local headers = {}
    for key, text in pairs(wrk.headers) do headers[key] = text end
    if name ~= "" then headers[name] = value end
    if body == "" then body = nil end
    requests[#requests + 1] = wrk.format(wrk.method, path, headers, body)
  end
end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
function done(summary, latency, requests)
  local stat = io.open("/proc/self/stat", "r")
  local ticks = 0
  if stat then
    local fields = {}
    for field in stat:read("*a"):gsub("^.*%) ", ""):gmatch("%S+") do fields[#fields + 1] = field end
    ticks = tonumber(fields[12]) + tonumber(fields[13])
    stat:close()
  end
  local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout
  io.write(string.format('{"requests":%d,"perSecond":%.1f,"p50Ms":%.3f,"p99Ms":%.3f,"errors":%d,"cpuMicroseconds":%d}\\n',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, errors, ticks * 10000))
end
`;
}

/** A Lua string that needs no escapes of its own. */
function lua(text: string): string {
  return `[==[${text}]==]`;
}
