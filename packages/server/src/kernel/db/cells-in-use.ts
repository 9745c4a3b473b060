import type { Db, Tx } from "./client.ts";

/**
 * Where the organizations of this deployment live, for the few things that span them. With one cell everything is in
 * one place.
 */
export type CellsInUse = {
  /** Reads over all cells; it cannot write to tables of a cell. */
  readonly every: Db;
  /** The database of every cell, for a statement that cannot run over all of them at once. */
  each(): readonly Db[];
  /** Runs `work` with the database of the organization's cell. Ids that `work` creates belong to that cell. */
  within<T>(orgId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in the organization's cell, as part of a transaction that another cell began, so that both commit
   * together.
   */
  withinTransaction<T>(tx: Tx, orgId: string, work: (there: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in the cell that is chosen for a new organization. `repeatableId` is converted to an id of that cell; a
   * repeated request always gets the same cell.
   */
  withinNew<T>(organization: NewInCell, work: (db: Db, repeatableId: string | undefined) => Promise<T>): Promise<T>;
};

export type NewInCell = {
  readonly country: string;
  /** The cell that the operator named. */ readonly cell?: number | undefined;
  readonly repeatableId?: string | undefined;
};

export function oneCell(db: Db): CellsInUse {
  return {
    every: db,
    each: () => [db],
    within: (_orgId, work) => work(db),
    withinTransaction: (tx, _orgId, work) => work(tx),
    withinNew: ({ repeatableId }, work) => work(db, repeatableId),
  };
}
