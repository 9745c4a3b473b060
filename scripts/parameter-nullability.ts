/**
 * Which values of a statement may be null. The server does not say, so the text does: a value that is written into a
 * column may be null if the column may, one that is compared may not (nothing equals null), unless the statement asks
 * whether it is null, or says so behind it in a comment: or null. Where nothing is seen, it may be null.
 */
type Column = { readonly name: string; readonly table: string; readonly isNotNull: boolean };

const ASKED = [
  /^(?:::[\w[\]]+)?\s*\/\* or null \*\//,
  /^(?:::[\w[\]]+)?\s+IS\s+(?:NOT\s+)?(?:NULL|DISTINCT)\b/i,
  /^::[\w[\]]+\)\s+IS\s+(?:NOT\s+)?NULL\b/i,
];
const SPARED =
  /(?:coalesce|nullif|num_nulls|num_nonnulls|least|greatest|to_jsonb?|jsonb?_build_\w+)\([^()]*$|DISTINCT\s+FROM\s+\(?$/i;
const COMPARED = /(?:[^-]>|<|=|<>|\bANY\s*\(|\bLIMIT|\bOFFSET|\bBETWEEN|\bunnest\([^()]*|_to_recordset\()\s*\(?$/i;
const CLAUSE = /\b(?:SET|WHERE|FROM|RETURNING|ON|SELECT|VALUES|HAVING|USING)\b/gi;

export function parameterNullability(text: string, columns: readonly Column[]): (parameter: number) => boolean {
  const written = new Map<number, boolean>();
  const note = (parameter: number, table: string, name: string): void => {
    const column = columns.find((one) => one.table === table && one.name === name);
    if (column !== undefined) written.set(parameter, (written.get(parameter) ?? true) && !column.isNotNull);
  };
  for (const [, table, names, values] of text.matchAll(
    /INSERT\s+INTO\s+(?:\w+\.)?(\w+)(?:\s+AS\s+\w+)?\s*\(([^()]*)\)\s*VALUES\s*\(([^;]*?)\)\s*(?:ON CONFLICT|RETURNING|\)|$)/gi,
  ))
    split(values!).forEach((value, index) => {
      const parameter = /^\$(\d+)(?:::[\w[\]]+)?$/.exec(value)?.[1];
      if (parameter !== undefined) note(Number(parameter), table!, names!.split(",")[index]?.trim() ?? "");
    });
  for (const { 0: found, 1: table, index } of text.matchAll(
    /UPDATE\s+(?:\w+\.)?(\w+)(?:\s+(?:AS\s+)?\w+)?\s+SET\s/gi,
  )) {
    const rest = text.slice(index + found.length);
    const end = rest.search(/\b(?:WHERE|FROM|RETURNING)\b/);
    for (const [, name, parameter] of rest
      .slice(0, end < 0 ? undefined : end)
      .matchAll(/(\w+)\s*=\s*\$(\d+)\b(?!\s*[-+*|])/g))
      note(Number(parameter), table!, name!);
  }
  return (parameter) => {
    const uses = [...text.matchAll(new RegExp(`\\$${parameter}(?!\\d)`, "g"))].map(({ index, 0: found }) => ({
      before: text.slice(0, index),
      after: text.slice(index + found.length),
    }));
    if (uses.some(({ before, after }) => ASKED.some((asked) => asked.test(after)) || SPARED.test(before))) return true;
    const isCompared = uses.some(({ before }) => {
      const clause = [...before.matchAll(CLAUSE)].at(-1)?.[0].toUpperCase();
      return clause !== "SET" && clause !== "VALUES" && COMPARED.test(before);
    });
    return !isCompared && (written.get(parameter) ?? true);
  };
}

/** At the commas outside of parentheses. */
function split(list: string): string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const character of list) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
