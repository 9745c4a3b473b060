import { accountName, accountOf, MAIN } from "@corridor/provider-kit/accounts.ts";
import Type from "typebox";
import { actorIn, personIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { idOf, orgIdIn, scopeOf } from "#src/kernel/http/caller.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  CreatedAt,
  CurrencyCode,
  filledText,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OrgId,
  readMoney,
  Timestamp,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import { findNames, namedPeople } from "#src/parties/users/index.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { created, list, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { adjustBalance } from "./adjust-balance.ts";
import type { Adjustment } from "./adjustment.ts";
import { listAdjustments } from "./adjustment-queries.ts";
import { balanceRecordOf } from "#src/record/ledger/index.ts";
import { AccountLabel, ProviderNameSchema } from "#src/pricing/provider-accounts/index.ts";
import { floatRecordOf, readFloats } from "./float-queries.ts";
import { type CreditLine, listCreditLines } from "./queries.ts";
import { BalanceSchema, TAG } from "./routes.ts";
import { changeCreditLine } from "./set-credit-line.ts";
import { setThreshold } from "./watch-floats.ts";

const Reason = filledText(500);

const CreditLineSchema = Named("CreditLine", {
  account_id: Type.String({ description: "The ledger account whose floor the credit line lowers" }),
  org_id: OrgId,
  currency: CurrencyCode,
  credit_line: [MoneyNumber, "How far below zero the balance may go"],
  available: [MoneyNumber, "The money that can be spent now, without the credit line"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

const AdjustmentSchema = Named(["BalanceAdjustment", "A correction or prefunding of a balance"], {
  adjustment_id: [Id, "Id of the adjustment"],
  org_id: OrgId,
  currency: CurrencyCode,
  amount: [MoneyNumber, "The amount of the adjustment; a negative amount is taken from the balance"],
  provider: [Nullable(Type.String()), "The provider whose float the adjustment corrects; null: none"],
  reason: [Type.String(), "Why the requester wants it"],
  requested_by: [Id, "The person or API key that made the request"],
  created_at: CreatedAt,
  people: Type.Array(
    Named("PersonName", { user_id: [Id, "Id of the person"], name: [Type.String(), "The person's name"] }),
    { description: "The name of the requester, as far as known" },
  ),
});

const FloatSchema = Named("ProviderFloat", {
  provider: [Type.String(), "Name of the provider; of all but the platform's first account there, the account's name"],
  currency: CurrencyCode,
  expected: [MoneyNumber, "The amount at the provider or bank according to our ledger"],
  reported: [Nullable(MoneyNumber), "The amount according to the provider; null: it was not asked, or cannot say"],
  reported_at: [Nullable(Timestamp), "When the provider reported the amount"],
  difference: [Nullable(MoneyNumber), "`reported` less `expected`; null without a report"],
  threshold: [Nullable(MoneyNumber), "`float.low` is sent when the float falls below this amount; null: never"],
  is_low: [Type.Boolean(), "Whether the float is below its threshold"],
});

type OperatorDeps = {
  db: Db;
  clock: Clock;
  askSecondPerson: AskSecondPerson;
};

/** What platform people do about balances: credit lines, prefunding and corrections, and the float at providers. */
export function operatorRoutes(deps: OperatorDeps): (app: App) => void {
  return (app) => {
    creditLineRoutes(app, deps);
    adjustmentRoutes(app, deps);
    floatRoutes(app, deps);
  };
}

function creditLineRoutes(app: App, deps: OperatorDeps): void {
  const on = operations(app, TAG);
  on("GET /balances/credit-lines", {
    id: "listCreditLines",
    summary: "List the credit lines that are granted",
    query: Type.Object({ org_id: Type.Optional(Type.String()) }),
    answer: pages("Credit lines", CreditLineSchema),
    handle: async (request) => {
      const scope = scopeOf(request.caller, request.query.org_id);
      const page = readPage(request, "credit-lines", scope);
      const rows = await listCreditLines(deps.db, orgIdIn(scope), page.after?.[0] ?? null, page.limit + 1);
      return shownPage(rows, page, ({ accountId }) => [accountId], creditLineWire);
    },
  });

  on("PUT /balances/credit-lines", {
    id: "setCreditLine",
    summary: "Set how far below zero an organization's balance may go",
    description:
      "For new payouts, refunds and ramp fees. `amount` 0 removes the line, even if it was used. Lowering takes " +
      "effect at once. Raising is answered with 409 `APPROVAL_REQUIRED` and done once another platform admin has " +
      "approved it (`/approvals`).",
    body: Closed({
      org_id: OrgId,
      currency: CurrencyCode,
      amount: [Type.Number({ minimum: 0 }), "How far below zero the balance may go; 0 removes the credit line"],
      reason: [Reason, "The reason, which is kept in the audit log"],
    }),
    answer: ok("Credit line set", BalanceSchema),
    errors: {
      409:
        "Another platform admin must approve the change first (APPROVAL_REQUIRED), or the credit line has " +
        "changed meanwhile",
    },
    handle: async (request) => {
      const { org_id, currency, amount, reason } = request.body;
      const line = amount === 0 ? Money.zero(currency) : readMoney(amount, currency, "amount");
      const change = { orgId: idOf(org_id, "Organization"), amount: line, reason, actor: actorIn(request) };
      return balanceRecordOf(await changeCreditLine(deps, request, change));
    },
  });
}

function adjustmentRoutes(app: App, deps: OperatorDeps): void {
  const on = operations(app, TAG);
  on("GET /balances/adjustments", {
    id: "listAdjustments",
    summary: "List prefunding and corrections, newest first",
    query: Type.Object({ org_id: Type.Optional(Type.String()) }),
    answer: pages("Adjustments", AdjustmentSchema),
    handle: async (request) => {
      const scope = scopeOf(request.caller, request.query.org_id);
      const page = readPage(request, "balance-adjustments", scope);
      const rows = await listAdjustments(deps.db, orgIdIn(scope), page.after?.[0] ?? null, page.limit + 1);
      const show = await adjustmentView(deps.db, rows);
      return shownPage(rows, page, ({ adjustmentId }) => [adjustmentId], show);
    },
  });

  on("POST /balances/adjustments", {
    id: "adjustBalance",
    summary: "Prefund or correct a balance",
    description:
      "A positive `amount` is credited to the organization, a negative one is debited. It is posted once another " +
      "platform admin has approved it (`/approvals`). `provider` names the provider that holds the money, if any: " +
      "it counts toward the float expected there.",
    body: Closed({
      org_id: OrgId,
      currency: CurrencyCode,
      amount: [Type.Number(), "The amount of the adjustment; a negative amount is taken from the balance"],
      provider: [Type.Optional(Nullable(ProviderNameSchema)), "The provider whose float is corrected; null: none"],
      reason: [Reason, "The reason, which is kept with the adjustment"],
    }),
    answer: created("Adjustment posted", AdjustmentSchema),
    errors: { 409: "Another platform admin must approve it first (APPROVAL_REQUIRED)" },
    handle: async (request) => {
      const { org_id, currency, amount, provider = null, reason } = request.body;
      if (amount === 0) throw invalidField("amount", "must not be zero");
      const size = readMoney(Math.abs(amount), currency, "amount");
      const orgId = idOf(org_id, "Organization");
      const signed = amount < 0 ? size.negate() : size;
      await deps.askSecondPerson(request, {
        orgId,
        title: `Adjustment of ${signed.toString()}`,
        request: request.body,
        reasons: ["it books money"],
        approverRole: "platform-admin",
      });
      const adjustment = await adjustBalance(
        deps,
        { ...personIn(request), commitBy: request.commitBy },
        {
          adjustmentId: request.idempotencyId ?? newId(),
          orgId,
          amount: signed,
          provider,
          reason,
        },
      );
      return (await adjustmentView(deps.db, [adjustment]))(adjustment);
    },
  });
}

function floatRoutes(app: App, deps: { db: Db; clock: Clock }): void {
  const on = operations(app, TAG);
  on("GET /balances/float", {
    id: "listFloat",
    summary: "Read the money held at each provider, by our books and by the provider's report",
    description:
      "`expected` is the amount by the ledger, over all organizations; `reported` is what the provider said " +
      "last, if it can be polled. Payouts in progress are still in `expected`. An organization sees its own accounts.",
    answer: list("Float", FloatSchema),
    handle: async ({ caller }) => {
      const orgId = orgIdIn(scopeOf(caller));
      const floats = await readFloats(deps.db);
      return floats.filter(({ provider }) => orgId === null || accountOf(provider).orgId === orgId).map(floatRecordOf);
    },
  });

  on("PUT /balances/float/thresholds", {
    id: "setFloatThreshold",
    summary: "Set the float below which platform admins are alerted",
    description: "`amount` 0: nobody is alerted any more.",
    body: Closed({
      provider: ProviderNameSchema,
      label: Type.Optional(AccountLabel),
      currency: CurrencyCode,
      amount: [Type.Number({ minimum: 0 }), "`float.low` is sent when the float falls below it; 0: never"],
    }),
    answer: ok("Threshold set", Type.Array(FloatSchema)),
    handle: async (request) => {
      const { label = MAIN, currency, amount } = request.body;
      const provider = accountName({ provider: request.body.provider, label, orgId: null });
      const threshold = amount === 0 ? null : readMoney(amount, currency, "amount");
      await setThreshold(deps, { provider, currency, threshold, actor: actorIn(request) });
      return (await readFloats(deps.db))
        .filter((float) => float.provider === provider && float.currency === currency)
        .map(floatRecordOf);
    },
  });
}

function creditLineWire(line: CreditLine) {
  return inSnakeCase(line, "accountId", "orgId", "currency", "creditLine", "available", "createdAt", "updatedAt");
}

async function adjustmentView(db: Db, adjustments: readonly Adjustment[]) {
  const names = await findNames(
    db,
    adjustments.map(({ requestedBy }) => requestedBy),
  );
  return (adjustment: Adjustment) => ({
    ...inSnakeCase(adjustment, "adjustmentId", "orgId", "amount", "provider", "reason", "requestedBy", "createdAt"),
    currency: adjustment.amount.currency,
    people: namedPeople(names, [adjustment.requestedBy]),
  });
}
