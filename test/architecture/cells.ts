/**
 * Statements that touch both the directory (packages/server/src/kernel/db/directory.ts) and a cell, by file. A cell on a server of
 * its own could not run them (two-servers.ts), so they are only those that run in the main database: in the first cell,
 * or over all cells (`every_cell`).
 */
export const TOUCH_BOTH: Readonly<Record<string, { statements: number; where: string }>> = {
  "commands/seed.ts": { statements: 1, where: "in the first cell: whether a deployment is empty" },
  "back-office/settlements/account-queries.ts": {
    statements: 1,
    where: "over all cells: sums of the ledgers beside the statements of the platform",
  },
  "back-office/balances/float-queries.ts": {
    statements: 1,
    where: "over all cells: sums of the ledgers beside what providers report",
  },
};
