import Type from "typebox";
import { organizationExists } from "#src/parties/organizations/index.ts";
import { type Caller, organizationOf } from "#src/kernel/http/caller.ts";
import { Cursor, Message, Succeeded } from "#src/kernel/http/envelopes.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { MAX_PAGE_SIZE, pageOf, readPage } from "#src/kernel/http/pagination.ts";
import {
  Amount,
  CreatedAt,
  Currency,
  CurrencyCode,
  Email,
  Id,
  MoneyInput,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  OrgId,
  properties,
  Shape,
  Timestamp,
  TimestampInput,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { created, nothing, ok, operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { changeLink, disableLink } from "./change-link.ts";
import { createLink, type LinkDeps, type LinkKey } from "./create-link.ts";
import { CustomFieldSchema, LinkStatusSchema } from "./checkout-schema.ts";
import { MAX_CUSTOM_FIELDS } from "./custom-fields.ts";
import { AMOUNT_TYPES, linkRecordOf, MAX_QUANTITY, type PaymentLink } from "./payment-link.ts";
import { findLink, listLinks } from "./queries.ts";

export type PaymentLinkDeps = LinkDeps & { publicBaseUrl: string };

const MAX_DESCRIPTION = 500;
const MAX_URL = 2_000;
const MAX_CURSOR = 1_024;

const LinkRecord = Named(["PaymentLink", "A hosted page that collects one payment, or many"], {
  link_id: [Id, "Id of the payment link"],
  org_id: OrgId,
  link_ref: Type.String({ description: "The unguessable part of the url" }),
  url: Type.String({ description: "The hosted page on which the link is paid" }),
  status: LinkStatusSchema,
  amount_type: [OneOf(AMOUNT_TYPES), "fixed: the link sets the amount; open: the payer does"],
  amount: Type.Optional(Amount),
  currency: Currency,
  payer_currency: [Type.String(), "The currency in which the payer is charged"],
  description: [Type.Optional(Type.String()), "Free text for people"],
  email: [Type.Optional(Type.String()), "E-mail address"],
  return_url: [
    Type.Optional(Type.String()),
    "Where the customer returns, with `status` and `reference`; absent: our page",
  ],
  max_quantity: [Type.Optional(Type.Integer()), "How many items the payer may buy, each at `amount`; absent: one"],
  custom_fields: [Type.Optional(Type.Array(CustomFieldSchema)), "Further questions that the payer is asked"],
  success_message: [Type.Optional(Type.String()), "Text that the payer sees after paying"],
  expires_at: [Type.Optional(Timestamp), "Until when the link can be paid; absent: no limit"],
  paid_at: [Type.Optional(Timestamp), "When the payment completed; absent or null before"],
  payment_id: [Type.Optional(Type.String()), "The payment that paid the link; for an open link the latest one"],
  payments_count: [Type.Integer(), "The number of completed payments of the link"],
  paid_total: [MoneyNumber, "The total of the link's completed payments, in `currency`"],
  created_by: [Id, "Who created the link"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

const Optional = properties({
  payer_currency: Type.Optional(Nullable(CurrencyCode)),
  description: Type.Optional(Nullable(Type.String({ maxLength: MAX_DESCRIPTION, description: "Shown to the payer" }))),
  email: [Type.Optional(Nullable(Email)), "E-mail address"],
  expires_at: [Type.Optional(Nullable(TimestampInput)), "Until when the link can be paid; null: no limit"],
  return_url: [
    Type.Optional(Nullable(Type.String({ maxLength: MAX_URL }))),
    "The address that the customer is sent to after paying; status and reference are added to its query",
  ],
  max_quantity: [
    Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }))),
    "How many may be bought of a fixed link, each at `amount`",
  ],
  custom_fields: [
    Type.Optional(Nullable(Type.Array(CustomFieldSchema, { maxItems: MAX_CUSTOM_FIELDS }))),
    "Further questions that the payer is asked",
  ],
  success_message: Type.Optional(
    Nullable(Type.String({ maxLength: MAX_DESCRIPTION, description: "Text that the payer sees after paying" })),
  ),
});

export function paymentLinkRoutes(deps: PaymentLinkDeps): (app: App) => void {
  const shown = (link: PaymentLink) => linkRecordOf(link, deps.publicBaseUrl, deps.clock.now());

  return (app) => {
    const on = operations(app, "Payment links");
    on("GET /orgs/:org_id/payment-links", {
      id: "listPaymentLinks",
      summary: "List payment links, newest first",
      description: "All links, or a page with a cursor when `limit` is sent.",
      query: Type.Object({
        status: Type.Optional(LinkStatusSchema),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
        last_evaluated_key: Type.Optional(Type.String({ maxLength: MAX_CURSOR })),
      }),
      answer: plain(
        Shape({
          status: Succeeded,
          message: Message,
          data: [Type.Array(LinkRecord), "All links, or one page of them"],
          count: [Type.Integer(), "How many links the page has"],
          meta: [
            Shape({
              count: [Type.Integer(), "How many links the page has"],
              has_more: [Type.Boolean(), "Whether another page follows"],
              last_evaluated_key: Cursor,
            }),
            "Whether more links follow, and the cursor of the next page",
          ],
          last_evaluated_key: Cursor,
        }),
      ),
      handle: async (request) => {
        const orgId = organizationOf(request.caller, request.params.org_id);
        if (request.caller.platformRole !== null && !(await organizationExists(deps.db, orgId)))
          throw notFound("Organization");
        const { status, limit, last_evaluated_key: cursor } = request.query;
        const paged = limit !== undefined || cursor !== undefined;
        const page = readPage(request, "payment-links", { orgId });
        const rows = await listLinks(deps.db, {
          orgId,
          status,
          now: deps.clock.now(),
          limit: paged ? page.limit + 1 : null,
          after: page.after?.[0],
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
    });

    on("POST /orgs/:org_id/payment-links", {
      id: "createPaymentLink",
      summary: "Create a payment link",
      description:
        "`fixed`: the organization gets exactly `amount`, once. `open`: the payer says how much, as often as it " +
        "is used. Fixed by default when an amount is given. " +
        "With another `payer_currency` the rate is locked when the price is shown.",
      body: Named("PaymentLinkInput", {
        amount: [Type.Optional(Nullable(MoneyInput)), "An amount in `currency`, with that currency's decimals"],
        amount_type: [Type.Optional(OneOf(AMOUNT_TYPES)), "fixed: the link sets the amount; open: the payer does"],
        currency: CurrencyCode,
        ...Optional,
      }),
      answer: created("Payment link created", LinkRecord),
      handle: async (request) => {
        const orgId = organizationOf(request.caller, request.params.org_id);
        const linkId = request.idempotencyId ?? newId();
        return shown(await createLink(deps, request, { orgId, linkId }, request.body));
      },
    });

    on("GET /orgs/:org_id/payment-links/:link_id", {
      id: "getPaymentLink",
      summary: "Read a payment link",
      answer: ok("Payment link", LinkRecord),
      handle: async (request) => {
        const { orgId, linkId } = keyIn(request);
        const link = await findLink(deps.db, orgId, linkId);
        if (link === undefined) throw notFound("Payment link");
        return shown(link);
      },
    });

    on("PATCH /orgs/:org_id/payment-links/:link_id", {
      id: "changePaymentLink",
      summary: "Change, disable or enable a payment link",
      description:
        "Given fields replace stored ones, null empties a field. 409 for a paid link, and for amount and " +
        "payer_currency while a payment of the link is in progress.",
      body: Named(
        "PaymentLinkChange",
        {
          amount: [Type.Optional(Nullable(MoneyInput)), "An amount in `currency`, with that currency's decimals"],
          status: [Type.Optional(OneOf(["active", "disabled"] as const)), "A disabled link cannot be paid"],
          ...Optional,
        },
        { minProperties: 1 },
      ),
      answer: ok("Payment link changed", LinkRecord),
      errors: { 409: "The link is paid or expired, or one of its payments is in progress" },
      handle: async (request) => shown(await changeLink(deps, request, keyIn(request), request.body)),
    });

    on("DELETE /orgs/:org_id/payment-links/:link_id", {
      id: "deletePaymentLink",
      summary: "Disable a payment link",
      description:
        "The link can no longer be paid, and stays readable as `disabled` with its payments. 409 for a paid link.",
      answer: nothing,
      errors: { 409: "It is paid" },
      handle: async (request) => {
        await disableLink(deps, request, keyIn(request));
      },
    });
  };
}

function keyIn({ caller, params }: { caller: Caller; params: { org_id: string; link_id: string } }): LinkKey {
  const orgId = organizationOf(caller, params.org_id);
  if (!isId(params.link_id)) throw notFound("Payment link");
  return { orgId, linkId: params.link_id.toLowerCase() };
}
