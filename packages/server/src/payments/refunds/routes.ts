import Type from "typebox";
import { scopeOf } from "#src/kernel/http/caller.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { mapPage, type Page, pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  CurrencyCode,
  DateFrom,
  DateTo,
  filledText,
  Id,
  MoneyInput,
  Named,
  OneOf,
  readMoney,
} from "#src/kernel/http/schemas.ts";
import { ok, operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { initiatorOf, requestKeyOf } from "#src/payments/requests/index.ts";
import { dateRange } from "#src/kernel/http/date-range.ts";
import { RefundSchema } from "#src/payments/wire/index.ts";
import { findVisiblePayment } from "#src/payments/store/index.ts";
import { type RefundDeps, refundPayment } from "./refund-payment.ts";
import { findVisibleRefund, listRefunds, type Refund, refundsOfPayment } from "./refund-queries.ts";
import { REFUND_STATUSES } from "#src/payments/core/index.ts";
import { ProviderNameSchema } from "#src/pricing/provider-accounts/index.ts";
import { refundWire } from "./refund-record.ts";

function refundList(rows: readonly Refund[], page: Page<"last_evaluated_key">, walkedTo?: Page["after"]) {
  const shown = pageOf(rows, page, ({ refundId }) => [refundId], walkedTo);
  return listOf("Refunds", mapPage(shown, refundWire));
}

export function refundRoutes(deps: RefundDeps): (app: App) => void {
  return (app) => {
    const on = operations(app, "Refunds");
    on("GET /refunds", {
      id: "listAllRefunds",
      summary: "List refunds, newest first",
      description: "An unknown filter is refused by name, because the list would contain other refunds.",
      query: Closed({
        org_id: Type.Optional(Id),
        status: Type.Optional(OneOf(REFUND_STATUSES)),
        payment_id: Type.Optional(Id),
        currency: Type.Optional(CurrencyCode),
        provider: Type.Optional(ProviderNameSchema),
        date_from: DateFrom,
        date_to: DateTo,
        ...pageQuery(),
      }),
      answer: plain(ListOf(RefundSchema)),
      handle: async (request) => {
        const { org_id, date_from, date_to, ...filters } = request.query;
        if (filters.payment_id !== undefined && !isId(filters.payment_id))
          throw invalidField("payment_id", "must be an id");
        const scope = scopeOf(request.caller, org_id);
        const page = readPage(request, "refunds", scope);
        const dated = { ...filters, ...dateRange(date_from, date_to) };
        const { refunds, walkedTo } = await listRefunds(deps.db, scope, dated, page);
        return refundList(refunds, page, walkedTo);
      },
    });

    on("GET /refunds/:refund_id", {
      id: "getRefund",
      summary: "Read a refund",
      answer: ok("Refund", RefundSchema),
      handle: async (request) => {
        const { refund_id } = request.params;
        const scope = scopeOf(request.caller);
        const refund = isId(refund_id) ? await findVisibleRefund(deps.db, scope, refund_id.toLowerCase()) : undefined;
        if (refund === undefined) throw notFound("Refund");
        return refundWire(refund);
      },
    });

    on("POST /payments/:payment_id/refund", {
      id: "refundPayment",
      summary: "Refund a payin, in whole or in part",
      description:
        "If a policy of the organization asks for a second person, the refund is pending until one has approved it " +
        "under `/approvals`.",
      body: Named("RefundRequest", {
        amount: [Type.Optional(MoneyInput), "What to refund, in the payment's currency; absent: all that is left"],
        reason: [filledText(500), "The reason of the refund, stored with it"],
      }),
      answer: plain(SuccessOf(RefundSchema), 201),
      errors: {
        409:
          "The balance does not cover the refund (INSUFFICIENT_FUNDS), the payment cannot be refunded " +
          "(INVALID_STATE), or the `Idempotency-Key` was used with another request",
        502: "The provider refused the refund (REFUND_REFUSED)",
      },
      handle: async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const { amount: asked, reason } = request.body;
        const amount = asked === undefined ? {} : { amount: readMoney(asked, payment.amount.currency, "amount") };
        const who = initiatorOf(request, payment.orgId);
        const refund = await refundPayment(deps, who, payment, { reason, ...amount }, requestKeyOf(request));
        const waits = refund.waitsFor === null ? "Refund requested" : "The refund waits for another person's approval";
        return success(refund.status === "completed" ? "Refund completed" : waits, refundWire(refund));
      },
    });

    on("GET /payments/:payment_id/refunds", {
      id: "listRefunds",
      summary: "List the refunds of a payment",
      query: Type.Object(pageQuery()),
      answer: plain(ListOf(RefundSchema)),
      handle: async (request) => {
        const payment = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const page = readPage(request, `refunds/${payment.paymentId}`, payment);
        const rows = await refundsOfPayment(deps.db, payment, page.after?.[0] ?? null, page.limit + 1);
        return refundList(rows, page);
      },
    });
  };
}
