import type { Db, Tx } from "./client.ts";

/** Where the organizations of this deployment live, for the few things that span them. With one cell everything is in one place. */
export type CellsInUse = {
  /** Reads over all cells; it cannot write to tables of a cell. */
  readonly every: Db;
  /** The database of every cell, for a statement that cannot run over all of them at once. */
  each(): readonly Db[];
  /** With the database of the organization's cell; ids that are created meanwhile belong to that cell. */
  within<T>(orgId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** In the organization's cell, within a transaction that another cell began: both commit together. */
  withinTransaction<T>(tx: Tx, orgId: string, work: () => Promise<T>): Promise<T>;
  /** In the cell for a new organization. `repeatableId` is converted to an id of that cell, always of the same one. */
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
    withinTransaction: (_tx, _orgId, work) => work(),
    withinNew: ({ repeatableId }, work) => work(db, repeatableId),
  };
}
