import { escaped } from "./svg.ts";

/**
 * Draws what a command printed, with its colors, as a terminal shows it. A terminal is dark in either theme of the
 * reader.
 */
const STYLE = `
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d8e0dd; white-space: pre; }
  .bold { font-weight: 700; } .gray { fill: #93a19c; } .red { fill: #f7a59b; } .green { fill: #7fd6bb; } .yellow { fill: #ead28c; } .cyan { fill: #8fd0e8; }`;
const CLASSES: Readonly<Record<string, string>> = {
  1: "bold",
  31: "red",
  32: "green",
  33: "yellow",
  36: "cyan",
  90: "gray",
};
/** SGR codes that end one of the above: bold, color. */
const BOLD_OFF = "22";
const COLOR_OFF = "39";

const ESCAPE = "\u001b";
/** A control sequence, then the text up to the next one. */
const STYLED_TEXT = new RegExp(`${ESCAPE}\\[([\\d;]*)m([^${ESCAPE}]*)`, "g");

const COLUMNS = 140;
const CHARACTER_WIDTH = 7.83;
const LINE_HEIGHT = 18;
const MARGIN = 16;

type Run = { text: string; classes: string };

export function drawTerminal(title: string, output: string): string {
  const lines = output
    .replaceAll("\r", "")
    .replace(/^\n+|\s+$/g, "")
    .split("\n")
    .flatMap((line) => wrap(runsOf(line)));
  const columns = Math.max(...lines.map((line) => line.reduce((sum, { text }) => sum + text.length, 0)));
  const [width, height] = [Math.ceil(columns * CHARACTER_WIDTH) + 2 * MARGIN, lines.length * LINE_HEIGHT + 2 * MARGIN];
  const drawn = lines.map((line, index) => textAt(MARGIN + (index + 0.75) * LINE_HEIGHT, line));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}</style>
<rect fill="#131a18" width="${width}" height="${height}" rx="8"/>
${drawn.join("\n")}
</svg>
`;
}

/** `textLength` keeps the columns straight in whatever monospaced font the reader has. */
function textAt(y: number, runs: readonly Run[]): string {
  let column = 0;
  const parts = runs.map(({ text, classes }) => {
    const x = (MARGIN + column * CHARACTER_WIDTH).toFixed(1);
    column += text.length;
    const length = `textLength="${(text.length * CHARACTER_WIDTH).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
    return text.trim() === ""
      ? ""
      : `<tspan x="${x}" ${length}${classes === "" ? "" : ` class="${classes}"`}>${escaped(text)}</tspan>`;
  });
  return `<text y="${y}" xml:space="preserve">${parts.join("")}</text>`;
}

function runsOf(line: string): Run[] {
  const active = new Set<string>();
  const runs: Run[] = [];
  for (const [, codes, text] of `${ESCAPE}[m${line}`.matchAll(STYLED_TEXT)) {
    for (const code of codes!.split(";")) follow(active, code);
    if (text !== "") runs.push({ text: text!, classes: [...active].join(" ") });
  }
  return runs;
}

function follow(active: Set<string>, code: string): void {
  if (CLASSES[code] !== undefined) active.add(CLASSES[code]);
  else if (code === BOLD_OFF) active.delete("bold");
  else for (const one of active) if (code !== COLOR_OFF || one !== "bold") active.delete(one);
}

/** Wraps at the last column, as a terminal does. */
function wrap(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  let free = COLUMNS;
  for (const { text, classes } of runs) {
    for (let rest = text; rest !== "";) {
      if (free === 0) {
        lines.push([]);
        free = COLUMNS;
      }
      lines.at(-1)!.push({ text: rest.slice(0, free), classes });
      [rest, free] = [rest.slice(free), Math.max(0, free - rest.length)];
    }
  }
  return lines;
}
