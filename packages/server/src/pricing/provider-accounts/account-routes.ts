import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { ACCOUNT_LABEL, accountName, accountOf } from "@corridor/provider-kit/accounts.ts";
import { secretsOf, type Settings, shownSettings } from "@corridor/provider-kit/entered-settings.ts";
import { callbackUrlOf, type ProviderName } from "@corridor/provider-kit/provider.ts";
import type { OrganizationProfile } from "#src/parties/organizations/index.ts";
import { actorIn } from "#src/record/audit/index.ts";
import { orgIdIn, scopeOf } from "#src/kernel/http/caller.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { list, nothing, ok, operations } from "#src/kernel/http/operation.ts";
import { Named, Nullable, OneOf, OpenObject, OrgId, Timestamp } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { readSettings, type SealedSettings } from "./queries.ts";
import { conditionOf, credentialsOf, kindOf, type ProviderRouteDeps, Tried, TRIED, tryOut } from "./routes.ts";
import { archiveSettings, changeSettings, removeSettings } from "./write-settings.ts";

const AccountSchema = Named(["ProviderAccount", "An account at a provider, and how it is set up"], {
  account: [Type.String(), "The account's name, which stands where money is: in attempts, floats and statements"],
  provider: [Type.String(), "The provider's name"],
  label: [Type.String(), "Which account of its owner it is; `main` without a label"],
  org_id: [Nullable(OrgId), "The organization that brought the account; null: the platform"],
  state: [OneOf(["ready", "unusable"] as const), "unusable: it does not work; `problem` says why"],
  problem: Nullable(Type.String({ description: "Why it is unusable" })),
  callback_url: Type.String({ description: "The address to give to the provider for callbacks of this account" }),
  settings: [OpenObject, "The stored settings, without secrets"],
  secrets_set: Type.Array(Type.String(), { description: "Secrets that are stored. They are never shown" }),
  updated_at: [Timestamp, "When it last changed"],
  archived_at: [Nullable(Timestamp), "Since when it gets no further payments; null: it gets them"],
});
type AccountRouteDeps = ProviderRouteDeps & {
  profileOf(orgId: string): Promise<Pick<OrganizationProfile, "controls">>;
};
type OfAccount = FastifyRequest<{ Params: { provider: string; label: string } }>;
const LABEL = new RegExp(ACCOUNT_LABEL);

/** An organization's caller has the organization's accounts, and a platform admin those of the platform. */
export function accountRoutes(deps: AccountRouteDeps): (app: App) => void {
  function namedIn({ caller, params: { provider, label } }: OfAccount) {
    const kind = kindOf(deps, provider);
    if (!LABEL.test(label)) throw notFound("Provider account");
    return { kind, name: accountName({ provider: kind.name, label, orgId: orgIdIn(scopeOf(caller)) }) };
  }

  function wireOf(row: SealedSettings) {
    const { provider, label, orgId } = accountOf(row.provider);
    const kind = deps.kinds.find(({ name }) => name === provider) ?? { settings: Type.Object({}) };
    const condition = conditionOf(deps, kind, row);
    return {
      account: row.provider,
      provider,
      label,
      org_id: orgId,
      callback_url: callbackUrlOf(deps.publicBaseUrl, row.provider),
      archived_at: row.archivedAt,
      ...condition,
      settings: condition.settings ?? {},
    };
  }

  async function visible({ caller }: Pick<FastifyRequest, "caller">) {
    const orgId = orgIdIn(scopeOf(caller));
    const rows = await readSettings(deps.db);
    return rows.filter(({ provider }) => orgId === null || accountOf(provider).orgId === orgId).map(wireOf);
  }

  async function askSecondPerson(request: OfAccount, name: ProviderName, title: string, shown: Settings) {
    const { orgId } = accountOf(name);
    if (orgId !== null && (await deps.profileOf(orgId)).controls === null) return;
    const approverRole = orgId === null ? "platform-admin" : "org-admin";
    const reasons = ["it decides where payments are sent"];
    await deps.askSecondPerson(request, { orgId, title, request: { account: name, ...shown }, reasons, approverRole });
  }

  return (app) => {
    const on = operations(app, "Providers");
    on("GET /payments/provider-accounts", {
      id: "listProviderAccounts",
      summary: "List the accounts at providers: an organization's own, or for the platform's people all",
      answer: list("Provider accounts", AccountSchema),
      handle: visible,
    });
    on("PUT /payments/provider-accounts/:provider/:label", {
      id: "setUpProviderAccount",
      summary: "Set an account at a provider up, or change its settings",
      description:
        "As `PUT /payments/providers/{provider}/settings`, for any number of accounts with a label each: up to 12 small " +
        "letters, digits and hyphens; `main` is the first. An account " +
        "of an organization carries its payments in every corridor whose provider config names the provider (and the " +
        "label), and which it serves. Their money stays with the organization: it is no part of its balance here. An " +
        "archived account gets payments again.",
      body: credentialsOf(deps.kinds),
      answer: ok("Provider account set up", AccountSchema),
      errors: { 409: "A built-in provider has no settings, or a second person must approve" },
      handle: async (request) => {
        const { kind, name } = namedIn(request);
        const [word] = kind.forbiddenInAddress?.exec(request.params.label) ?? [];
        if (word !== undefined)
          throw invalidField(
            "label",
            `must not contain "${word}": ${kind.displayName} takes no callback address with it`,
          );
        const secrets = secretsOf(kind.settings).filter((secret) => request.body[secret] !== undefined);
        const shown = { settings: shownSettings(kind.settings, request.body), secrets };
        await askSecondPerson(request, name, `Set up an account at ${kind.name}, or change its settings`, shown);
        await changeSettings(deps, kind, name, request.body, actorIn(request));
        await deps.registry.settled();
        return (await visible(request)).find(({ account }) => account === name)!;
      },
    });
    on("DELETE /payments/provider-accounts/:provider/:label", {
      id: "removeProviderAccount",
      summary: "Archive an organization's account, or forget an account's settings",
      description:
        "An organization's account is archived first: it gets no further payments, and still serves those that it " +
        "carries. Called for an archived one, or one of the platform, it forgets the settings; that is refused while " +
        "payments or refunds are in progress there (409).",
      answer: nothing,
      errors: { 409: "Payments are in progress there, or a second person must approve" },
      handle: async (request) => {
        const { name } = namedIn(request);
        await askSecondPerson(request, name, `Remove the account ${name}`, {});
        if (!(await archiveSettings(deps, name, actorIn(request)))) await removeSettings(deps, name, actorIn(request));
        await deps.registry.settled();
      },
    });
    on("POST /payments/provider-accounts/:provider/:label/try", {
      id: "tryProviderAccount",
      summary: "Check whether the provider accepts the account's credentials",
      description: "As `POST /payments/providers/{provider}/try`.",
      answer: ok("Provider account tried", [Tried, TRIED]),
      errors: { 409: "A built-in provider has no settings" },
      handle: async (request) => {
        const provider = deps.registry.providers.get(namedIn(request).name);
        if (provider === undefined) throw notFound("Provider account");
        return await tryOut(provider);
      },
    });
  };
}
