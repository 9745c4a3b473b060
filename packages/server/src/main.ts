#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";

/**
 * Compiled code is cached for the next start, which then takes half the time. The cache is among the installed
 * packages, because a person who can write there already controls what runs here; a shared temporary folder would give
 * others that control. If the folder is read-only, nothing is cached. Imports above this line are not cached, so the
 * program itself is imported below it.
 */
enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/corridor"));

/**
 * How far the old generation may grow beyond what was alive at its last collection, in percent. With memory to spare V8
 * lets it grow fourfold, so that a process with 50 MB alive holds 150 MB of garbage and of buffers that only a
 * collection frees. At 120 it collects more often, mostly on separate threads: 150 held 391 MB under load, and at 100
 * reads cost up to a quarter more. Unlike a ceiling (--max-old-space-size) this ends no process that really needs more,
 * and the program can set it itself.
 */
const HEAP_GROWTH_PERCENT = 120;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);

const { runCommandLine } = await import("#src/commands/command-line.ts");
await runCommandLine();
