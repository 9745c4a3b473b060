import Type from "typebox";
import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import type { Db, Reader } from "#src/kernel/db/client.ts";
import { type Caller, scopeOf } from "#src/kernel/http/caller.ts";
import { success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import { Id, Metadata, Named, Nullable, OneOf } from "#src/kernel/http/schemas.ts";
import { ok, operations, pages, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { type AskDeps, settleByHand } from "#src/payments/at-providers/index.ts";
import {
  announceItem,
  findChangeablePayment,
  findReconciliationItem,
  findVisiblePayment,
  listReconciliationItems,
  publishItems,
  resolveItem,
} from "#src/payments/store/index.ts";
import { initiatorOf } from "#src/payments/requests/index.ts";
import type { Payment } from "#src/payments/core/index.ts";
import { changePayment } from "./change-payment.ts";
import {
  type PaymentRecord,
  PaymentRecordSchema,
  ReconciliationItemSchema,
  type RecordDeps,
  recordFor,
} from "#src/payments/wire/index.ts";
import { type ReviewDeps, reviewPayment } from "./review-payment.ts";

/** Reading payments, and what people do to them: review, settle by hand, resolve contradictions. */

export type PaymentRouteDeps = AskDeps & ReviewDeps & RecordDeps & { db: Db; reads: Reader };

export function paymentRoutes(deps: PaymentRouteDeps): (app: App) => void {
  const recordOf = (caller: Caller, payment: Payment): PaymentRecord => recordFor(deps, caller)(payment);
  return (app) => {
    const on = operations(app, "Payments");
    const on2 = operations(app, "Reconciliation");
    on("GET /payments/transaction/:transaction_id", {
      id: "getPaymentByTransaction",
      summary: "Read a payment by its transaction id",
      description: "The status-polling endpoint.",
      answer: plain(PaymentRecordSchema),
      handle: async (request) => {
        const { transaction_id } = request.params;
        if (!isId(transaction_id)) throw notFound("Payment");
        const payment = await deps.store.findByTransactionId(transaction_id.toLowerCase());
        const scope = scopeOf(request.caller);
        if (payment === undefined || ("orgId" in scope && scope.orgId !== payment.orgId)) throw notFound("Payment");
        return recordOf(request.caller, payment);
      },
    });

    on("GET /payments/:payment_id", {
      id: "getPayment",
      summary: "Read a payment by its payment id",
      answer: ok("Payment", PaymentRecordSchema),
      handle: async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        return recordOf(request.caller, payment);
      },
    });

    on("PATCH /payments/:payment_id", {
      id: "changePayment",
      summary: "Change the description or the metadata of a payment or ramp",
      description:
        "In any status. `metadata` is merged field by field, and a null field is removed; `metadata: null` " +
        "empties it. No other field can be changed, and a provider keeps what it received.",
      body: Named(
        "PaymentChange",
        {
          description: [Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))), "Free text for people"],
          metadata: Type.Optional(Nullable(Metadata)),
        },
        { additionalProperties: false },
      ),
      answer: ok("Payment changed", PaymentRecordSchema),
      handle: async (request) => {
        const { orgId, paymentId } = await findChangeablePayment(deps, request.caller, request.params.payment_id);
        const changed = await changePayment(deps, initiatorOf(request, orgId), paymentId, request.body);
        return recordOf(request.caller, changed);
      },
    });

    on("POST /payments/:payment_id/review", {
      id: "reviewPayment",
      summary: "Approve or reject a payout that waits for a second person",
      body: Named(
        "PaymentReview",
        {
          decision: [OneOf(["approve", "reject"] as const), "approve: it continues; reject: it ends"],
          comment: [Type.Optional(Type.String({ maxLength: 2_000 })), "The reviewer's comment"],
        },
        { additionalProperties: false },
      ),
      answer: plain(SuccessOf(PaymentRecordSchema)),
      handle: async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const { decision, comment = null } = request.body;
        const reviewed = await reviewPayment(deps, request, payment, { decision, comment });
        const message = decision === "approve" ? "Payment approved" : "Payment rejected";
        return success(message, recordOf(request.caller, reviewed));
      },
    });

    on("POST /payments/:payment_id/settle", {
      id: "settlePayment",
      summary: "Report how a payment ended, if its provider does not",
      description:
        "For payments of the manual provider, and for those whose provider has been silent for a day. Such a " +
        "provider is polled once more, and its answer counts (409).",
      body: Named(
        "PaymentSettlement",
        {
          status: [OneOf(["completed", "failed"] as const), "How the payment ended, according to a person"],
          comment: [Type.String({ minLength: 1, maxLength: 2_000 }), "How the person knows"],
        },
        { additionalProperties: false },
      ),
      answer: ok("Payment settled", PaymentRecordSchema),
      handle: async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const settled = await settleByHand(deps, initiatorOf(request, payment.orgId), payment, request.body);
        return recordOf(request.caller, settled);
      },
    });

    on2("GET /payments/reconciliation-items", {
      id: "listReconciliationItems",
      summary: "List contradictions between providers and our records",
      query: Type.Object({
        org_id: Type.Optional(Id),
        status: Type.Optional(OneOf(["open", "resolved"] as const)),
        payment_id: Type.Optional(Id),
        ...pageQuery(),
      }),
      answer: pages("Reconciliation items", ReconciliationItemSchema),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "reconciliation-items", scope);
        const { status, payment_id } = request.query;
        if (payment_id !== undefined && !isId(payment_id)) throw invalidField("payment_id", "must be an id");
        const items = await listReconciliationItems(deps.reads, scope, { status, payment_id }, page);
        return pageOf(items, page, ({ item_id }) => [item_id]);
      },
    });

    on2("POST /payments/reconciliation-items/:item_id/resolve", {
      id: "resolveReconciliationItem",
      summary: "Resolve a contradiction with a comment",
      body: Named("ReconciliationResolution", {
        resolution: [Type.String({ minLength: 1, maxLength: 2_000 }), "What was found and done"],
      }),
      answer: ok("Item resolved", ReconciliationItemSchema),
      handle: async (request) => {
        const { item_id } = request.params;
        const { caller, body, id: requestId } = request;
        const item = isId(item_id) ? await findReconciliationItem(deps.db, scopeOf(caller), item_id) : undefined;
        if (item === undefined) throw notFound("Reconciliation item");
        const { org_id: orgId, item_id: resourceId } = item;
        const at = deps.clock.now();
        return deps.db.transaction(async (tx) => {
          await announceItem(tx, resourceId, at);
          const row = await resolveItem(tx, orgId, resourceId, body.resolution, caller.userId, at);
          if (row === undefined) throw conflict("The item is already resolved");
          await publishItems(tx, "reconciliation.item_resolved", [row], at);
          const action = "reconciliation_item.resolved";
          const about = { orgId, resourceType: "reconciliation_item", resourceId };
          const changes = { resolution: body.resolution };
          await appendAudit(tx, [{ ...about, actor: actorOf(caller), action, changes, requestId, at }]);
          return row;
        });
      },
    });
  };
}
