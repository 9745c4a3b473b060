import Type from "typebox";
import type { Reader } from "#src/kernel/db/client.ts";
import { dateRange } from "#src/kernel/http/date-range.ts";
import { type Caller, scopeOf } from "#src/kernel/http/caller.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  CreatedAt,
  CurrencyCode,
  DateFrom,
  DateTo,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  OrgId,
  Shape,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { ACCOUNT_PURPOSES, ACCOUNT_STATUSES } from "./ledger.ts";
import {
  type LedgerAccount,
  type LedgerEntry,
  type LedgerEntryFilter,
  LAST_POSITION,
  listAccounts,
  listTransactions,
} from "./list-queries.ts";
import { positionAt } from "./read-postings.ts";

const TAG = "Ledger";

export const VirtualAccountStatusSchema = OneOf(ACCOUNT_STATUSES, {
  title: "VirtualAccountStatus",
  description: "Status of a virtual account; a frozen account accepts deposits but pays nothing out",
});
const LedgerPurposeSchema = OneOf(ACCOUNT_PURPOSES, {
  title: "LedgerPurpose",
  description: "The purpose of a ledger account",
});
const Account = Named("LedgerAccount", {
  account_id: [Id, "Id of the ledger account"],
  org_id: OrgId,
  purpose: LedgerPurposeSchema,
  owner_id: [
    Nullable(Type.String()),
    "A virtual account, an escrow project, a provider's name; null for the organization's single account of the " +
      "purpose",
  ],
  currency: CurrencyCode,
  balance: [MoneyNumber, "The sum of all postings to the account"],
  held: [MoneyNumber, "The part of `balance` that is set aside"],
  available: [MoneyNumber, "`balance` less `held`"],
  status: [VirtualAccountStatusSchema, "Only a virtual account's is ever other than active"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

const Transaction = Named("LedgerTransaction", {
  position: Type.Integer({ description: "Place in the organization's chain, from 1" }),
  org_id: OrgId,
  resource_id: [Id, "Id of the payment, transfer or other resource behind the entry"],
  cause: Type.String({
    description:
      "The cause of the transaction: the resource and what happened to it. Each cause is posted at most once",
  }),
  description: [Type.String(), "What happened, in words for people"],
  hash: Type.String({ description: "SHA-256 over the previous hash and all of this transaction" }),
  created_at: CreatedAt,
  postings: [
    Type.Array(
      Shape({
        account_id: [Id, "The ledger account that changes"],
        purpose: LedgerPurposeSchema,
        owner_id: [Nullable(Type.String()), "A virtual account, escrow project or provider; null: the organization"],
        currency: CurrencyCode,
        amount: [MoneyNumber, "The change of the account's balance; negative when money is taken from it"],
        held_change: [MoneyNumber, "The change of `held` by this line"],
        hold_id: [Nullable(Id), "Id of the hold that the line creates or releases; null: none"],
        account_status: [Nullable(VirtualAccountStatusSchema), "Status of the virtual account; null for others"],
        balance_after: [MoneyNumber, "`balance` after this line"],
        held_after: [MoneyNumber, "`held` after this line"],
      }),
    ),
    "The lines of the transaction; their amounts sum to zero",
  ],
});

const OrgQuery = { org_id: Type.Optional(Type.String({ description: "For the platform" })) };

/** One organization's books, to read: money moves through the resources it belongs to. */
export function ledgerRoutes({ db }: { db: Reader }): (app: App) => void {
  return (app) => {
    const on = operations(app, TAG);
    on("GET /ledger/accounts", {
      id: "listLedgerAccounts",
      summary: "List ledger accounts with their balances",
      query: Type.Object({
        ...OrgQuery,
        purpose: Type.Optional(LedgerPurposeSchema),
        owner_id: Type.Optional(Type.String({ maxLength: 64 })),
        currency: Type.Optional(CurrencyCode),
      }),
      answer: pages("Ledger accounts", Account),
      handle: async (request) => {
        const { purpose, owner_id: ownerId, currency } = request.query;
        const orgId = oneOrganization(request.caller, request.query.org_id);
        const page = readPage(request, "ledger-accounts", { orgId });
        const filter = { purpose: purpose ?? null, ownerId: ownerId ?? null, currency: currency ?? null };
        const rows = await listAccounts(db, orgId, filter, page.after?.[0] ?? null, page.limit + 1);
        return shownPage(rows, page, (row) => [row.accountId], accountOf);
      },
    });

    on("GET /ledger/transactions", {
      id: "listLedgerTransactions",
      summary: "List ledger transactions with their postings",
      description:
        "All transactions of the organization, of one resource, or of one ledger account. The resource is the " +
        "beginning of a cause: a payment (for a withdrawal its `payment_id`), a deposit, the debit of a " +
        "transfer between virtual accounts, a funding, a milestone, an escrow refund. Credits of a virtual " +
        "account are found by its ledger account.",
      query: Type.Object({
        ...OrgQuery,
        resource_id: Type.Optional(Type.String()),
        account_id: Type.Optional(Type.String()),
        date_from: DateFrom,
        date_to: DateTo,
      }),
      answer: pages("Ledger transactions", Transaction),
      handle: async (request) => {
        const orgId = oneOrganization(request.caller, request.query.org_id);
        const page = readPage(request, "ledger-transactions", { orgId });
        const { date_from, date_to } = dateRange(request.query.date_from, request.query.date_to);
        const [from, end] = await Promise.all([
          date_from === undefined ? 1 : positionAt(db, orgId, date_from.getTime()),
          date_to === undefined ? LAST_POSITION : positionAt(db, orgId, date_to.getTime()),
        ]);
        const before = page.after === null ? end : Number(page.after[0]);
        const rows = await listTransactions(db, orgId, readFilter(request.query), { from, before }, page.limit + 1);
        return shownPage(
          rows,
          page,
          ({ position }) => [String(position)],
          (row) => entryOf(orgId, row),
        );
      },
    });
  };
}

/** Positions and sums are meaningful only within one organization, so platform people must name one. */
function oneOrganization(caller: Caller, requestedOrgId: string | undefined): string {
  const scope = scopeOf(caller, requestedOrgId);
  if ("every" in scope) throw invalidField("org_id", "is required: the organization whose books to read");
  return scope.orgId;
}

function readFilter(query: { resource_id?: string; account_id?: string }): LedgerEntryFilter {
  const { resource_id: resourceId, account_id: accountId } = query;
  if (resourceId !== undefined && accountId !== undefined)
    throw invalidField("account_id", "cannot be combined with resource_id");
  for (const [path, id] of Object.entries({ resource_id: resourceId, account_id: accountId })) {
    if (id !== undefined && !isId(id)) throw invalidField(path, "must be an id");
  }
  if (resourceId !== undefined) return { resourceId: resourceId.toLowerCase() };
  return accountId === undefined ? { everything: true } : { accountId };
}

const ownerOf = (ownerId: string): string | null => (ownerId === "" ? null : ownerId);

function accountOf(account: LedgerAccount) {
  return {
    ...inSnakeCase(account, "accountId", "orgId", "purpose", "balance", "held", "status", "createdAt", "updatedAt"),
    owner_id: ownerOf(account.ownerId),
    currency: account.balance.currency,
    available: account.balance.minus(account.held),
  };
}

function entryOf(orgId: string, entry: LedgerEntry) {
  return {
    ...inSnakeCase(entry, "position", "cause", "description", "hash"),
    org_id: orgId,
    resource_id: entry.cause.slice(0, entry.cause.indexOf(":")),
    created_at: entry.at,
    postings: entry.postings.map((posting) => ({
      ...inSnakeCase(posting, "accountId", "purpose", "amount", "heldChange", "holdId", "accountStatus"),
      ...inSnakeCase(posting, "balanceAfter", "heldAfter"),
      owner_id: ownerOf(posting.ownerId),
      currency: posting.amount.currency,
    })),
  };
}
