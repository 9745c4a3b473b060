#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";

/**
 * The next start takes half the time. The cache is among the installed packages, because whoever can write there
 * already controls what runs here; a shared temporary folder would give others that control. Imports above are not
 * cached.
 */
enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/corridor"));

/**
 * How far the old generation may grow beyond what was alive. With memory to spare V8 lets it grow fourfold, so that a
 * process with 50 MB alive holds 150 MB of garbage. At 120 it collects more often, mostly on separate threads: 150 held
 * 391 MB under load, and at 100 reads cost up to a quarter more. Unlike --max-old-space-size this ends no process.
 */
const HEAP_GROWTH_PERCENT = 120;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);

const { runCommandLine } = await import("#src/commands/command-line.ts");
await runCommandLine();
