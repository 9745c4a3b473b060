import Type from "typebox";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { LiveRates } from "#src/pricing/rates/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { type Caller, organizationOf } from "#src/kernel/http/caller.ts";
import { Succeeded } from "#src/kernel/http/envelopes.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { type List, MAX_PAGE_SIZE, pageOf, readPage } from "#src/kernel/http/pagination.ts";
import {
  CurrencyCode,
  Email,
  Id,
  MoneyInput,
  MoneyNumber,
  Nullable,
  OneOf,
  Timestamp,
  TimestampInput,
  Named,
} from "#src/kernel/http/schemas.ts";
import { created, nothing, ok, operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { changeLink, disableLink } from "./change-link.ts";
import { createLink } from "./create-link.ts";
import { CustomFieldSchema } from "./checkout-schema.ts";
import { MAX_CUSTOM_FIELDS } from "./custom-fields.ts";
import { AMOUNT_TYPES, LINK_STATUSES, linkRecordOf, MAX_QUANTITY, type PaymentLink } from "./payment-link.ts";
import { findLink, listLinks } from "./queries.ts";

export type PaymentLinkDeps = { db: Db; clock: Clock; liveRates: LiveRates; publicBaseUrl: string };

const TAG = "Payment links";
const LINK_LIST = { name: "payment-links", cursorName: "last_evaluated_key" } as const satisfies List;
const MAX_DESCRIPTION = 500;
const MAX_URL = 2_000;
const MAX_CURSOR = 1_024;

const LinkRecord = Named("PaymentLink", {
  link_id: Id,
  org_id: Id,
  link_ref: Type.String({ description: "The unguessable part of the url" }),
  url: Type.String({ description: "The hosted page on which the link is paid" }),
  status: OneOf(LINK_STATUSES, { title: "LinkStatus" }),
  amount_type: OneOf(AMOUNT_TYPES),
  amount: Type.Optional(MoneyNumber),
  currency: Type.String(),
  payer_currency: Type.String(),
  description: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  return_url: Type.Optional(Type.String()),
  max_quantity: Type.Optional(Type.Integer()),
  custom_fields: Type.Optional(Type.Array(CustomFieldSchema)),
  success_message: Type.Optional(Type.String()),
  expires_at: Type.Optional(Timestamp),
  paid_at: Type.Optional(Timestamp),
  payment_id: Type.Optional(
    Type.String({ description: "The payment that paid the link; for an open link the latest one" }),
  ),
  payments_count: Type.Integer(),
  paid_total: MoneyNumber,
  created_by: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
});

const Optional = {
  payer_currency: Type.Optional(Nullable(CurrencyCode)),
  description: Type.Optional(Nullable(Type.String({ maxLength: MAX_DESCRIPTION, description: "Shown to the payer" }))),
  email: Type.Optional(Nullable(Email)),
  expires_at: Type.Optional(Nullable(TimestampInput)),
  return_url: Type.Optional(
    Nullable(
      Type.String({
        maxLength: MAX_URL,
        description:
          "The address that the customer is sent to after paying; status and reference are added to its query",
      }),
    ),
  ),
  max_quantity: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: MAX_QUANTITY,
        description: "How many may be bought of a fixed link, each at `amount`",
      }),
    ),
  ),
  custom_fields: Type.Optional(Nullable(Type.Array(CustomFieldSchema, { maxItems: MAX_CUSTOM_FIELDS }))),
  success_message: Type.Optional(
    Nullable(Type.String({ maxLength: MAX_DESCRIPTION, description: "Text that the payer sees after paying" })),
  ),
};
const Cursor = Type.Union([Type.String(), Type.Null()]);

export function paymentLinkRoutes(deps: PaymentLinkDeps): (app: App) => void {
  const shown = (link: PaymentLink) => linkRecordOf(link, deps.publicBaseUrl, deps.clock.now());

  return (app) => {
    const on = operations(app, TAG);
    on(
      "GET /orgs/:org_id/payment-links",
      {
        id: "listPaymentLinks",
        summary: "List payment links, newest first",
        description: "All links, or a page with a cursor when `limit` is sent.",
        query: Type.Object({
          status: Type.Optional(OneOf(LINK_STATUSES, { title: "LinkStatus" })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
          last_evaluated_key: Type.Optional(Type.String({ maxLength: MAX_CURSOR })),
        }),
        answer: plain(
          Type.Object({
            status: Succeeded,
            message: Type.String(),
            data: Type.Array(LinkRecord),
            count: Type.Integer(),
            meta: Type.Object({ count: Type.Integer(), has_more: Type.Boolean(), last_evaluated_key: Cursor }),
            last_evaluated_key: Cursor,
          }),
        ),
      },
      async (request) => {
        const orgId = organizationFor(request.caller, request.params.org_id);
        if (request.caller.platformRole !== null && !(await organizationExists(deps.db, orgId)))
          throw notFound("Organization");
        const { status, limit, last_evaluated_key: cursor } = request.query;
        const paged = limit !== undefined || cursor !== undefined;
        const page = readPage(request, LINK_LIST, { orgId });
        const rows = await listLinks(deps.db, {
          orgId,
          status: status ?? null,
          now: deps.clock.now(),
          limit: paged ? page.limit + 1 : null,
          after: page.after?.[0] ?? null,
        });
        const { rows: links, nextCursor } = paged
          ? pageOf(rows, page, (link) => [link.linkId])
          : { rows, nextCursor: null };
        return {
          status: "success" as const,
          message: "Payment links",
          data: links.map(shown),
          count: links.length,
          meta: { count: links.length, has_more: nextCursor !== null, last_evaluated_key: nextCursor },
          last_evaluated_key: nextCursor,
        };
      },
    );

    on(
      "POST /orgs/:org_id/payment-links",
      {
        id: "createPaymentLink",
        summary: "Create a payment link",
        description:
          "`fixed`: the organization gets exactly `amount`, once. `open`: the payer says how much, as often as it " +
          "is used. Fixed by default when an amount is given. " +
          "With another `payer_currency` the rate is locked when the price is shown.",
        body: Named("PaymentLinkInput", {
          amount: Type.Optional(Nullable(MoneyInput)),
          amount_type: Type.Optional(OneOf(AMOUNT_TYPES)),
          currency: CurrencyCode,
          ...Optional,
        }),
        answer: created("Payment link created", LinkRecord),
      },
      async (request) => {
        const orgId = organizationFor(request.caller, request.params.org_id);
        const link = await createLink(deps, {
          caller: request.caller,
          orgId,
          linkId: request.idempotencyId ?? newId(),
          fields: request.body,
          requestId: request.id,
        });
        return shown(link);
      },
    );

    on(
      "GET /orgs/:org_id/payment-links/:link_id",
      { id: "getPaymentLink", summary: "Read a payment link", answer: ok("Payment link", LinkRecord) },
      async (request) => {
        const link = await findLink(
          deps.db,
          organizationFor(request.caller, request.params.org_id),
          linkIdOf(request.params.link_id),
        );
        if (link === undefined) throw notFound("Payment link");
        return shown(link);
      },
    );

    on(
      "PATCH /orgs/:org_id/payment-links/:link_id",
      {
        id: "changePaymentLink",
        summary: "Change, disable or enable a payment link",
        description:
          "Given fields replace stored ones, null empties a field. 409 for a paid link, and for amount and " +
          "payer_currency while a payment of the link is in progress.",
        body: Named(
          "PaymentLinkChange",
          {
            amount: Type.Optional(Nullable(MoneyInput)),
            status: Type.Optional(OneOf(["active", "disabled"] as const)),
            ...Optional,
          },
          { minProperties: 1 },
        ),
        answer: ok("Payment link changed", LinkRecord),
        errors: { 409: "The link is paid or expired, or one of its payments is in progress" },
      },
      async (request) => {
        const orgId = organizationFor(request.caller, request.params.org_id);
        const link = await changeLink(deps, {
          caller: request.caller,
          orgId,
          linkId: linkIdOf(request.params.link_id),
          changes: request.body,
          requestId: request.id,
        });
        return shown(link);
      },
    );

    on(
      "DELETE /orgs/:org_id/payment-links/:link_id",
      {
        id: "deletePaymentLink",
        summary: "Disable a payment link",
        description:
          "The link can no longer be paid, and stays readable as `disabled` with its payments. 409 for a paid link.",
        answer: nothing,
        errors: { 409: "It is paid" },
      },
      async (request) => {
        const orgId = organizationFor(request.caller, request.params.org_id);
        await disableLink(deps, {
          caller: request.caller,
          orgId,
          linkId: linkIdOf(request.params.link_id),
          requestId: request.id,
        });
      },
    );
  };
}

function organizationFor(caller: Caller, orgId: string): string {
  if (!isId(orgId)) throw notFound("Organization");
  return organizationOf(caller, orgId.toLowerCase());
}

function linkIdOf(text: string): string {
  if (!isId(text)) throw notFound("Payment link");
  return text.toLowerCase();
}
