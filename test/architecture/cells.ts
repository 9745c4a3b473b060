/**
 * Which tables would stand in the directory and which in an organization's cell (docs/decisions/0038-cells.md). Everything that is not named here is a cell's.
 * A statement that touches both could not be sent to a cell whole, so there is a list of those, and what becomes of each.
 */
const DIRECTORY_TABLES: ReadonlySet<string> = new Set([
  "users",
  "user_identities",
  "kyb_callbacks",
  "provider_settings",
  "provider_configs",
  "provider_floats",
  "payout_paces",
  "fee_schedules",
  "currency_rates",
  "test_clock",
  "ledger_sandbox_balance",
]);
const DIRECTORY_SCHEMA = "identity.";

export function isInDirectory(table: string): boolean {
  return DIRECTORY_TABLES.has(table) || table.startsWith(DIRECTORY_SCHEMA);
}

/** By file: how many statements touch both, and how each will be solved. None of them is needed to make a payment. */
export const TOUCH_BOTH: Readonly<Record<string, { statements: number; wayOut: string }>> = {
  "commands/seed.ts": { statements: 1, wayOut: "asks whether a deployment is empty: two questions" },
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
