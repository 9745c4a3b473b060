#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";

/**
 * What was compiled once is kept for the next start, which takes half of the time then. It is kept among the installed packages, since
 * whoever may write there decides anyway what runs here; a shared temporary folder would let others decide it. Where that place is
 * read-only nothing is kept. Whatever is imported above this line is not covered, so the program itself is imported below it.
 */
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/corridor"));

/**
 * How far the old generation may grow past what was alive at its last collection, in percent. Where a machine has memory to spare V8 lets it
 * grow fourfold, so that a process with 50 MB alive holds 150 MB of garbage and of buffers that only a collection frees. At 120 it
 * collects more often, mostly on threads of its own: 150 held 391 MB under load, and at 100 reads cost up to a quarter more. Unlike a ceiling
 * (--max-old-space-size) this ends no process that really needs more, and it can be set by the program itself.
 */
const HEAP_GROWTH_PERCENT = 120;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);

const { runCommandLine } = await import("./commands/command-line.ts");
await runCommandLine();
