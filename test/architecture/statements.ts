import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import type { ESTree } from "vite";
import { fileAt, placeOf, product, type SourceFile, textOf, visit } from "./source.ts";

/**
 * Every SQL text of the product. A text is constant if it depends only on its module: literals, column lists, row
 * sources, functions of the module. Constant texts are evaluated by the module itself, so they are exactly what the
 * database receives.
 */
export type Statement = {
  readonly file: string;
  readonly place: string;
  readonly text: string;
  /** Under which the database's description of it is found (kernel/db/statement-types.ts). */
  readonly name?: string | undefined;
};
/** Texts that depend on the values of a call. */
export type BuiltStatement = { readonly file: string; readonly place: string; readonly source: string };

const STATEMENT =
  /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|LOCK|VACUUM|ANALYZE|TRUNCATE|LISTEN|SET|CREATE|ALTER|DROP|BEGIN|COMMIT|ROLLBACK|START)\b/;

type Candidate = { readonly node: ESTree.Node; readonly name?: string | undefined };

/** The suffix of the module copies that evaluate the candidates. These files exist only in memory. */
const MARK = ".statements.ts";

/** The outermost literals that begin like a statement, and the arguments of `query` that are not literals. */
function candidatesOf(file: SourceFile): Candidate[] {
  const found: Candidate[] = [];
  const isWithin = (node: ESTree.Node): boolean =>
    found.some(({ node: other }) => other.start <= node.start && node.end <= other.end);
  const add = (node: ESTree.Node, name?: string): void => void (isWithin(node) || found.push({ node, name }));
  visit(file, {
    TaggedTemplateExpression(node) {
      const name = nameOf(node);
      if (name !== undefined || STATEMENT.test(textOf(file, node.quasi).slice(1))) add(node, name);
    },
    CallExpression(node) {
      if (
        node.callee.type !== "MemberExpression" ||
        node.callee.property.type !== "Identifier" ||
        node.callee.property.name !== "query"
      )
        return;
      const [argument] = node.arguments;
      for (const branch of argument?.type === "ConditionalExpression"
        ? [argument.consequent, argument.alternate]
        : [argument]) {
        if (branch !== undefined) add(branch);
      }
    },
    TemplateLiteral: (node) => void (STATEMENT.test(textOf(file, node).slice(1)) && add(node)),
    Literal: (node) => void (typeof node.value === "string" && STATEMENT.test(node.value) && add(node)),
  });
  return found;
}

/** Of a statement that is written `statement("links.FIND_LINK")`. */
function nameOf({ tag }: ESTree.TaggedTemplateExpression): string | undefined {
  if (tag.type !== "CallExpression" || tag.callee.type !== "Identifier" || tag.callee.name !== "statement")
    return undefined;
  const [name] = tag.arguments;
  return name?.type === "Literal" && typeof name.value === "string" ? name.value : undefined;
}

/**
 * A candidate is constant if it can be evaluated in module scope, where parameters and local variables do not exist.
 * The module is loaded again with the candidates appended.
 */
function evaluate(file: SourceFile, candidates: readonly Candidate[]): (string | undefined)[] {
  const probes = candidates.map(({ node }) => `() => (${textOf(file, node)})`).join(",\n");
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.endsWith(MARK)) return next(specifier, context);
      return { url: pathToFileURL(specifier).href, shortCircuit: true };
    },
    load(url, context, next) {
      return url.endsWith(MARK)
        ? {
            format: "module-typescript",
            source: `${file.text}\nexport const probes = [${probes}];`,
            shortCircuit: true,
          }
        : next(url, context);
    },
  });
  try {
    const loaded = createRequire(import.meta.url)(fileAt(file.path) + MARK) as { probes: (() => unknown)[] };
    return loaded.probes.map(textOrNothing);
  } finally {
    hooks.deregister();
  }
}

function textOrNothing(probe: () => unknown): string | undefined {
  try {
    const value = probe();
    return typeof value === "string" ? value : undefined;
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

export function collectStatements(): { constant: Statement[]; built: BuiltStatement[] } {
  const constant: Statement[] = [];
  const built: BuiltStatement[] = [];
  for (const file of product) {
    const candidates = candidatesOf(file);
    if (candidates.length === 0) continue;
    evaluate(file, candidates).forEach((text, index) => {
      const { node, name } = candidates[index]!;
      const at = { file: file.path, place: placeOf(file, node) };
      if (text === undefined) built.push({ ...at, source: textOf(file, node) });
      else constant.push({ ...at, text, name });
    });
  }
  return { constant, built };
}
