/**
 * Statements that touch both the directory (src/platform/db/directory.ts) and a cell. In one database they work. They could not be sent as one statement to a
 * cell on a separate server, so this list names them and their alternative.
 */
/** By file: how many statements touch both, and the alternative. None of them is on the path of a payment. */
export const TOUCH_BOTH: Readonly<Record<string, { statements: number; wayOut: string }>> = {
  "commands/seed.ts": { statements: 1, wayOut: "asks whether a deployment is empty: two questions" },
  "modules/books/settlements/account-queries.ts": {
    statements: 1,
    wayOut: "the sum over the ledgers of all cells beside the directory's rows: a fan-out, merged by account and currency",
  },
  "modules/books/settlements/movement-queries.ts": {
    statements: 3,
    wayOut: "the cursor, and then the ledger beyond it, which the directory is given as rows; each row has a key of its own, so it is given once",
  },
  "modules/money/balances/float-queries.ts": {
    statements: 1,
    wayOut: "the sum over the ledgers of all cells beside the directory's rows: a fan-out, merged by provider and currency",
  },
  "modules/people/identity/queries.ts": {
    statements: 1,
    wayOut: "where a person is a member is one more table of the directory, which says where to look and not what is allowed",
  },
  "modules/people/organizations/find-admins.ts": { statements: 1, wayOut: "members first, then their addresses by id" },
  "modules/people/organizations/invite-queries.ts": { statements: 1, wayOut: "the person by address first, then the membership" },
  "modules/people/organizations/queries.ts": { statements: 3, wayOut: "members first, then their names by id" },
  "modules/people/organizations/users-by-country.ts": { statements: 1, wayOut: "of one organization: members first; of all: users alone" },
};
