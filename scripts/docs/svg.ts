/** The frame of every picture: it follows the reader's light or dark theme. */
const STYLE = `
  text { font: 14px ui-sans-serif, system-ui, sans-serif; fill: #17211f; }
  .dim { fill: #55625e; }
  .box { fill: #fff; stroke: #0d6957; stroke-width: 1.5; }
  .good { fill: #e9f7f3; }
  .bad { fill: #fdeeec; stroke: #a82a21; }
  .line { stroke: #55625e; stroke-width: 1.4; fill: none; }
  .ground { fill: #f6f9f8; }
  .head { fill: #55625e; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6ecea; } .dim { fill: #a5b2ae; } .box { fill: #1b2322; stroke: #73c7af; } .good { fill: #17342d; }
    .bad { fill: #45201c; stroke: #f7a59b; } .line { stroke: #a5b2ae; } .ground { fill: #101615; } .head { fill: #a5b2ae; }
  }`;

export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}</style>
<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="head" d="M0 0L10 5L0 10z"/></marker></defs>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
${parts.join("\n")}
</svg>
`;
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export function arrow(x1: number, y1: number, x2: number, y2: number, dashed = false): string {
  return (
    `<line class="line" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" ` +
    `marker-end="url(#arrow)"${dashed ? ' stroke-dasharray="5 4"' : ""}/>`
  );
}

export function label(
  x: number,
  y: number,
  text: string,
  options: { anchor?: "start" | "middle" | "end"; dim?: boolean } = {},
): string {
  return (
    `<text x="${round(x)}" y="${round(y)}" ` +
    `text-anchor="${options.anchor ?? "middle"}"${options.dim === true ? ' class="dim"' : ""}>${escaped(text)}</text>`
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
