import { arrow, label, picture } from "./svg.ts";

/** Boxes from text, one line each (`name: what it holds`). The first line is above, and leads to all others. */
const BOX = { width: 224, height: 62 };
const GAP = 20;
const TOP = 24;
const BELOW = 136;

export function drawCells(title: string, text: string): string {
  const [above, ...others] = text
    .trim()
    .split("\n")
    .map((line) => line.split(": ") as [name: string, content: string]);
  const width = GAP + others.length * (BOX.width + GAP);
  const leftOf = (index: number): number => GAP + index * (BOX.width + GAP);
  return picture(width, BELOW + BOX.height + GAP, title, [
    ...others.map((_, index) => arrow(width / 2, TOP + BOX.height, leftOf(index) + BOX.width / 2, BELOW)),
    box((width - BOX.width) / 2, TOP, above!),
    ...others.map((entry, index) => box(leftOf(index), BELOW, entry)),
  ]);
}

function box(x: number, y: number, [name, content]: readonly [string, string]): string {
  const middle = x + BOX.width / 2;
  return (
    `<rect class="box" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" ` +
    `rx="6"/>${label(middle, y + 26, name)}${label(middle, y + 47, content, { dim: true })}`
  );
}
