import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../log.ts";
import type { CellsInUse } from "./cells-in-use.ts";
import type { Db } from "./client.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/**
 * What finds the cell of a request, asked of each cell over its own connections: a view over all cells fails for
 * everybody while one node is down. A cell that failed or is late is probed; one whose probe failed is away, and is not
 * asked until a probe is answered. Caches are dropped at each change.
 */
const ANSWER_WITHIN_MS = 3_000;
const PROBE_PAUSE_MS = 500;

export type CellLookups = Pick<CellsInUse, "anywhere" | "gather"> & {
  isAway(cell: number): boolean;
  /** Finds out whether a cell is away, without making the caller wait. */
  suspect(cell: number): void;
  close(): void;
};

type LookupsOptions = {
  readonly numbers: readonly number[];
  readonly cellOf: (id: string) => number;
  readonly dbOf: (cell: number) => Db;
  /** Over a connection of its own: a pool may be full because of too many requests. */
  readonly probe: (cell: number) => Promise<void>;
  readonly onChange: () => void;
  readonly log: Logger;
};

const NOTHING = new Error("this cell has no such row");

export function createCellLookups({ numbers, cellOf, dbOf, probe, onChange, log }: LookupsOptions): CellLookups {
  const away = new Set<number>();
  const probed = new Set<number>();
  let isClosed = false;

  async function follow(cell: number): Promise<void> {
    for (;;) {
      const answers = await probe(cell).then(
        () => true,
        () => false,
      );
      if (isClosed) return;
      if (answers ? away.delete(cell) : !away.has(cell)) {
        if (!answers) away.add(cell);
        log.warn({ cell }, answers ? "a cell answers again" : "a cell is away: its organizations get a 503");
        onChange();
      }
      if (answers) return;
      await pause(PROBE_PAUSE_MS, undefined, { ref: false });
    }
  }

  function suspect(cell: number): void {
    if (probed.has(cell) || isClosed) return;
    probed.add(cell);
    void follow(cell).finally(() => probed.delete(cell));
  }

  async function ask<R>(cell: number, text: string, values?: readonly unknown[]): Promise<R[]> {
    if (away.has(cell)) throw new DatabaseUnavailable(`cell ${cell} is away`);
    try {
      const late = pause(ANSWER_WITHIN_MS, null, { ref: false });
      const rows = await Promise.race([dbOf(cell).query<R>(text, values), late]);
      if (rows === null) throw new DatabaseUnavailable(`cell ${cell} does not answer`);
      return rows;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) suspect(cell);
      throw error;
    }
  }

  return {
    anywhere: {
      async query<R>(text: string, values?: readonly unknown[]): Promise<R[]> {
        const answers = numbers.map(async (cell) => {
          const rows = await ask<R>(cell, text, values);
          if (rows.length === 0) throw NOTHING;
          return rows;
        });
        try {
          return await Promise.any(answers);
        } catch (error) {
          const failure: unknown = (error as AggregateError).errors.find((one) => one !== NOTHING);
          if (failure !== undefined) throw failure;
          return [];
        }
      },
    },
    async gather(read) {
      const silent = new Set<number>();
      const ofCells = await Promise.all(
        numbers.map(async (cell) => {
          try {
            return await read({ query: <R>(text: string, values?: readonly unknown[]) => ask<R>(cell, text, values) });
          } catch (error) {
            if (!(error instanceof DatabaseUnavailable)) throw error;
            silent.add(cell);
            return [];
          }
        }),
      );
      return { rows: ofCells.flat(), lacks: (orgId) => silent.has(cellOf(orgId)) };
    },
    isAway: (cell) => away.has(cell),
    suspect,
    close: () => void (isClosed = true),
  };
}
