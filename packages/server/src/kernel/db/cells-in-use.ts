import type { Db, Queryable, Tx } from "./client.ts";

/** Where organizations live, for the few things that span them. With one cell everything is in one place. */
export type CellsInUse = {
  /** Reads over all cells, and fails while one is away; it cannot write to tables of a cell. */
  readonly every: Db;
  /**
   * Finds what one cell has, whichever it is, by one key. A cell that is away makes nobody wait. Fails if no other has
   * it, since that one may.
   */
  readonly anywhere: Queryable;
  /** What the cells that answer have. `lacks`: whether the cell of this organization did not answer. */
  gather<T>(read: (cell: Queryable) => Promise<readonly T[]>): Promise<Gathered<T>>;
  /** The database of every cell, for a statement that cannot run over all of them at once. */
  each(): readonly Db[];
  /** Runs `work` with the database of the organization's cell. Ids that `work` creates belong to that cell. */
  within<T>(orgId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** In the organization's cell, as part of a transaction that another cell began: both commit together. */
  withinTransaction<T>(tx: Tx, orgId: string, work: (there: Tx) => Promise<T>): Promise<T>;
  /** In a cell chosen for a new organization, the same for a repeat. `repeatableId` becomes an id of that cell. */
  withinNew<T>(organization: NewInCell, work: (db: Db, repeatableId: string | undefined) => Promise<T>): Promise<T>;
};

export type Gathered<T> = { readonly rows: readonly T[]; lacks(orgId: string): boolean };

export type NewInCell = {
  readonly country: string;
  /** The cell that the operator named. */ readonly cell?: number | undefined;
  readonly repeatableId?: string | undefined;
};

export function oneCell(db: Db): CellsInUse {
  return {
    every: db,
    anywhere: db,
    gather: async (read) => ({ rows: await read(db), lacks: () => false }),
    each: () => [db],
    within: (_orgId, work) => work(db),
    withinTransaction: (tx, _orgId, work) => work(tx),
    withinNew: ({ repeatableId }, work) => work(db, repeatableId),
  };
}
