/**
 * The areas of `src/modules` and the modules in each, lowest first. A module imports only from layers before its own;
 * the modules of one layer do not import each other. Imports of types count like any other: what a module needs to know
 * of another is what it depends on.
 */
const LAYERS: readonly (readonly string[])[] = [
  [
    "reference/networks",
    "reference/crypto-assets",
    "reference/bank-validation",
    "reference/api-changelog",
    "reference/test-clock",
    "books/audit",
  ],
  ["delivery/events"],
  ["delivery/webhooks"],
  ["people/users"],
  ["people/approvals"],
  ["people/organizations"],
  ["people/api-keys", "people/beneficiaries", "people/customers"],
  ["people/notifications", "people/identity"],
  ["terms/providers", "terms/routing", "terms/fees", "terms/rates"],
  ["terms/quotes", "books/ledger", "money/requests"],
  ["money/core"],
  ["money/payments", "books/evidence"],
  ["money/ramps", "money/virtual-accounts", "money/payment-links", "money/balances", "money/disputes"],
  [
    "money/escrow",
    "money/payout-batches",
    "books/settlements",
    "views/analytics",
    "views/exports",
    "views/saved-views",
    "views/web",
  ],
  ["views/search", "views/reports"],
];

const layers = new Map(LAYERS.flatMap((modules, layer) => modules.map((name) => [name, layer] as const)));

export function isModule(name: string): boolean {
  return layers.has(name);
}

/** The composition root and the commands are above all modules; the platform and the providers are below. */
export function isBelow(lower: string, upper: string): boolean {
  return layerOf(lower) < layerOf(upper);
}

function layerOf(room: string): number {
  const layer = layers.get(room);
  if (layer !== undefined) return layer;
  return room === "commands" || room.endsWith(".ts") ? LAYERS.length : -1;
}

/**
 * SQL that reads a table of another module: `reader` -> `table`, and why a function of the owner is not enough.
 * Everything else calls a function of the owner; app.ts passes it to lower modules.
 */
export const FOREIGN_READS: Readonly<Record<string, string>> = {
  "books/ledger -> currency_rates":
    "what a sandbox balance is worth in a currency, in the statement that opens its account",
  "money/balances -> ledger_accounts": "balances are a view of the ledger, in one statement",
  "money/balances -> ledger_postings": "the history of a balance is a view of the ledger",
  "money/balances -> ledger_transactions": "the history of a balance is a view of the ledger",
  "money/balances -> ledger_chains": "the history of a balance is a view of the ledger",
  "delivery/webhooks -> events":
    "a claim brings the payloads along, a replay goes over a range of events: each in one statement",
  "people/organizations -> users": "members are listed with their names and addresses",
  "people/identity -> users": "signing in and authentication know a person in one read",
  "people/identity -> members": "authentication knows a person in one read",
  "money/virtual-accounts -> ledger_accounts":
    "an account is read with its balance, which no second read may contradict",
  "money/payment-links -> payments": "a hold is dropped only if its payment does not exist, in one statement",
  "money/escrow -> payments": "a funding is given up only if its payment does not exist, in one statement",
  "money/payout-batches -> payments":
    "rows are held against the payments of 90 days, and follow their own, thousands in a statement",
  "books/settlements -> ledger_chains": "movements are made of the ledger's postings, thousands in a statement",
  "books/settlements -> ledger_accounts": "movements are made of the ledger's postings, thousands in a statement",
  "books/settlements -> ledger_postings": "movements are made of the ledger's postings, thousands in a statement",
  "books/settlements -> ledger_transactions": "movements are made of the ledger's postings, thousands in a statement",
  "books/settlements -> payments":
    "a movement carries the provider's reference of its payment, thousands in a statement",
  "books/settlements -> refunds": "a movement carries the provider's reference of its refund, thousands in a statement",
  "books/settlements -> disputes":
    "a movement carries the provider's reference of its dispute, thousands in a statement",
  "views/analytics -> payments": "the counts are made anew from the payments themselves",
  "views/exports -> payments": "a page of a file is one statement over the whole row",
  "views/exports -> ledger_postings": "a page of a file is one statement, with transaction and account",
  "views/exports -> ledger_transactions": "a page of a file is one statement, with transaction and account",
  "views/exports -> ledger_accounts": "a page of a file is one statement, with transaction and account",
  "views/exports -> audit_log": "a page of a file is one statement, oldest first",
  "views/search -> payments": "one search is one statement, with an index for each branch",
  "views/search -> customers": "one search is one statement, with an index for each branch",
  "views/search -> beneficiaries": "one search is one statement, with an index for each branch",
  "views/search -> payment_links": "one search is one statement, with an index for each branch",
  "views/search -> escrow_projects": "one search is one statement, with an index for each branch",
  "views/search -> payout_batches": "one search is one statement, with an index for each branch",
  "views/search -> virtual_accounts": "one search is one statement, with an index for each branch",
  "commands -> organizations": "demo data goes only into a database that is still empty",
  "commands -> users": "demo data goes only into a database that is still empty",
  "commands -> provider_configs": "demo data goes only into a database that is still empty",
};
