import Type from "typebox";
import { appendAudit } from "#src/modules/books/audit/append-audit.ts";
import { actorOf } from "#src/modules/books/audit/actor-of.ts";
import { idsMeaning } from "#src/modules/people/customers/find-customer.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db, Reader } from "#src/platform/db/client.ts";
import type { AccessTable } from "#src/platform/http/access-control.ts";
import { type Caller, scopeOf } from "#src/platform/http/caller.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/platform/http/envelopes.ts";
import { conflict, invalidField, notFound } from "#src/platform/http/errors.ts";
import { mapPage, pageOf, pageQuery, readPage } from "#src/platform/http/pagination.ts";
import { Closed, CurrencyCode, DayOrMoment, Id, Named, Nullable, OneOf, OpenObject } from "#src/platform/http/schemas.ts";
import type { App } from "#src/platform/http/typed-app.ts";
import { isId } from "#src/platform/ids.ts";
import { PAYMENT_METHODS, PROVIDER_NAMES, RECORD_DIRECTIONS } from "#src/providers/provider.ts";
import type { AskDeps } from "../providers/check-payments.ts";
import { findVisiblePayment } from "../store/find-visible-payment.ts";
import { initiatorOf } from "../initiation/initiation-routes.ts";
import { announceItem, publishResolved } from "../store/announce-items.ts";
import { findReconciliationItem, listPayments, listReconciliationItems, type PaymentFilters, resolveItem } from "../store/list-queries.ts";
import { PAYMENT_STATUSES } from "../payment-status.ts";
import type { Payment } from "../payment.ts";
import { changePayment } from "./change-payment.ts";
import { dateRange } from "./date-range.ts";
import { actionsOf, actorFor } from "./payment-actions.ts";
import { recordOf } from "./payment-record.ts";
import { type PaymentRecord, PaymentRecordSchema, ReconciliationItemSchema } from "./record-schema.ts";
import { type ReviewDeps, reviewPayment } from "./review-payment.ts";
import { settleByHand } from "../providers/settle-by-hand.ts";

/** Reading payments, and what people do to them: review, settle by hand, resolve contradictions. */
const TRANSACTIONS = { name: "transactions", cursorName: "last_evaluated_key" } as const;
const ITEMS = { name: "reconciliation-items", cursorName: "last_evaluated_key" } as const;
const PaymentPath = Type.Object({ payment_id: Type.String() });

const AmountQuery = Type.String({
  maxLength: 40,
  pattern: "^[0-9]{1,15}([.][0-9]{1,18})?$",
  "x-pattern-message": "must be an amount, such as 1500.00",
  description: "Of `amount`, inclusive; together with `currency` unless amounts of every currency are meant",
});

export type PaymentRouteDeps = AskDeps & ReviewDeps & { db: Db; reads: Reader; clock: Clock; access: AccessTable };

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

    app.patch(
      "/payments/:payment_id",
      {
        schema: {
          operationId: "changePayment",
          summary: "Change the description or the metadata of a payment or ramp",
          description:
            "In any status. `metadata` is merged field by field, and a field that is null is taken away; `metadata: null` empties it. Nothing else of a payment can be changed, and a provider keeps what it was told.",
          tags: ["Payments"],
          params: PaymentPath,
          body: Named(
            "PaymentChange",
            {
              description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
              metadata: Type.Optional(Nullable(OpenObject)),
            },
            { additionalProperties: false },
          ),
          response: { 200: SuccessOf(PaymentRecordSchema) },
        },
      },
      async (request) => {
        const { orgId, paymentId } = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const changed = await changePayment(deps, initiatorOf(request, orgId), paymentId, request.body);
        return success("Payment changed", recordFor(request.caller)(changed));
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
            customer_id: Type.Optional(Type.String({ maxLength: 100, description: "With those of customers that were merged into it" })),
            search: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 500,
                description:
                  "Any id of a payment, the caller's own reference, an e-mail address or phone number of the payer; where it is none of them, the beginning of a reference or of the payer's name",
              }),
            ),
            payer: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "The beginning of the payer's name, in any case" })),
            email: Type.Optional(Type.String({ minLength: 3, maxLength: 254, description: "The payer's e-mail address" })),
            phone: Type.Optional(
              Type.String({ minLength: 3, maxLength: 40, description: "The payer's phone number or mobile money number, in international form" }),
            ),
            reference_prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "The beginning of `client_reference`" })),
            amount_from: Type.Optional(AmountQuery),
            amount_to: Type.Optional(AmountQuery),
            metadata: Type.Optional(
              Type.String({
                maxLength: 1_000,
                pattern: "^[^:]+:",
                "x-pattern-message": "must be name:value",
                description: "`name:value` of one field at the top of `metadata`, whose value is a text, a number or a truth value",
              }),
            ),
            date_from: Type.Optional(DayOrMoment("ISO 8601 date or date-time, inclusive")),
            date_to: Type.Optional(DayOrMoment("ISO 8601 date (inclusive) or date-time (exclusive)")),
            ...pageQuery(),
          }),
          response: { 200: ListOf(PaymentRecordSchema) },
        },
      },
      async (request) => {
        const { org_id, date_from, date_to, metadata, customer_id, ...filters } = request.query;
        const scope = scopeOf(request.caller, org_id);
        if (filters.beneficiary_id !== undefined && !isId(filters.beneficiary_id)) throw invalidField("beneficiary_id", "must be an id");
        const page = readPage(request, TRANSACTIONS, scope);
        const read: PaymentFilters = {
          ...filters,
          ...dateRange(date_from, date_to),
          ...(metadata === undefined ? {} : { metadata: readMetadata(metadata) }),
          ...(customer_id === undefined ? {} : { customerIds: await idsMeaning(deps.reads, customer_id) }),
        };
        const rows = await listPayments(deps.reads, scope, read, page);
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
          body: Named(
            "PaymentReview",
            { decision: OneOf(["approve", "reject"] as const), comment: Type.Optional(Type.String({ maxLength: 2_000 })) },
            { additionalProperties: false },
          ),
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
      "/payments/:payment_id/settle",
      {
        schema: {
          operationId: "settlePayment",
          summary: "Say how a payment ended, where its provider does not",
          description:
            "For payments of the manual provider, and for those whose provider has been silent for a day; such a one is asked once more, and its answer counts (409).",
          tags: ["Payments"],
          params: PaymentPath,
          body: Named(
            "PaymentSettlement",
            { status: OneOf(["completed", "failed"] as const), comment: Type.String({ minLength: 1, maxLength: 2_000 }) },
            { additionalProperties: false },
          ),
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
          pageOf(await listReconciliationItems(deps.reads, scope, { status, payment_id }, page), page, (row) => [row.item_id]),
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
          await announceItem(tx, item.item_id, at);
          const row = await resolveItem(tx, item.org_id, item.item_id, request.body.resolution, request.caller.userId, at);
          if (row === undefined) throw conflict("The item is already resolved");
          await publishResolved(tx, row, at);
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

function readMetadata(text: string): { name: string; value: string } {
  const colon = text.indexOf(":");
  return { name: text.slice(0, colon), value: text.slice(colon + 1) };
}
