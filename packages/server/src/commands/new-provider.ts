import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { KIT_VERSION, NAME } from "@corridor/provider-kit/manifest.ts";
import { RESERVED_NAMES } from "@corridor/provider-kit/provider.ts";
import { print } from "./client/output.ts";

const TEMPLATE = dirname(createRequire(import.meta.url).resolve("@corridor/provider-kit/template/index.js"));
const PREFIX = "corridor-provider-";

/** Writes a package of an invented provider, which the kit's rules hold for, to be changed into another one. */
export function newProviderCommand(given: string): void {
  const [scope, bare] = given.startsWith("@") ? given.split("/") : [undefined, given];
  const words = (bare ?? "").replace(PREFIX, "").split(/[-_]/);
  const name = words.join("_");
  if (!NAME.test(name) || RESERVED_NAMES.has(name))
    throw new OperatorError(
      `${given} is no name for a provider. Use 2 to 18 small letters, digits and dashes, and none of ${[...RESERVED_NAMES].join(", ")}.`,
    );
  const folder = resolve(PREFIX + words.join("-"));
  if (existsSync(folder)) throw new OperatorError(`${folder} exists already. Choose another name, or remove it.`);
  const known = {
    PACKAGE_NAME: `${scope === undefined ? "" : `${scope}/`}${PREFIX}${words.join("-")}`,
    PROVIDER_NAME: name,
    DISPLAY_NAME: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" "),
    KIT_VERSION,
  };
  mkdirSync(folder);
  for (const file of readdirSync(TEMPLATE))
    writeFileSync(
      join(folder, file),
      Object.entries(known).reduce(
        (text, [word, value]) => text.replaceAll(word, value),
        readFileSync(join(TEMPLATE, file), "utf8"),
      ),
    );
  print(`${folder} has a provider that works. Next, there: npm install <the packed kit> && npm test`);
}
