import Type from "typebox";
import { appendAudit } from "#src/modules/books/audit/append-audit.ts";
import { actorOf } from "#src/modules/books/audit/actor-of.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import type { AccessTable } from "#src/platform/http/access-control.ts";
import { type Caller, scopeOf } from "#src/platform/http/caller.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/platform/http/envelopes.ts";
import { conflict, invalidField, notFound } from "#src/platform/http/errors.ts";
import { mapPage, pageOf, pageQuery, readPage } from "#src/platform/http/pagination.ts";
import { Closed, CurrencyCode, DayOrMoment, Id, MoneyInput, OneOf, readMoney, Named } from "#src/platform/http/schemas.ts";
import type { App } from "#src/platform/http/typed-app.ts";
import { isId } from "#src/platform/ids.ts";
import { PAYMENT_METHODS, PROVIDER_NAMES, RECORD_DIRECTIONS } from "#src/providers/provider.ts";
import type { AskDeps } from "../providers/check-payments.ts";
import { findVisiblePayment } from "../store/find-visible-payment.ts";
import { initiatorOf } from "../initiation/initiation-routes.ts";
import { findReconciliationItem, listPayments, listReconciliationItems, type PaymentFilters, resolveItem } from "../store/list-queries.ts";
import { PAYMENT_STATUSES } from "../payment-status.ts";
import type { Payment } from "../payment.ts";
import { actionsOf, actorFor } from "./payment-actions.ts";
import { recordOf } from "./payment-record.ts";
import { type PaymentRecord, PaymentRecordSchema, ReconciliationItemSchema, RefundSchema } from "./record-schema.ts";
import { type Refund, refundsOfPayment } from "../refunds/refund-queries.ts";
import { type RefundDeps, refundPayment } from "../refunds/refund-payment.ts";
import { type ReviewDeps, reviewPayment } from "./review-payment.ts";
import { settleByHand } from "../providers/settle-by-hand.ts";

/** Reading payments, and what people do to them: review, refund, settle by hand, resolve contradictions. */
const TRANSACTIONS = { name: "transactions", cursorName: "last_evaluated_key" } as const;
const ITEMS = { name: "reconciliation-items", cursorName: "last_evaluated_key" } as const;
const PaymentPath = Type.Object({ payment_id: Type.String() });

export type PaymentRouteDeps = AskDeps & RefundDeps & ReviewDeps & { db: Db; clock: Clock; access: AccessTable };

export function paymentRoutes(deps: PaymentRouteDeps): (app: App) => void {
  const recordFor = (caller: Caller): ((payment: Payment) => PaymentRecord) => {
    const actor = actorFor(caller, deps.access);
    return (payment) => recordOf(payment, actionsOf(payment, actor, deps.providers, deps.clock.now()));
  };
  return (app) => {
    app.get(
      "/payments/transaction/:transaction_id",
      {
        schema: {
          operationId: "getPaymentByTransaction",
          summary: "Read a payment by its transaction id",
          description: "The status-polling endpoint.",
          tags: ["Payments"],
          params: Type.Object({ transaction_id: Type.String() }),
          response: { 200: PaymentRecordSchema },
        },
      },
      async (request) => {
        const { transaction_id } = request.params;
        if (!isId(transaction_id)) throw notFound("Payment", "PAYMENT_NOT_FOUND");
        const payment = await deps.store.findByTransactionId(transaction_id.toLowerCase());
        const scope = scopeOf(request.caller);
        if (payment === undefined || ("orgId" in scope && scope.orgId !== payment.orgId)) throw notFound("Payment", "PAYMENT_NOT_FOUND");
        return recordFor(request.caller)(payment);
      },
    );

    app.get(
      "/payments/:payment_id",
      {
        schema: {
          operationId: "getPayment",
          summary: "Read a payment by its payment id",
          tags: ["Payments"],
          params: PaymentPath,
          response: { 200: SuccessOf(PaymentRecordSchema) },
        },
      },
      async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        return success("Payment", recordFor(request.caller)(payment));
      },
    );

    app.get(
      "/transactions",
      {
        schema: {
          operationId: "listTransactions",
          summary: "List payments, newest first",
          tags: ["Transactions"],
          querystring: Closed({
            org_id: Type.Optional(Id),
            status: Type.Optional(OneOf(PAYMENT_STATUSES)),
            direction: Type.Optional(OneOf(RECORD_DIRECTIONS)),
            payment_method: Type.Optional(OneOf(PAYMENT_METHODS)),
            currency: Type.Optional(CurrencyCode),
            provider: Type.Optional(OneOf(PROVIDER_NAMES)),
            client_reference: Type.Optional(Type.String({ maxLength: 500 })),
            kind: Type.Optional(OneOf(["payment", "ramp"] as const)),
            beneficiary_id: Type.Optional(Id),
            search: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "Any id of a payment, or the caller's own reference" })),
            date_from: Type.Optional(DayOrMoment("ISO 8601 date or date-time, inclusive")),
            date_to: Type.Optional(DayOrMoment("ISO 8601 date (inclusive) or date-time (exclusive)")),
            ...pageQuery(),
          }),
          response: { 200: ListOf(PaymentRecordSchema) },
        },
      },
      async (request) => {
        const { org_id, date_from, date_to, ...filters } = request.query;
        const scope = scopeOf(request.caller, org_id);
        if (filters.beneficiary_id !== undefined && !isId(filters.beneficiary_id)) throw invalidField("beneficiary_id", "must be an id");
        const page = readPage(request, TRANSACTIONS, scope);
        const read: PaymentFilters = { ...filters, ...dateRange(date_from, date_to) };
        const rows = await listPayments(deps.db, scope, read, page);
        return listOf(
          "Transactions",
          mapPage(
            pageOf(rows, page, (payment) => [payment.paymentId]),
            recordFor(request.caller),
          ),
        );
      },
    );

    app.post(
      "/payments/:payment_id/review",
      {
        schema: {
          operationId: "reviewPayment",
          summary: "Approve or reject a payout that waits for a second person",
          tags: ["Payments"],
          params: PaymentPath,
          body: Named("PaymentReview", { decision: OneOf(["approve", "reject"] as const), comment: Type.Optional(Type.String({ maxLength: 2_000 })) }),
          response: { 200: SuccessOf(PaymentRecordSchema) },
        },
      },
      async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const reviewed = await reviewPayment(deps, request, payment, request.body.decision, request.body.comment ?? null);
        return success(request.body.decision === "approve" ? "Payment approved" : "Payment rejected", recordFor(request.caller)(reviewed));
      },
    );

    app.post(
      "/payments/:payment_id/refund",
      {
        schema: {
          operationId: "refundPayment",
          "x-errors": {
            409: "The balance does not cover the refund (INSUFFICIENT_FUNDS), the payment cannot be refunded (INVALID_STATE), or the `Idempotency-Key` was used with another request",
            502: "The provider refused the refund (REFUND_REFUSED)",
          },
          summary: "Refund a payin, in whole or in part",
          tags: ["Payments"],
          params: PaymentPath,
          body: Named("RefundRequest", {
            amount: Type.Optional(MoneyInput),
            reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", "x-pattern-message": "must not be blank" }),
          }),
          response: { 201: SuccessOf(RefundSchema) },
        },
      },
      async (request, reply) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const { amount: asked, reason } = request.body;
        const input = { reason, ...(asked === undefined ? {} : { amount: readMoney(asked, payment.amount.currency, "amount") }) };
        const refund = await refundPayment(deps, initiatorOf(request, payment.orgId), payment.paymentId, input, request.idempotencyId);
        return reply.code(201).send(success(refund.status === "completed" ? "Refund completed" : "Refund requested", refundWire(refund)));
      },
    );

    app.get(
      "/payments/:payment_id/refunds",
      {
        schema: {
          operationId: "listRefunds",
          summary: "List the refunds of a payment",
          tags: ["Payments"],
          params: PaymentPath,
          querystring: Type.Object(pageQuery()),
          response: { 200: ListOf(RefundSchema) },
        },
      },
      async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const page = readPage(request, { name: `refunds/${payment.paymentId}`, cursorName: "last_evaluated_key" }, payment);
        const rows = await refundsOfPayment(deps.db, payment, page.after?.[0] ?? null, page.limit + 1);
        return listOf(
          "Refunds",
          mapPage(
            pageOf(rows, page, (row) => [row.refundId]),
            refundWire,
          ),
        );
      },
    );

    app.post(
      "/payments/:payment_id/settle",
      {
        schema: {
          operationId: "settlePayment",
          summary: "Say how a payment ended, where its provider does not",
          description:
            "For payments of the manual provider, and for those whose provider has been silent for a day; such a one is asked once more, and its answer counts (409).",
          tags: ["Payments"],
          params: PaymentPath,
          body: Named("PaymentSettlement", { status: OneOf(["completed", "failed"] as const), comment: Type.String({ minLength: 1, maxLength: 2_000 }) }),
          response: { 200: SuccessOf(PaymentRecordSchema) },
        },
      },
      async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const settled = await settleByHand(
          deps,
          initiatorOf(request, payment.orgId),
          payment.orgId,
          payment.paymentId,
          request.body.status,
          request.body.comment,
        );
        return success("Payment settled", recordFor(request.caller)(settled));
      },
    );

    app.get(
      "/payments/reconciliation-items",
      {
        schema: {
          operationId: "listReconciliationItems",
          summary: "List contradictions between providers and our records",
          tags: ["Reconciliation"],
          querystring: Type.Object({
            org_id: Type.Optional(Id),
            status: Type.Optional(OneOf(["open", "resolved"] as const)),
            payment_id: Type.Optional(Id),
            ...pageQuery(),
          }),
          response: { 200: ListOf(ReconciliationItemSchema) },
        },
      },
      async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, ITEMS, scope);
        const { status, payment_id } = request.query;
        if (payment_id !== undefined && !isId(payment_id)) throw invalidField("payment_id", "must be an id");
        return listOf(
          "Reconciliation items",
          pageOf(await listReconciliationItems(deps.db, scope, { status, payment_id }, page), page, (row) => [row.item_id]),
        );
      },
    );

    app.post(
      "/payments/reconciliation-items/:item_id/resolve",
      {
        schema: {
          operationId: "resolveReconciliationItem",
          summary: "Resolve a contradiction, saying how",
          tags: ["Reconciliation"],
          params: Type.Object({ item_id: Type.String() }),
          body: Named("ReconciliationResolution", { resolution: Type.String({ minLength: 1, maxLength: 2_000 }) }),
          response: { 200: SuccessOf(ReconciliationItemSchema) },
        },
      },
      async (request) => {
        const { item_id } = request.params;
        const item = isId(item_id) ? await findReconciliationItem(deps.db, scopeOf(request.caller), item_id) : undefined;
        if (item === undefined) throw notFound("Reconciliation item");
        const at = deps.clock.now();
        const resolved = await deps.db.transaction(async (tx) => {
          const row = await resolveItem(tx, item.org_id, item.item_id, request.body.resolution, request.caller.userId, at);
          if (row === undefined) throw conflict("The item is already resolved");
          await appendAudit(tx, [
            {
              orgId: item.org_id,
              actor: actorOf(request.caller),
              action: "reconciliation_item.resolved",
              resourceType: "reconciliation_item",
              resourceId: item.item_id,
              changes: { resolution: request.body.resolution },
              requestId: request.id,
              at,
            },
          ]);
          return row;
        });
        return success("Item resolved", resolved);
      },
    );
  };
}

function refundWire(refund: Refund) {
  return {
    refund_id: refund.refundId,
    payment_id: refund.paymentId,
    org_id: refund.orgId,
    amount: refund.amount,
    currency: refund.amount.currency,
    reason: refund.reason,
    status: refund.status,
    provider: refund.provider,
    failure_reason: refund.failureReason,
    requested_by: refund.requestedBy,
    created_at: refund.createdAt,
    updated_at: refund.updatedAt,
  };
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** A plain date means the whole day, at either end. */
function dateRange(from: string | undefined, to: string | undefined): { date_from?: Date; date_to?: Date } {
  return {
    ...(from === undefined ? {} : { date_from: new Date(from) }),
    ...(to === undefined ? {} : { date_to: DATE_ONLY.test(to) ? new Date(new Date(to).getTime() + DAY_MS) : new Date(to) }),
  };
}
