const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const STEP = "  ";

/** Indents JSON and keeps its numbers as they were written: parsed and written again, 250000.00 would be 250000. */
export function indentJson(json: string): string {
  let text = "";
  let depth = 0;
  let before = "";
  const newLine = (): string => `\n${STEP.repeat(depth)}`;
  for (const token of json.match(TOKEN) ?? []) {
    const opened = before === "{" || before === "[";
    if (token === "}" || token === "]") {
      depth--;
      text += opened ? token : newLine() + token;
    } else {
      text += opened || before === "," ? newLine() + token : token;
      if (token === ":") text += " ";
      if (token === "{" || token === "[") depth++;
    }
    before = token;
  }
  return text;
}
