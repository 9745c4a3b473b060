#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * What was compiled once is kept for the next start, which takes half of the time then. It is kept among the installed packages, since
 * whoever may write there decides anyway what runs here; a shared temporary folder would let others decide it. Where that place is
 * read-only nothing is kept. Whatever is imported above this line is not covered, so the program itself is imported below it.
 */
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/corridor"));

const { runCommandLine } = await import("./commands/command-line.ts");
await runCommandLine();
