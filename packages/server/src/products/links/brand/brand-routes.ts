import Type from "typebox";
import { Clean } from "typebox/value";
import { actorIn, appendAudit } from "#src/record/audit/index.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { type Caller, organizationOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { Email, Named, Nullable, properties } from "#src/kernel/http/schemas.ts";
import { nothing, ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import {
  type Brand,
  hashOfLogo,
  MAX_LOGO_BYTES,
  NO_BRAND,
  readColor,
  readLogo,
  readOrigin,
  readWebAddress,
} from "./brand.ts";
import { BRAND_TOPIC, brandRecordOf, logoPathOf } from "./find-brand.ts";
import { findBrand, upsertBrand, upsertLogo } from "./queries.ts";

export type BrandDeps = { db: Db; clock: Clock; publicBaseUrl: string };

const MAX_URL = 500;
const MAX_PHONE = 30;
const MAX_FOOTER = 300;
const MAX_ORIGINS = 20;
const MAX_ORIGIN = 200;
/** Base64 needs four characters for three bytes. */
const MAX_LOGO_TEXT = Math.ceil(MAX_LOGO_BYTES / 3) * 4;

const Address = Nullable(Type.String({ maxLength: MAX_URL }));
const FIELDS = properties({
  color: [
    Nullable(Type.String({ maxLength: 7 })),
    "Color of buttons and icons, like #0d6957; white text must be readable on it",
  ],
  support_email: [Nullable(Email), "E-mail address at which payers get help; null: none"],
  support_phone: [Nullable(Type.String({ maxLength: MAX_PHONE })), "Phone number at which payers get help; null: none"],
  terms_url: [Address, "Address of the merchant's terms; null: none"],
  privacy_url: [Address, "Address of the merchant's privacy notice; null: none"],
  footer: [Nullable(Type.String({ maxLength: MAX_FOOTER })), "Text at the bottom of pages and receipts; null: none"],
  embed_origins: Type.Array(Type.String({ maxLength: MAX_ORIGIN }), {
    maxItems: MAX_ORIGINS,
    description: "Sites that may show the checkout in a frame",
  }),
});
/** Omitted fields are emptied. */
const BrandInput = Named("CheckoutBrandInput", {
  color: Type.Optional(FIELDS.color),
  support_email: [Type.Optional(FIELDS.support_email), "E-mail address at which payers get help; null: none"],
  support_phone: [Type.Optional(FIELDS.support_phone), "Phone number at which payers get help; null: none"],
  terms_url: [Type.Optional(FIELDS.terms_url), "Address of the merchant's terms; null: none"],
  privacy_url: [Type.Optional(FIELDS.privacy_url), "Address of the merchant's privacy notice; null: none"],
  footer: [Type.Optional(FIELDS.footer), "Text at the bottom of pages and receipts; null: none"],
  embed_origins: Type.Optional(FIELDS.embed_origins),
});
const BrandRecord = Named(["CheckoutBrand", "How the hosted pages look, and who helps payers"], {
  ...FIELDS,
  logo_url: [Nullable(Type.String()), "The merchant's logo; null: none"],
});

export function brandRoutes(deps: BrandDeps): (app: App) => void {
  const shown = (brand: Brand) => {
    const logo = logoPathOf(brand);
    const logo_url = logo === null ? null : `${deps.publicBaseUrl}${logo}`;
    return { ...brandRecordOf(brand), embed_origins: [...brand.embedOrigins], logo_url };
  };

  return (app) => {
    const on = operations(app, "Payment links");
    on("GET /orgs/:org_id/payment-links/brand", {
      id: "getCheckoutBrand",
      summary: "Read how the hosted checkout looks",
      answer: ok("Checkout brand", BrandRecord),
      handle: async (request) => {
        const orgId = await organizationFor(deps.db, request.caller, request.params.org_id);
        return shown((await findBrand(deps.db, orgId)) ?? NO_BRAND);
      },
    });

    on("PUT /orgs/:org_id/payment-links/brand", {
      id: "setCheckoutBrand",
      summary: "Set how the hosted checkout looks",
      description: "Replaces everything but the logo; omitted fields are emptied.",
      body: BrandInput,
      answer: ok("Checkout brand set", BrandRecord),
      handle: async (request) => {
        const orgId = await organizationFor(deps.db, request.caller, request.params.org_id);
        const body = Clean(BrandInput, request.body) as typeof request.body;
        const brand: Omit<Brand, "logoHash"> = {
          color: body.color == null ? null : readColor(body.color),
          supportEmail: body.support_email ?? null,
          supportPhone: body.support_phone ?? null,
          termsUrl: body.terms_url == null ? null : readWebAddress(body.terms_url, "terms_url"),
          privacyUrl: body.privacy_url == null ? null : readWebAddress(body.privacy_url, "privacy_url"),
          footer: body.footer ?? null,
          embedOrigins: (body.embed_origins ?? []).map((origin, index) => readOrigin(origin, `embed_origins.${index}`)),
        };
        return shown(await change(deps, request, orgId, (tx, at) => upsertBrand(tx, orgId, brand, at), body));
      },
    });

    on("PUT /orgs/:org_id/payment-links/brand/logo", {
      id: "setCheckoutLogo",
      summary: "Set the logo of the hosted checkout",
      description: "PNG, JPEG or WebP, at most 256 KiB.",
      body: Named("CheckoutLogoInput", {
        content: Type.String({ maxLength: MAX_LOGO_TEXT, description: "The picture in base64" }),
      }),
      answer: ok("Checkout logo set", BrandRecord),
      handle: async (request) => {
        const orgId = await organizationFor(deps.db, request.caller, request.params.org_id);
        const logo = readLogo(request.body.content);
        const changes = { logo: hashOfLogo(logo) };
        return shown(await change(deps, request, orgId, (tx, at) => upsertLogo(tx, orgId, logo, at), changes));
      },
    });

    on("DELETE /orgs/:org_id/payment-links/brand/logo", {
      id: "deleteCheckoutLogo",
      summary: "Remove the logo of the hosted checkout",
      answer: nothing,
      handle: async (request) => {
        const orgId = await organizationFor(deps.db, request.caller, request.params.org_id);
        await change(deps, request, orgId, (tx, at) => upsertLogo(tx, orgId, null, at), { logo: null });
      },
    });
  };
}

async function change(
  deps: BrandDeps,
  request: { caller: Caller; id: string },
  orgId: string,
  write: (tx: Tx, at: Date) => Promise<void>,
  changes: Record<string, unknown>,
): Promise<Brand> {
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await write(tx, at);
    const about = { orgId, resourceType: "organization", resourceId: orgId, at };
    await appendAudit(tx, [{ ...about, actor: actorIn(request), action: "checkout_brand.changed", changes }]);
    tx.notify(BRAND_TOPIC, orgId);
    return (await findBrand(tx, orgId))!;
  });
}

async function organizationFor(db: Db, caller: Caller, orgId: string): Promise<string> {
  const found = organizationOf(caller, orgId);
  if (caller.platformRole !== null && !(await organizationExists(db, found))) throw notFound("Organization");
  return found;
}
