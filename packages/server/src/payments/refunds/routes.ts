import Type from "typebox";
import { scopeOf } from "#src/kernel/http/caller.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { mapPage, type Page, pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  CurrencyCode,
  DayOrMoment,
  Id,
  MoneyInput,
  OneOf,
  readMoney,
  Named,
} from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { PROVIDER_NAMES } from "@corridor/provider-kit/provider.ts";
import { initiatorOf, requestKeyOf } from "#src/payments/requests/index.ts";
import { dateRange } from "#src/kernel/http/date-range.ts";
import { RefundSchema } from "#src/payments/wire/index.ts";
import { findVisiblePayment } from "#src/payments/store/index.ts";
import { type RefundDeps, refundPayment } from "./refund-payment.ts";
import { findVisibleRefund, listRefunds, type Refund, refundsOfPayment } from "./refund-queries.ts";
import { REFUND_STATUSES } from "#src/payments/core/index.ts";
import { refundWire } from "./refund-record.ts";

function refundList(rows: readonly Refund[], page: Page<"last_evaluated_key">) {
  const shown = pageOf(rows, page, ({ refundId }) => [refundId]);
  return listOf("Refunds", mapPage(shown, refundWire));
}

const REFUNDS = { name: "refunds", cursorName: "last_evaluated_key" } as const;
const PaymentPath = Type.Object({ payment_id: Type.String() });

export function refundRoutes(deps: RefundDeps): (app: App) => void {
  return (app) => {
    app.get(
      "/refunds",
      {
        schema: {
          operationId: "listAllRefunds",
          summary: "List refunds, newest first",
          description: "An unknown filter is refused by name, because the list would contain other refunds.",
          tags: ["Refunds"],
          querystring: Closed({
            org_id: Type.Optional(Id),
            status: Type.Optional(OneOf(REFUND_STATUSES)),
            payment_id: Type.Optional(Id),
            currency: Type.Optional(CurrencyCode),
            provider: Type.Optional(OneOf(PROVIDER_NAMES)),
            date_from: Type.Optional(DayOrMoment("ISO 8601 date or date-time, inclusive")),
            date_to: Type.Optional(DayOrMoment("ISO 8601 date (inclusive) or date-time (exclusive)")),
            ...pageQuery(),
          }),
          response: { 200: ListOf(RefundSchema) },
        },
      },
      async (request) => {
        const { org_id, date_from, date_to, ...filters } = request.query;
        if (filters.payment_id !== undefined && !isId(filters.payment_id))
          throw invalidField("payment_id", "must be an id");
        const scope = scopeOf(request.caller, org_id);
        const page = readPage(request, REFUNDS, scope);
        const rows = await listRefunds(deps.db, scope, { ...filters, ...dateRange(date_from, date_to) }, page);
        return refundList(rows, page);
      },
    );

    app.get(
      "/refunds/:refund_id",
      {
        schema: {
          operationId: "getRefund",
          summary: "Read a refund",
          tags: ["Refunds"],
          params: Type.Object({ refund_id: Type.String() }),
          response: { 200: SuccessOf(RefundSchema) },
        },
      },
      async (request) => {
        const { refund_id } = request.params;
        const refund = isId(refund_id)
          ? await findVisibleRefund(deps.db, scopeOf(request.caller), refund_id.toLowerCase())
          : undefined;
        if (refund === undefined) throw notFound("Refund");
        return success("Refund", refundWire(refund));
      },
    );

    app.post(
      "/payments/:payment_id/refund",
      {
        schema: {
          operationId: "refundPayment",
          "x-errors": {
            409:
              "The balance does not cover the refund (INSUFFICIENT_FUNDS), the payment cannot be refunded " +
              "(INVALID_STATE), or the `Idempotency-Key` was used with another request",
            502: "The provider refused the refund (REFUND_REFUSED)",
          },
          summary: "Refund a payin, in whole or in part",
          tags: ["Refunds"],
          params: PaymentPath,
          body: Named("RefundRequest", {
            amount: Type.Optional(MoneyInput),
            reason: Type.String({
              minLength: 1,
              maxLength: 500,
              pattern: "\\S",
              "x-pattern-message": "must not be blank",
            }),
          }),
          response: { 201: SuccessOf(RefundSchema) },
        },
      },
      async (request, reply) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const { amount: asked, reason } = request.body;
        const input = {
          reason,
          ...(asked === undefined ? {} : { amount: readMoney(asked, payment.amount.currency, "amount") }),
        };
        const refund = await refundPayment(
          deps,
          initiatorOf(request, payment.orgId),
          payment,
          input,
          requestKeyOf(request),
        );
        return reply
          .code(201)
          .send(success(refund.status === "completed" ? "Refund completed" : "Refund requested", refundWire(refund)));
      },
    );

    app.get(
      "/payments/:payment_id/refunds",
      {
        schema: {
          operationId: "listRefunds",
          summary: "List the refunds of a payment",
          tags: ["Refunds"],
          params: PaymentPath,
          querystring: Type.Object(pageQuery()),
          response: { 200: ListOf(RefundSchema) },
        },
      },
      async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const page = readPage(
          request,
          { name: `refunds/${payment.paymentId}`, cursorName: "last_evaluated_key" },
          payment,
        );
        const rows = await refundsOfPayment(deps.db, payment, page.after?.[0] ?? null, page.limit + 1);
        return refundList(rows, page);
      },
    );
  };
}
