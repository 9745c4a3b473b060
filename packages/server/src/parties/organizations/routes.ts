import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import { FEATURES, organizationOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { Closed, CountryCode, Name, Nullable, OneOf, OpenObject, Shape } from "#src/kernel/http/schemas.ts";
import { created, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { MAX_CELLS } from "@corridor/base/ids.ts";
import { VerificationStatusSchema } from "#src/parties/users/index.ts";
import { createOrganization } from "./create-organization.ts";
import { decideKyb, receiveKybCallback } from "./decide-kyb.ts";
import { addInviteRoutes } from "./invite-routes.ts";
import { addMemberRoutes } from "./member-routes.ts";
import { addServiceAccountRoutes } from "./service-account-routes.ts";
import { ORGANIZATION_STATUSES, showTo, showToPlatform } from "./organization.ts";
import { findOrganization, findOrganizations } from "./queries.ts";
import { firstSettings } from "./settings.ts";
import { startKyb } from "./start-kyb.ts";
import { updateOrganization } from "./update-organization.ts";
import { FeatureSchema, OrganizationItem, type OrganizationsDeps, TAG, OrganizationChangeSchema } from "./wire.ts";

const MAX_REASON_CHARACTERS = 500;

export function organizationRoutes(deps: OrganizationsDeps): (app: App) => void {
  const { db, clock } = deps;
  return (app) => {
    const on = operations(app, TAG);
    on("GET /organizations", {
      id: "listOrganizations",
      summary: "List organizations",
      query: Type.Object({
        status: Type.Optional(OneOf(ORGANIZATION_STATUSES)),
        kyb_status: Type.Optional(VerificationStatusSchema),
        kyb_review: Type.Optional(
          OneOf(["open"], {
            description: "Only organizations whose verification provider contradicts a person's decision",
          }),
        ),
        country: Type.Optional(CountryCode),
      }),
      answer: pages("Organizations", OrganizationItem, "lastEvaluatedKey"),
      handle: async (request) => {
        const page = readPage(request, "organizations", { every: true }, "lastEvaluatedKey");
        const { status, kyb_status: kybStatus, kyb_review: review, country } = request.query;
        const filter = { status, kybStatus, kybReviewOpen: review === "open", country };
        const found = await findOrganizations(db, filter, page);
        return shownPage(
          found,
          page,
          (row) => [row.org_id],
          (row) => showToPlatform(row, deps.settings),
        );
      },
    });

    on("POST /organizations", {
      id: "createOrganization",
      summary: "Create an organization",
      body: Shape({
        name: [Name, "The organization's name"],
        country: CountryCode,
        features: [
          Type.Optional(Type.Array(FeatureSchema, { maxItems: FEATURES.length })),
          "The features that the organization may use",
        ],
        cell: [
          Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CELLS - 1 })),
          "The cell that stores the organization",
        ],
      }),
      answer: created("Organization created", OrganizationItem),
      handle: async (request) => {
        const { name, country, features = FEATURES, cell } = request.body;
        const place = { country, cell, repeatableId: request.idempotencyId };
        const organization = await deps.cells.withinNew(place, (there, repeatableId) =>
          there.transaction((tx) =>
            createOrganization(tx, {
              repeatableId,
              name,
              country,
              features,
              settings: firstSettings(deps.settings.rateMarginBps),
              actor: actorIn(request),
              at: clock.now(),
            }),
          ),
        );
        return showTo(request.caller, organization, deps.settings);
      },
    });

    on("GET /organizations/:org_id", {
      id: "getOrganization",
      summary: "Read an organization",
      answer: ok("Organization", OrganizationItem),
      handle: async (request) => {
        const organization = await findOrganization(db, organizationOf(request.caller, request.params.org_id));
        if (organization === null) throw notFound("Organization");
        return showTo(request.caller, organization, deps.settings);
      },
    });

    on("PATCH /organizations/:org_id", {
      id: "changeOrganization",
      summary: "Change an organization",
      description:
        "The organization itself changes its name, `settings.payout_review_above`, `settings.controls`, " +
        "`settings.unique_client_reference` and `settings.payout_destinations: registered`; only the platform's " +
        "admin changes country, status, features, margin, tags and `payout_destinations: any`. Loosening a control, " +
        "changing the margin, adding a feature and ending a suspension need a second person: 409 " +
        "APPROVAL_REQUIRED names the approval, which carries out the request.",
      body: OrganizationChangeSchema,
      answer: ok("Organization changed", OrganizationItem),
      errors: {
        409:
          "A second person must approve the change first (APPROVAL_REQUIRED), or the organization has changed " +
          "meanwhile",
      },
      handle: async (request) => {
        const orgId = organizationOf(request.caller, request.params.org_id);
        const changed = await updateOrganization(deps, request, orgId, request.body);
        return showTo(request.caller, changed, deps.settings);
      },
    });

    addKybRoutes(app, deps);
    addMemberRoutes(app, deps);
    addInviteRoutes(app, deps);
    addServiceAccountRoutes(app, deps);
  };
}

function addKybRoutes(app: App, deps: OrganizationsDeps): void {
  const on = operations(app, TAG);
  on("POST /organizations/:org_id/kyb", {
    id: "startKyb",
    summary: "Start business verification",
    description:
      "Opens a case at the verification provider, or continues the open one. The outcome is published as " +
      "`kyb.approved` or `kyb.rejected`.",
    answer: created("Verification started", [
      Shape({
        kyb_status: VerificationStatusSchema,
        kyb_customer_id: [Type.String(), "The organization's identifier at the verification provider"],
        verification_url: [Nullable(Type.String()), "The page that verifies the business; null: none is needed"],
      }),
      "The state of the verification, and the page on which the business continues",
    ]),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      return await startKyb(deps, request, orgId);
    },
  });

  on("POST /organizations/:org_id/kyb/decision", {
    id: "decideKyb",
    summary: "Decide a business verification",
    description:
      "A platform admin decides the verification, where there is no verification provider or to overrule its " +
      "decision.",
    body: Closed({
      decision: [OneOf(["approved", "rejected"]), "Whether the business is verified"],
      reason: [Type.Optional(Nullable(Type.String({ maxLength: MAX_REASON_CHARACTERS }))), "Why, for the organization"],
    }),
    answer: ok("Verification decided", OrganizationItem),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      const { decision, reason } = request.body;
      const decided = await decideKyb(deps, request, orgId, decision, reason ?? null);
      return showToPlatform(decided, deps.settings);
    },
  });

  on("POST /organizations/webhook/kyb", {
    id: "receiveKybUpdate",
    summary: "Receive a callback of the verification provider",
    description:
      "Authenticated by the provider's signature over the raw body. The same callback again changes nothing.",
    answer: ok("Received", [Nullable(OpenObject), "Always null"]),
    config: { rawBody: true },
    handle: async (request) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
      );
      await receiveKybCallback(deps, { headers, rawBody: request.rawBody ?? Buffer.alloc(0) });
      return null;
    },
  });
}
