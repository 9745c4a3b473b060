#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";

/**
 * The next start takes half the time, and does not load Node's TypeScript parser, which takes 18 MB: this file is in
 * JavaScript for that. The cache is among the installed packages, because whoever can write there already controls what
 * runs here; a shared temporary folder would give others that control. Imports above are not cached.
 */
enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/corridor"));

/**
 * How far the old generation may grow beyond what was alive. With memory to spare V8 lets it grow fourfold, so that a
 * process with 60 MB alive holds 180 MB of garbage. Half of the young generation has 16 MB (package.json): between two
 * collections then come more payments than are in flight, and few of their objects grow old. With 8 MB and 120 % the
 * process was as large and a payment dearer by a quarter. Unlike --max-old-space-size this ends no process.
 */
const HEAP_GROWTH_PERCENT = 70;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);

const { runCommandLine } = await import("#src/commands/command-line.ts");
await runCommandLine();
