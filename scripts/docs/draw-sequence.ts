import { arrow, label, picture } from "./svg.ts";

/**
 * A sequence of messages from text: `A -> B: what` for a request, `A --> B: what` for an answer, `A -> A: what` for
 * internal work.
 */
const LANE_WIDTH = 200;
const ROW_HEIGHT = 44;
const TOP = 70;
const HEAD = { width: 116, height: 36 };

type Message = { from: string; to: string; text: string; isAnswer: boolean };

export function drawSequence(text: string): string {
  const messages = text
    .trim()
    .split("\n")
    .map((line): Message => {
      const [, from, dashes, to, what] = /^(\w+) (--?)> (\w+): (.+)$/.exec(line)!;
      return { from: from!, to: to!, text: what!, isAnswer: dashes === "--" };
    });
  const lanes = [...new Set(messages.flatMap(({ from, to }) => [from, to]))];
  const xOf = (name: string): number => LANE_WIDTH / 2 + lanes.indexOf(name) * LANE_WIDTH;
  const height = TOP + messages.length * ROW_HEIGHT + 16;
  const heads = lanes.map(
    (name) =>
      `<line class="line" x1="${xOf(name)}" y1="${TOP - 12}" x2="${xOf(name)}" y2="${height - 12}" ` +
      `stroke-dasharray="2 5"/><rect class="box" x="${xOf(name) - HEAD.width / 2}" y="18" width="${HEAD.width}" ` +
      `height="${HEAD.height}" rx="6"/>${label(xOf(name), 41, name)}`,
  );
  const lines = messages.map(({ from, to, text: what, isAnswer }, index) => {
    const y = TOP + 26 + index * ROW_HEIGHT;
    if (from === to)
      return (
        `<circle class="head" cx="${xOf(from)}" cy="${y - 4}" ` +
        `r="4"/>${label(xOf(from) + 12, y, what, { anchor: "start", dim: true })}`
      );
    return `${arrow(xOf(from), y, xOf(to), y, isAnswer)}${label((xOf(from) + xOf(to)) / 2, y - 7, what)}`;
  });
  return picture(lanes.length * LANE_WIDTH, height, "Flow of a payment", [...heads, ...lines]);
}
