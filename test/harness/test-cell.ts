import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { addCell } from "@corridor/server/kernel/db/add-cell.ts";
import { schemaOfCell, searchPathOf } from "@corridor/server/kernel/db/cells.ts";
import { FIRST_CELL, inCell } from "@corridor/base/ids.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";

/**
 * The cell of the demo's organizations (TEST_CELL=2): suites that do not know about cells then run in a deployment with
 * that many additional cells.
 */
export const TEST_CELL = Number(process.env["TEST_CELL"] ?? FIRST_CELL);

export async function addCells(url: string, count: number): Promise<void> {
  if (count === 0) return;
  for (let added = 0; added < count; added++) await addCell({ url, countries: [] });
  const db = connect({ url, maxConnections: 1, applicationName: "test cells", log: createLogger({ level: "silent" }) });
  await db.query("UPDATE cells SET state = 'active'");
  await db.close();
}

/** The search path of that cell; absent: the first one. */
export const TEST_CELL_PATH = TEST_CELL === FIRST_CELL ? undefined : searchPathOf(schemaOfCell(TEST_CELL), "public");

/**
 * Connections whose search path is the cell of the demo's organizations. On a Citus cluster they go through the
 * coordinator.
 */
export function connectToTestCell(url: string): Db {
  return connect({
    url,
    maxConnections: 5,
    applicationName: "test cell",
    log: createLogger({ level: "silent" }),
    searchPath: TEST_CELL_PATH,
  });
}

export async function withTestCell<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connectToTestCell(url);
  try {
    return await inCell(TEST_CELL, () => work(db));
  } finally {
    await db.close();
  }
}
