import { label, picture } from "./svg.ts";

/** Postings as a table: transaction, account, amount. */
const ROW_HEIGHT = 30;
const TOP = 84;
const WIDTH = 560;
const COLUMNS = { transaction: 28, account: 200, amount: WIDTH - 28 };

export function drawLedger(
  title: string,
  postings: readonly (readonly [transaction: string, account: string, amount: string])[],
): string {
  const rows = postings.map(([transaction, account, amount], index) => {
    const y = TOP + index * ROW_HEIGHT;
    const rule =
      transaction === ""
        ? ""
        : `<line class="line" x1="20" y1="${y - 20}" x2="${WIDTH - 20}" y2="${y - 20}" stroke-opacity="0.4"/>`;
    return `${rule}${label(COLUMNS.transaction, y, transaction, { anchor: "start" })}${label(COLUMNS.account, y, account, { anchor: "start", dim: true })}${label(COLUMNS.amount, y, amount, { anchor: "end" })}`;
  });
  const bottom = TOP + postings.length * ROW_HEIGHT;
  return picture(WIDTH, bottom + 24, title, [
    label(COLUMNS.transaction, 36, title, { anchor: "start" }),
    ...rows,
    `<line class="line" x1="20" y1="${bottom - 20}" x2="${WIDTH - 20}" y2="${bottom - 20}"/>`,
    label(COLUMNS.transaction, bottom, "Sum", { anchor: "start", dim: true }),
    label(COLUMNS.amount, bottom, "0.00", { anchor: "end" }),
  ]);
}
