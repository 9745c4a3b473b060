import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { faultsOfKind } from "@corridor/provider-kit/manifest.ts";
import type { ProviderKind } from "@corridor/provider-kit/provider.ts";
import { addProviderName } from "./names.ts";

/**
 * Providers from npm packages, which the operator has installed where the service is started, or beside the service.
 * Amounts and errors are classes, and both sides must have the same ones: a package gets the kit of this service,
 * whichever it was written with, and `kit` in its manifest says whether it works with that.
 */
const KIT = "@corridor/provider-kit";
let isKitShared = false;

function shareKit(): void {
  if (isKitShared) return;
  isKitShared = true;
  const { href: url } = pathToFileURL(createRequire(import.meta.url).resolve(`${KIT}/index.ts`));
  registerHooks({
    resolve: (specifier, context, next) => (specifier === KIT ? { url, shortCircuit: true } : next(specifier, context)),
  });
}

export async function loadPackages(packages: readonly string[]): Promise<readonly ProviderKind[]> {
  if (packages.length === 0) return [];
  shareKit();
  const owners = new Map<string, string>();
  const kinds: ProviderKind[] = [];
  for (const name of packages) {
    const kind = await loadPackage(name);
    const owner = owners.get(kind.name);
    if (owner !== undefined)
      throw new OperatorError(
        `${owner} and ${name} both claim the name ${kind.name}. Remove one of them from PROVIDERS.`,
      );
    owners.set(kind.name, name);
    kinds.push(kind);
  }
  for (const kind of kinds) addProviderName(kind.name);
  return kinds;
}

async function loadPackage(name: string): Promise<ProviderKind> {
  let exported: { default?: unknown };
  try {
    exported = (await import(pathToFileURL(placeOf(name)).href)) as { default?: unknown };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The package ${name} of PROVIDERS cannot be loaded: ${(error as Error).message}`);
  }
  const faults = faultsOfKind(exported.default);
  if (faults.length > 0)
    throw new OperatorError(
      `The package ${name} of PROVIDERS is no provider that can be used:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`,
    );
  return exported.default as ProviderKind;
}

function placeOf(name: string): string {
  for (const from of [join(process.cwd(), "package.json"), import.meta.url])
    try {
      return createRequire(from).resolve(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    }
  throw new OperatorError(
    `The package ${name} of PROVIDERS is not installed: run "npm install ${name}" in ${process.cwd()}, or remove it ` +
      "from PROVIDERS.",
  );
}
