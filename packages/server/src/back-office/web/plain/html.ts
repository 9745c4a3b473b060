import { escapeHtml } from "#src/kernel/escape-html.ts";

/** HTML for the pages without scripts. Every value in a template is escaped, unless a template created it. */
export type Markup = { readonly markup: string };
type Part = string | number | Markup | readonly Markup[] | null | false;

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: texts.map((text, index) => text + (index < parts.length ? markupOf(parts[index]!) : "")).join("") };
}

function markupOf(part: Part): string {
  if (part === null || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  if ("markup" in part) return part.markup;
  return part.map(({ markup }) => markup).join("");
}
