/**
 * The floors of the server, lowest first, and the modules of each. A module imports from floors below its own, and from
 * modules before it in its floor's list. What a lower module needs of a higher one is passed in. Imports of types count
 * like any other: what a module needs to know of another is what it depends on.
 */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  record: ["audit", "ledger", "events", "webhooks", "evidence"],
  parties: [
    "users",
    "approvals",
    "organizations",
    "api-keys",
    "beneficiaries",
    "customers",
    "notifications",
    "identity",
  ],
  pricing: ["platform-settings", "provider-accounts", "stops", "routing", "fees", "rates", "quotes", "reference"],
  payments: [
    "requests",
    "core",
    "rules",
    "wire",
    "store",
    "refunds",
    "at-providers",
    "initiate",
    "records",
    "disputes",
    "ramps",
  ],
  products: ["links", "virtual-accounts", "escrow", "batches"],
  "back-office": [
    "balances",
    "settlements",
    "analytics",
    "reports",
    "exports",
    "backtests",
    "saved-views",
    "search",
    "api-changelog",
    "web",
  ],
};

const ranks: ReadonlyMap<string, number> = new Map(
  Object.entries(FLOORS).flatMap(([floor, modules], height) =>
    modules.map((name, place) => [`${floor}/${name}`, height * 100 + place] as const),
  ),
);

export function isModule(name: string): boolean {
  return ranks.has(name);
}

/** The composition root and the commands are above all modules; the kernel and the other packages are below. */
export function isBelow(lower: string, upper: string): boolean {
  return rankOf(lower) < rankOf(upper);
}

function rankOf(room: string): number {
  return ranks.get(room) ?? (room === "commands" || room.endsWith(".ts") ? Number.POSITIVE_INFINITY : -1);
}

/**
 * SQL that reads a table of another module: `reader` -> `table`, and why a function of the owner is not enough.
 * Everything else calls a function of the owner; compose.ts passes it to lower modules.
 */
export const FOREIGN_READS: Readonly<Record<string, string>> = {
  "record/ledger -> currency_rates":
    "what a sandbox balance is worth in a currency, in the statement that opens its account",
  "back-office/balances -> ledger_accounts": "balances are a view of the ledger, in one statement",
  "back-office/balances -> ledger_postings": "the history of a balance is a view of the ledger",
  "back-office/balances -> ledger_transactions": "the history of a balance is a view of the ledger",
  "record/webhooks -> events":
    "a claim brings the payloads along, a replay goes over a range of events: each in one statement",
  "parties/organizations -> users": "members are listed with their names and addresses",
  "parties/identity -> users": "signing in and authentication know a person in one read",
  "parties/identity -> members": "authentication knows a person in one read",
  "payments/at-providers -> payments":
    "whether anything is open at a provider is one statement for an admin's rare request",
  "payments/at-providers -> payment_checks":
    "whether anything is open at a provider is one statement for an admin's rare request",
  "payments/at-providers -> refunds":
    "whether anything is open at a provider is one statement for an admin's rare request",
  "products/virtual-accounts -> ledger_accounts":
    "an account is read with its balance, which no second read may contradict",
  "products/links -> payments": "a hold is dropped only if its payment does not exist, in one statement",
  "products/escrow -> payments": "a funding is given up only if its payment does not exist, in one statement",
  "products/batches -> payments":
    "rows are held against the payments of 90 days, and follow their own, thousands in a statement",
  "back-office/settlements -> ledger_chains": "movements are made of the ledger's postings, thousands in a statement",
  "back-office/settlements -> ledger_accounts": "movements are made of the ledger's postings, thousands in a statement",
  "back-office/settlements -> ledger_postings": "movements are made of the ledger's postings, thousands in a statement",
  "back-office/settlements -> ledger_transactions":
    "movements are made of the ledger's postings, thousands in a statement",
  "back-office/settlements -> payments":
    "a movement carries the provider's reference of its payment, thousands in a statement",
  "back-office/settlements -> refunds":
    "a movement carries the provider's reference of its refund, thousands in a statement",
  "back-office/settlements -> disputes":
    "a movement carries the provider's reference of its dispute, thousands in a statement",
  "back-office/exports -> payments": "a page of a file is one statement over the whole row",
  "back-office/exports -> ledger_postings": "a page of a file is one statement, with transaction and account",
  "back-office/exports -> ledger_transactions": "a page of a file is one statement, with transaction and account",
  "back-office/exports -> ledger_accounts": "a page of a file is one statement, with transaction and account",
  "back-office/exports -> audit_log": "a page of a file is one statement, oldest first",
  "back-office/backtests -> payments": "a page of a replay is one statement over the whole row, oldest first",
  "back-office/search -> payments": "one search is one statement, with an index for each branch",
  "back-office/search -> customers": "one search is one statement, with an index for each branch",
  "back-office/search -> beneficiaries": "one search is one statement, with an index for each branch",
  "back-office/search -> payment_links": "one search is one statement, with an index for each branch",
  "back-office/search -> escrow_projects": "one search is one statement, with an index for each branch",
  "back-office/search -> payout_batches": "one search is one statement, with an index for each branch",
  "back-office/search -> virtual_accounts": "one search is one statement, with an index for each branch",
  "commands -> organizations":
    "demo data goes only into an empty database; `verify` holds controls against the audit log",
  "commands -> users": "demo data goes only into an empty database; `verify` holds roles against the audit log",
  "commands -> members": "`verify` holds all members against the audit log, in one statement",
  "commands -> api_keys": "`verify` holds all keys against the audit log, in one statement",
  "commands -> approvals": "`verify` holds all approvals against the audit log, in one statement",
  "commands -> audit_log": "`verify` holds rows against what the log says of them, in one statement",
  "commands -> provider_configs": "demo data goes only into a database that is still empty",
};

/** The foreign reads that go up. In production this one finds no row: nobody starts with money there. */
export const UPWARD_READS: ReadonlySet<string> = new Set(["record/ledger -> currency_rates"]);
