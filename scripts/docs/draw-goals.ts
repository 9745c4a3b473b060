import { label, picture } from "./svg.ts";

/**
 * Results against their goals as bars, from the only table of a page: the columns path, compared with, result, goal,
 * reached.
 */
const ROW_HEIGHT = 28;
const TOP = 52;
const BAR = { left: 330, height: 16, ofGoal: 150 };
const WIDTH = 860;
/** Longer bars are cut: their number says the rest. */
const MAX_OF_GOAL = 2.4;

type Result = { name: string; ofGoal: number };

export function drawGoals(page: string): string {
  const results = readResults(page);
  const bottom = TOP + results.length * ROW_HEIGHT;
  const bars = results.map(({ name, ofGoal }, index) => {
    const y = TOP + index * ROW_HEIGHT;
    const width = Math.min(ofGoal, MAX_OF_GOAL) * BAR.ofGoal;
    return (
      `<rect class="box ${ofGoal < 1 ? "bad" : "good"}" x="${BAR.left}" y="${y}" width="${width.toFixed(1)}" ` +
      `height="${BAR.height}"/>${label(BAR.left - 10, y + 13, name, { anchor: "end" })}${label(BAR.left + width + 8, y + 13, ofGoal.toFixed(2), { anchor: "start", dim: true })}`
    );
  });
  const goal = BAR.left + BAR.ofGoal;
  const line = `<line class="line" x1="${goal}" y1="${TOP - 12}" x2="${goal}" y2="${bottom}" stroke-dasharray="4 4"/>`;
  return picture(WIDTH, bottom + 16, "Results as multiples of their goals", [
    ...bars,
    line,
    label(goal, 28, "goal = 1; longer is better", { dim: true }),
  ]);
}

function readResults(page: string): Result[] {
  const rows = page.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) => {
    const [path = "", against = "", result = "", goal = ""] = row
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    const value = numberIn(/on average [\d.]+/.exec(result)?.[0] ?? result);
    const isCost = /\b(?:ms|MB|kB|s|fsyncs)\b/.test(result);
    const isNamed = /^(?:a naive|graphile|pg-boss|HTTP)/.test(against);
    return {
      name: result.includes("fsyncs")
        ? `${path}, fsyncs`
        : isNamed
          ? `${path}, to ${against.replace(/ in batches.*|, tuned| implementation/, "")}`
          : path,
      ofGoal: isCost ? numberIn(goal) / value : value / numberIn(goal),
    };
  });
}

const numberIn = (text: string): number => Number(/[\d,.]*\d/.exec(text)![0].replaceAll(",", ""));
