import { arrow, label, picture } from "./svg.ts";

/** A state machine: a box for each state at its place, an arrow for each move. A state without moves is final. */
type States = Readonly<Record<string, { readonly phase: string; readonly moves: readonly string[] }>>;

const BOX = { width: 116, height: 38 };
const STEP = { x: 180, y: 78 };
const MARGIN = 24;

export function drawStates(
  states: States,
  places: Readonly<Record<string, readonly [column: number, row: number]>>,
): string {
  const centerOf = (state: string): [number, number] => {
    const [column, row] = places[state]!;
    return [MARGIN + BOX.width / 2 + column * STEP.x, MARGIN + BOX.height / 2 + row * STEP.y];
  };
  const arrows = Object.entries(states).flatMap(([from, { moves }]) =>
    moves.map((to) => between(centerOf(from), centerOf(to), states[to]!.moves.includes(from))),
  );
  const boxes = Object.entries(states).map(([state, { phase }]) => {
    const [x, y] = centerOf(state);
    const look = phase === "succeeded" ? "box good" : phase === "unsuccessful" ? "box bad" : "box";
    return (
      `<rect class="${look}" x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" ` +
      `height="${BOX.height}" rx="6"/>${label(x, y + 5, state)}`
    );
  });
  const columns = Math.max(...Object.values(places).map(([column]) => column));
  const rows = Math.max(...Object.values(places).map(([, row]) => row));
  const size = [2 * MARGIN + BOX.width + columns * STEP.x, 2 * MARGIN + BOX.height + rows * STEP.y] as const;
  return picture(size[0], size[1], "States of a payment", [...arrows, ...boxes]);
}

/** From edge to edge of the two boxes. A move with an opposite one is shifted, so that both are visible. */
function between([x1, y1]: [number, number], [x2, y2]: [number, number], isTwoWay: boolean): string {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const reach = Math.min(BOX.width / 2 / Math.abs(dx || 1e-9), BOX.height / 2 / Math.abs(dy || 1e-9));
  const length = Math.hypot(dx, dy);
  const [shiftX, shiftY] = isTwoWay ? [(-dy / length) * 10, (dx / length) * 10] : [0, 0];
  return arrow(x1 + dx * reach + shiftX, y1 + dy * reach + shiftY, x2 - dx * reach + shiftX, y2 - dy * reach + shiftY);
}
