import { Readable } from "node:stream";
import Type, { type Static } from "typebox";
import { idsMeaning } from "#src/parties/customers/index.ts";
import { actorIn, actorOf } from "#src/record/audit/index.ts";
import type { InitiateDeps } from "#src/payments/initiate/index.ts";
import { initiatorOf, requestKeyOf, ROUTE_ERRORS } from "#src/payments/requests/index.ts";
import { type Caller, organizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { answerEach, isDone } from "#src/kernel/http/answer-each.ts";
import { EachOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Amount,
  Country,
  CreatedAt,
  CurrencyCode,
  DateFrom,
  DateTo,
  Id,
  MoneyInput,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  OrgId,
  TargetAmountInput,
  UpdatedAt,
  Written,
} from "#src/kernel/http/schemas.ts";
import { created, ok, operations, pages, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { idWithin, isId, newId } from "@corridor/base/ids.ts";
import { VirtualAccountStatusSchema } from "#src/record/ledger/index.ts";
import { changeStatus, type StatusAction } from "./change-status.ts";
import { openAccount, type OpenAccountDeps } from "./open-account.ts";
import { findTransaction, listAccounts, listTransactions } from "./queries.ts";
import { createAccountReader } from "./read-accounts.ts";
import { createTransfers } from "./transfer-funds.ts";
import {
  accountRecordOf,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  transactionRecordOf,
  type VirtualAccount,
} from "./virtual-account.ts";
import { withdrawFunds } from "./withdraw-funds.ts";
import { writeStatement } from "./write-statement.ts";

export type VirtualAccountDeps = OpenAccountDeps & { db: Db; clock: Clock; payments: InitiateDeps & { db: Db } };

const TAG = "Virtual accounts";
const TAGS = [TAG];
const MAX_TEXT = 200;
const MAX_TRANSFERS = 100;
const DEFAULT_STATEMENT_DAYS = 30;
const MAX_STATEMENT_DAYS = 366;
const DAY_MS = 24 * 60 * 60_000;

const Account = Named(["VirtualAccount", "An account in one currency that accepts deposits"], {
  account_id: [Id, "Id of the virtual account"],
  org_id: OrgId,
  user_id: [Id, "The member who owns the account"],
  customer_id: [Type.Optional(Type.String()), "The customer who pays or is paid, as `/customers` knows them"],
  virtual_account_name: [Type.String(), "The account's name, as payers see it"],
  currency: CurrencyCode,
  country: [Country, "Where the account is"],
  balance: [MoneyNumber, "The whole balance, including held money"],
  available_balance: [MoneyNumber, "`balance` less the money that is set aside"],
  status: VirtualAccountStatusSchema,
  account_type: [OneOf(["currency"] as const), "The type of the virtual account"],
  provider: Type.String({ description: "The provider that gives the account its bank account number; `manual`: none" }),
  account_number: Type.Optional(
    Type.String({ description: "Deposits to this number are credited. Absent until the provider has given one" }),
  ),
  account_name: [Type.Optional(Type.String()), "Name of the account holder, as the bank knows it"],
  bank_name: [Type.Optional(Type.String()), "The bank's name"],
  bank_code: [Type.Optional(Type.String()), "Code of the bank, as `/externals/banks` lists it"],
  iban: [Type.Optional(Type.String()), "IBAN, where it has one"],
  bic: [Type.Optional(Type.String()), "BIC of the bank"],
  sort_code: [Type.Optional(Type.String()), "Sort code, in Britain"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

const TransactionStatusSchema = OneOf(TRANSACTION_STATUSES, {
  title: "TransactionStatus",
  description: "Status of a movement of a virtual account; completed and failed are final",
});
export const Transaction = Named(["VirtualTransaction", "One movement of a virtual account"], {
  transaction_id: [Id, "Id of the movement; it is not a payment's `transaction_id`"],
  account_id: [Id, "The virtual account that changed"],
  org_id: OrgId,
  user_id: [Id, "The member who owns the account"],
  type: [OneOf(TRANSACTION_TYPES), "credit: money came in; debit: money went out"],
  status: TransactionStatusSchema,
  amount: Amount,
  fee: [MoneyNumber, "The fee, in `currency`"],
  currency: CurrencyCode,
  description: [Type.String(), "What moved the money, for people"],
  payment_rail: [Type.String(), "The way in which the money arrived or left"],
  reference: [Type.String(), "The sender's or your own reference"],
  counterparty: [Type.Optional(Type.String()), "The payer or payee, as far as known"],
  payment_id: [Type.Optional(Id), "Id of the payment; null or absent while there is none"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

const text = (description: string) => Type.Optional(Nullable(Type.String({ maxLength: MAX_TEXT, description })));
const AccountPath = Type.Object({ account_id: Id });
const OrgQuery = { org_id: Type.Optional(Type.String({ description: "For the platform" })) };

export const TransferBody = Named("Transfer", {
  to_account_id: [Type.String({ minLength: 1 }), "The virtual account that receives the money"],
  amount: [MoneyInput, "An amount in `currency`, with that currency's decimals"],
  description: text("Shown on both accounts"),
  reference: text("Your own reference"),
  org_rate_id: text("A locked rate"),
});

const TransfersBody = Type.Union([TransferBody, Type.Array(TransferBody, { minItems: 1, maxItems: MAX_TRANSFERS })]);

export function virtualAccountRoutes(deps: VirtualAccountDeps): (app: App) => void {
  const { db, clock } = deps;
  const transfer = createTransfers(deps);
  const reader = createAccountReader(db);

  /** An account that the caller may see, with its organization. */
  async function accountFor(caller: Caller, accountId: string): Promise<VirtualAccount> {
    const account = await reader.account(scopeOf(caller), accountId);
    if (account === undefined) throw notFound("Virtual account");
    return account;
  }

  return (app) => {
    const on = operations(app, TAG);
    on("POST /virtual-accounts/internal/bank", {
      id: "openVirtualAccount",
      summary: "Open a virtual account",
      description: "One open account per organization, user, customer and currency; a second one is a 409.",
      body: Named("VirtualAccountInput", {
        org_id: [Type.String({ minLength: 1 }), "The organization that the resource belongs to"],
        user_id: Type.String({ minLength: 1, description: "A member of the organization: the account's owner" }),
        currency: Type.String({ description: "ISO 4217" }),
        customer_id: text("Whose account it is: a `customer_id` of yours, or an id of your own system"),
        org_name: [
          Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: MAX_TEXT }))),
          "Name of the account; the organization's when absent",
        ],
      }),
      answer: created("Virtual account opened", Account),
      handle: async (request) => {
        const { org_id, user_id: userId, currency, customer_id: customerId = null, org_name = null } = request.body;
        const orgId = organizationOf(request.caller, org_id);
        const accountId = request.idempotencyId ?? newId();
        const opened = { orgId, accountId, userId, currency, customerId, orgName: org_name, actor: actorIn(request) };
        return accountRecordOf(await openAccount(deps, opened));
      },
    });

    on("GET /virtual-accounts", {
      id: "listVirtualAccounts",
      summary: "List virtual accounts",
      query: Type.Object({
        ...OrgQuery,
        user_id: Type.Optional(Type.String()),
        customer_id: Type.Optional(
          Type.String({
            maxLength: MAX_TEXT,
            description: "Only accounts of this customer, including customers that were merged into it",
          }),
        ),
        currency: Type.Optional(CurrencyCode),
        status: Type.Optional(VirtualAccountStatusSchema),
      }),
      answer: pages("Virtual accounts", Account),
      handle: async (request) => {
        const { org_id, user_id: userId, customer_id, currency, status } = request.query;
        const scope = scopeOf(request.caller, org_id);
        const page = readPage(request, "virtual-accounts", scope);
        if (userId !== undefined && !isId(userId)) throw invalidField("user_id", "must be an id");
        const customerIds = customer_id === undefined ? undefined : await idsMeaning(db, customer_id);
        const rows = await listAccounts(db, scope, { userId, customerIds, currency, status }, page);
        return shownPage(rows, page, (row) => [row.accountId], accountRecordOf);
      },
    });

    on("GET /virtual-accounts/transactions/:transaction_id", {
      id: "getVirtualTransaction",
      summary: "Read one transaction of a virtual account",
      query: Type.Object({
        user_id: Type.Optional(
          Type.String({ description: "Return the transaction only if the account belongs to this user" }),
        ),
      }),
      answer: ok("Transaction", Transaction),
      handle: async (request) => {
        const transaction = await findTransaction(db, scopeOf(request.caller), request.params.transaction_id);
        const { user_id: userId } = request.query;
        if (transaction === undefined || (userId !== undefined && userId.toLowerCase() !== transaction.userId))
          throw notFound("Transaction");
        return transactionRecordOf(transaction);
      },
    });

    on("GET /virtual-accounts/:account_id", {
      id: "getVirtualAccount",
      summary: "Read a virtual account",
      answer: ok("Virtual account", Account),
      handle: async (request) => accountRecordOf(await accountFor(request.caller, request.params.account_id)),
    });

    on("GET /virtual-accounts/:account_id/transactions", {
      id: "listVirtualTransactions",
      summary: "List the transactions of a virtual account",
      query: Type.Object({
        type: Type.Optional(OneOf(TRANSACTION_TYPES)),
        status: Type.Optional(TransactionStatusSchema),
      }),
      answer: pages("Transactions", Transaction),
      handle: async (request) => {
        const account = await accountFor(request.caller, request.params.account_id);
        const page = readPage(request, `virtual-transactions/${account.accountId}`, account);
        const rows = await listTransactions(db, account, request.query, page);
        return shownPage(rows, page, (row) => [row.transactionId], transactionRecordOf);
      },
    });

    app.get(
      "/virtual-accounts/:account_id/statement",
      {
        schema: {
          operationId: "getVirtualAccountStatement",
          summary: "Download a statement as CSV",
          description:
            "Opening balance, every movement and closing balance of whole days (UTC), at most " +
            `${MAX_STATEMENT_DAYS} of them; the last ${DEFAULT_STATEMENT_DAYS} days by default.`,
          tags: TAGS,
          params: AccountPath,
          querystring: Type.Object({ from: DateFrom, to: DateTo }),
          response: { 200: { content: { "text/csv": { schema: Written<Readable>(Type.String()) } } } },
        },
      },
      async (request, reply) => {
        const account = await accountFor(request.caller, request.params.account_id);
        const { from, to, lastDay } = statementDays(request.query, clock.now());
        const name = `statement-${account.accountId}-${from.toISOString().slice(0, 10)}-${lastDay}.csv`;
        return reply
          .header("content-type", "text/csv; charset=utf-8")
          .header("content-disposition", `attachment; filename="${name}"`)
          .send(Readable.from(writeStatement(db, account, from, to)));
      },
    );

    on("POST /virtual-accounts/:account_id/withdraw", {
      id: "withdrawFromVirtualAccount",
      summary: "Pay a beneficiary out of a virtual account",
      description:
        "A payout to the beneficiary's own account, whose money and fee come from the virtual account. 409 " +
        "INSUFFICIENT_FUNDS if it does not cover both. In another currency, target_amount must match the locked " +
        "rate within one minor unit; our own value is paid.",
      body: Named("Withdrawal", {
        amount: [MoneyInput, "An amount in `currency`, with that currency's decimals"],
        beneficiary_id: [Type.String({ minLength: 1 }), "The registered beneficiary who is paid"],
        description: text("Shown on the account's transactions"),
        reference: text("Your own reference"),
        org_rate_id: text("A locked rate, when the beneficiary is paid in another currency"),
        target_amount: Type.Optional(Nullable(TargetAmountInput)),
      }),
      answer: created("Withdrawal started", Transaction),
      errors: ROUTE_ERRORS,
      handle: async (request) => {
        const { body } = request;
        const account = await accountFor(request.caller, request.params.account_id);
        const who = initiatorOf(request, account.orgId);
        const paid = await withdrawFunds({ ...deps.payments, reader }, who, account, body, requestKeyOf(request));
        return transactionRecordOf(paid);
      },
    });

    app.post(
      "/virtual-accounts/:account_id/transfer",
      {
        schema: {
          operationId: "transferBetweenVirtualAccounts",
          summary: "Move money to another virtual account of the organization",
          description:
            "With org_rate_id if the accounts are in different currencies; the credit is then rounded down. Returns " +
            "the debit. A list: 207, with a result for each transfer, in order; a refused one does not affect the " +
            "others.",
          tags: TAGS,
          params: AccountPath,
          body: TransfersBody,
          response: { 201: SuccessOf(Transaction), 207: EachOf("Transfer", Transaction) },
        },
      },
      async (request, reply) => {
        const { body, caller, idempotencyId, commitBy } = request;
        const scope = scopeOf(caller);
        const orgId = "orgId" in scope ? scope.orgId : (await accountFor(caller, request.params.account_id)).orgId;
        const make = async (one: Static<typeof TransferBody>, transferId: string) =>
          transactionRecordOf(
            await transfer({
              orgId,
              fromId: request.params.account_id,
              toId: one.to_account_id,
              amount: one.amount,
              description: one.description ?? null,
              reference: one.reference ?? null,
              orgRateId: one.org_rate_id ?? null,
              transferId,
              repeats: request.idempotencyRepeats,
              commitBy,
              actor: actorOf(caller),
              requestId: request.id,
            }),
          );
        if (!Array.isArray(body))
          return reply.code(201).send(success("Transferred", await make(body, idempotencyId ?? newId())));
        const answers = await answerEach({ body, idempotencyId, log: request.log }, 201, (one, index) =>
          make(one, idempotencyId === undefined ? newId() : idWithin(idempotencyId, index)),
        );
        return reply
          .code(207)
          .send(success(`${answers.filter(isDone).length} of ${answers.length} transferred`, answers));
      },
    );

    const summaries: Record<StatusAction, string> = {
      freeze: "Freeze a virtual account: nothing can be taken out, deposits still arrive",
      unfreeze: "Unfreeze a virtual account",
      close: "Close an empty virtual account permanently",
    };
    for (const action of ["freeze", "unfreeze", "close"] as const) {
      on(`POST /virtual-accounts/:account_id/${action}`, {
        id: `${action}VirtualAccount`,
        summary: summaries[action],
        params: AccountPath,
        body: Nullable(Named("VirtualAccountReason", { reason: text("Kept in the audit log") })),
        answer: plain(SuccessOf(Account)),
        handle: async (request) => {
          const { accountId, orgId } = await accountFor(request.caller, request.params.account_id);
          const asked = { orgId, accountId, reason: request.body?.reason ?? null, actor: actorIn(request) };
          const account = await changeStatus(deps, action, asked);
          return success(`Virtual account ${account.status}`, accountRecordOf(account));
        },
      });
    }
  };
}

function statementDays(query: { from?: string; to?: string }, now: Date): { from: Date; to: Date; lastDay: string } {
  const dayIn = (text: string): string => new Date(text).toISOString().slice(0, 10);
  const lastDay = dayIn(query.to ?? now.toISOString());
  const last = new Date(lastDay);
  const from = new Date(
    query.from === undefined ? last.getTime() - (DEFAULT_STATEMENT_DAYS - 1) * DAY_MS : dayIn(query.from),
  );
  const to = new Date(last.getTime() + DAY_MS);
  if (from >= to) throw invalidField("from", "must not be after to");
  if (to.getTime() - from.getTime() > MAX_STATEMENT_DAYS * DAY_MS)
    throw invalidField("from", `a statement covers at most ${MAX_STATEMENT_DAYS} days`);
  return { from, to, lastDay };
}
