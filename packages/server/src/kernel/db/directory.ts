/**
 * The tables that a deployment has once, however many cells it has (docs/decisions/0038-cells.md): what is needed
 * before the organization is known (people, providers, rates), what belongs to the platform (settlements), or to the
 * server.
 */
const DIRECTORY_TABLES: ReadonlySet<string> = new Set(
  `cells users user_identities kyb_callbacks provider_settings provider_configs provider_floats payout_paces
  fee_schedules currency_rates test_clock ledger_sandbox_balance event_log readiness_probes`.split(/\s+/),
);
const DIRECTORY_PREFIXES = ["identity.", "settlement_"];
/** How far the ledgers of a cell are followed is the cell's own business. */
const IN_CELLS: ReadonlySet<string> = new Set(["settlement_cursors"]);

export function isInDirectory(table: string): boolean {
  return (
    !IN_CELLS.has(table) &&
    (DIRECTORY_TABLES.has(table) || DIRECTORY_PREFIXES.some((prefix) => table.startsWith(prefix)))
  );
}
