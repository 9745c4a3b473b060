import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { runChild } from "./processes.ts";

/**
 * Load on one address from a number of connections, each sending its next request when it has its answer. `wrk` makes it when the machine
 * has it: per request it costs a fraction of what a generator in Node does, and on few cores the generator's share distorts everything.
 */
export type LoadRequest = {
  url: string;
  connections: number;
  seconds: number;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** Sent in turn. For POST these are bodies, for GET paths. */
  variants: readonly string[];
};

export type LoadResult = { requests: number; perSecond: number; p50Ms: number; p99Ms: number; errors: number; cpuMicroseconds: number };

export const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

export function runLoad(directory: string, load: LoadRequest): Promise<LoadResult> {
  return hasWrk
    ? runWrk(directory, load)
    : runChild<LoadResult>({ name: "load", directory, script: join(import.meta.dirname, "servers/closed-loop.ts"), args: [JSON.stringify(load)] });
}

async function runWrk(directory: string, load: LoadRequest): Promise<LoadResult> {
  const script = join(directory, "load.lua");
  writeFileSync(script, luaOf(load));
  const { stdout } = await promisify(execFile)("wrk", ["-t1", `-c${load.connections}`, `-d${load.seconds}s`, "--timeout", "30s", "-s", script, load.url]);
  const line = stdout.split("\n").find((text) => text.startsWith("{"));
  if (line === undefined) throw new Error(`wrk said nothing to read: ${stdout}`);
  return JSON.parse(line) as LoadResult;
}

/** The ending of wrk's own report is replaced by one line of JSON. Its CPU time stands in /proc/self/stat of wrk itself. */
function luaOf(load: LoadRequest): string {
  const prepared = load.method === "POST" ? "wrk.format('POST', nil, nil, text)" : "wrk.format('GET', text)";
  return `
wrk.method = ${lua(load.method)}
${Object.entries(load.headers)
  .map(([name, value]) => `wrk.headers[ ${lua(name)} ] = ${lua(value)}`)
  .join("\n")}
local texts = { ${load.variants.map(lua).join(",\n")} }
local requests = {}
local turn = 0
function init(args)
  for index, text in ipairs(texts) do requests[index] = ${prepared} end
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

/** A Lua string that needs no escapes of its own: bodies are JSON without line breaks. */
function lua(text: string): string {
  return `[==[${text}]==]`;
}
