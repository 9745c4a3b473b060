import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { type AccessRule, reachOf } from "#src/kernel/http/access-control.ts";
import { organizationOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import {
  Closed,
  CreatedAt,
  Currency,
  CurrencyCode,
  Id,
  MoneyInput,
  MoneyNumber,
  Named,
  OneOf,
  RateNumber,
  readMoney,
  Timestamp,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { list, ok, operations } from "#src/kernel/http/operation.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { findLockedRate, LOCK_STATUSES, lockStateOf } from "./find-locked-rate.ts";
import { lockRate, type LockRateDeps, type PricedPair, quoteRate } from "./lock-rate.ts";
import type { OrgRate } from "./queries.ts";
import { inverseOf } from "./rate.ts";
import { guardRates, setRates } from "./set-rates.ts";

const LockedRate = Named(["LockedRate", "A rate, locked for one payment if the caller may make one"], {
  org_rate_id: [Type.Optional(Id), "Id of a locked rate; absent for a caller who may not use one, such as a viewer"],
  fromCurrency: [Type.String(), "The currency that is converted"],
  toCurrency: [Type.String(), "The currency that results from the conversion"],
  rate: [RateNumber, "Units of the second currency for one unit of the first"],
  inverse_rate: [RateNumber, "1 / `rate`"],
  source: [Type.String(), "Where the rate comes from: the rate table or the feed"],
  margin_bps: [Type.Integer(), "Our margin in hundredths of a percent"],
  amount: [Type.Optional(MoneyNumber), "The most that may be converted, in `fromCurrency`; absent: any amount"],
  created_at: CreatedAt,
  expires_at: [Timestamp, "Until when the rate is locked; for a rate that is not locked, the time of the answer"],
});

/** Who may use a lock may make one. Anybody else is only told the rate: a lock counts toward the limits of all. */
const USERS_OF_LOCKS: readonly AccessRule[] = [
  { permission: "payments:write", scopes: ["payins:write", "payouts:write"] } as const,
  { permission: "ramps:write", scopes: ["ramps:write"] } as const,
  { permission: "virtual-accounts:write", scopes: ["virtual-accounts:write"] } as const,
].map((rights) => ({ roles: ["org-admin", "org-member"], ...rights }));

/** A rate lock as it is read later. The response to the lock request itself has only the contract's fields. */
const RateLock = Named(["RateLock", "A locked rate, and its state"], {
  ...LockedRate.properties,
  org_rate_id: [Id, "Id of a locked rate"],
  status: OneOf(LOCK_STATUSES, {
    description:
      "Status of the rate lock. One payment or transfer uses it; the lock is open again if that ends without success",
  }),
  used_by: [
    Type.Optional(Type.String()),
    "`payment_id` of the payment, or `transaction_id` of the transfer, that used the rate lock",
  ],
});

const TableRate = Named("TableRate", {
  currency: Currency,
  per_usd: [RateNumber, "Units for one US dollar"],
  source: [Type.String(), "Where the rate comes from: an admin or the feed"],
  updated_at: UpdatedAt,
});
const MAX_RATES_PER_WRITE = 500;
/** Wider than the rate of any currency or asset; beyond these bounds a crossed rate would lose digits. */
const MIN_PER_USD = 1e-12;
const MAX_PER_USD = 1e12;

export function rateRoutes(deps: LockRateDeps & { askSecondPerson: AskSecondPerson }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Rates");
    on("GET /organizations/admin/exchange-rate", {
      id: "getExchangeRate",
      summary: "Quote a rate and lock it for the organization",
      description:
        "The rate is locked for 15 minutes and for one payment, transfer or withdrawal. With `amount` the lock " +
        "covers at most that amount. A caller who may make none of these, such as a viewer or a key that only " +
        "reads, gets the rate without a lock and without `org_rate_id`.",
      query: Type.Object({
        fromCurrency: CurrencyCode,
        toCurrency: CurrencyCode,
        amount: Type.Optional(MoneyInput),
        org_id: Type.Optional(Id),
      }),
      answer: ok("Rate locked", LockedRate),
      errors: {
        409:
          "The organization has too many open locks, or has locked too much of this pair within the hour " +
          "(LIMIT_EXCEEDED)",
      },
      handle: async (request) => {
        const { fromCurrency, toCurrency, org_id } = request.query;
        const amount =
          request.query.amount === undefined ? null : readMoney(request.query.amount, fromCurrency, "amount");
        const orgId = organizationOf(request.caller, org_id);
        if (USERS_OF_LOCKS.some((rule) => reachOf(request.caller, rule) !== null))
          return wireOf(await lockRate(deps, orgId, fromCurrency, toCurrency, amount));
        const now = deps.clock.now();
        return wireOf({
          ...(await quoteRate(deps, orgId, fromCurrency, toCurrency)),
          amount,
          createdAt: now,
          expiresAt: now,
        });
      },
    });

    on("GET /organizations/admin/exchange-rate/:org_rate_id", {
      id: "getRateLock",
      summary: "Read a rate lock",
      query: Type.Object({ org_id: Type.Optional(Id) }),
      answer: ok("Rate lock", RateLock),
      handle: async (request) => {
        const orgId = organizationOf(request.caller, request.query.org_id);
        const lock = await findLockedRate(deps.db, orgId, request.params.org_rate_id);
        if (lock === undefined) throw notFound("Rate lock");
        return { ...wireOf(lock), org_rate_id: lock.orgRateId, ...(await lockStateOf(deps, lock)) };
      },
    });

    on("GET /organizations/admin/rates", {
      id: "listRates",
      summary: "Read the rate table",
      answer: list("Rates", TableRate, "lastEvaluatedKey"),
      handle: async () => (await deps.liveRates.all()).map((rate) => inSnakeCase(rate)),
    });

    on("PUT /organizations/admin/rates", {
      id: "setRates",
      summary: "Write the rate table",
      description: "All of the given rates are written, or none. A rate is in units of the currency per US dollar.",
      body: Closed({
        rates: [
          Type.Array(
            Closed({
              currency: CurrencyCode,
              per_usd: [Type.Number({ minimum: MIN_PER_USD, maximum: MAX_PER_USD }), "Units for one US dollar"],
            }),
            {
              minItems: 1,
              maxItems: MAX_RATES_PER_WRITE,
            },
          ),
          "The rates to set, one row for each currency; other currencies stay unchanged",
        ],
      }),
      answer: ok("Rates written", Type.Array(TableRate)),
      errors: { 409: "A second platform admin must approve a rate that moves far (APPROVAL_REQUIRED)" },
      handle: async (request) => {
        await guardRates(deps, request, request.body.rates);
        await setRates(deps, request.body.rates, actorIn(request));
        return (await deps.liveRates.all()).map((rate) => inSnakeCase(rate));
      },
    });
  };
}

function wireOf(rate: PricedPair & Pick<OrgRate, "amount" | "createdAt" | "expiresAt"> & { orgRateId?: string }) {
  return {
    ...(rate.orgRateId === undefined ? {} : { org_rate_id: rate.orgRateId }),
    fromCurrency: rate.fromCurrency,
    toCurrency: rate.toCurrency,
    rate: rate.rate,
    inverse_rate: inverseOf(rate.rate),
    source: rate.source,
    margin_bps: rate.marginBps,
    ...(rate.amount === null ? {} : { amount: rate.amount }),
    created_at: rate.createdAt,
    expires_at: rate.expiresAt,
  };
}
