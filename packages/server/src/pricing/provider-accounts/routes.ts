import { Decimal } from "@corridor/base/decimal.ts";
import { ACCOUNT_LABEL } from "@corridor/provider-kit/accounts.ts";
import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import { Named, Nullable, OneOf, OpenObject, Shape, shared, Timestamp, RateNumber } from "#src/kernel/http/schemas.ts";
import { list, nothing, ok, operations } from "#src/kernel/http/operation.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { secretsOf, type Settings, shownSettings } from "@corridor/provider-kit/entered-settings.ts";
import { countriesOf, directionsOf, methodsOf } from "@corridor/provider-kit/corridors.ts";
import {
  callbackUrlOf,
  PAYMENT_METHODS,
  type Provider,
  type ProviderKind,
  type ProviderName,
  RECORD_DIRECTIONS,
} from "@corridor/provider-kit/provider.ts";
import type { ProviderRegistry } from "./provider-registry.ts";
import { readSettings, type SealedSettings } from "./queries.ts";
import { openSettings } from "./settings.ts";
import { changeSettings, removeSettings, type WriteDeps } from "./write-settings.ts";

export const AccountLabel = Type.String({
  pattern: ACCOUNT_LABEL,
  description: "Which account at the provider: up to 12 small letters, digits and hyphens. `main` is the first",
});
export const PaymentMethodSchema = OneOf(PAYMENT_METHODS, {
  title: "PaymentMethod",
  description: "The method by which the customer pays or is paid",
});
export const PaymentDirectionSchema = OneOf(RECORD_DIRECTIONS, {
  title: "PaymentDirection",
  description: "The direction of a payment. inbound: payin; outbound: payout; external: ramp",
});

const Credential = Type.Unsafe<unknown>({
  description: "A credential of the provider, which is sealed",
  "x-sealed": true,
});
const STATES = ["ready", "not_set_up", "unusable"] as const;
const TRY_TIMEOUT_MS = 10_000;

const Listed = Named(["Provider", "A provider, what it serves, and how it is set up"], {
  provider: [Type.String(), "The provider's name, as provider configs use it"],
  display_name: [Type.String(), "The provider's name, for people to read"],
  is_built_in: Type.Boolean({ description: "Needs no settings, and cannot be removed" }),
  state: [OneOf(STATES), "unusable: it is set up, but does not work; `problem` says why"],
  problem: Nullable(Type.String({ description: "Why it is unusable" })),
  directions: [Type.Array(Type.String()), "The directions that the provider serves"],
  methods: [Type.Array(Type.String()), "The payment methods that it serves"],
  countries: Nullable(Type.Array(Type.String(), { description: "null: every country" })),
  corridors: Type.Array(
    Named("ProviderCorridor", {
      direction: [Type.String(), "inbound, outbound or external"],
      payment_method: [Type.String(), "The method by which the customer pays or is paid"],
      countries: [Nullable(Type.Array(Type.String())), "The countries that are served; null: every country"],
      currencies: [Nullable(Type.Array(Type.String())), "The currencies that are served; null: every currency"],
      min_amount: [Type.Optional(RateNumber), "The lowest amount; absent: none is documented"],
      max_amount: [Type.Optional(RateNumber), "The highest amount; absent: none is documented"],
      charges: [
        Type.Optional(Shape({ percent: [RateNumber, "In percent of the amount"], fixed: [RateNumber, "And beside"] })),
        "What the provider charges by its price list; absent: not known",
      ],
    }),
    {
      description:
        "What the provider serves: routes outside of these rows are refused. null: every country, every currency",
    },
  ),
  supports: Type.Array(Type.String(), { description: "refunds, account_look_up, virtual_accounts" }),
  callback_url: Type.String({
    description:
      "The address to give to the provider for its callbacks; a setting's name in braces stands for its value",
  }),
  certified: [
    Nullable(
      Shape({
        at: [Timestamp, "When it was certified"],
        by: [Type.String(), "Who certified it"],
        kit: [Type.String(), "The version of the provider kit that asked"],
      }),
    ),
    "When the adapter was last certified at its provider; null: never",
  ],
  settings_schema: [
    Nullable(Type.Unsafe<object>({ type: "object", additionalProperties: true })),
    "JSON schema of the settings; secrets carry x-secret, and x-generate if we generate them unless given",
  ],
  settings: [Nullable(OpenObject), "The stored settings, without secrets"],
  secrets_set: Type.Array(Type.String(), { description: "Secrets that are stored. They are never shown" }),
  updated_at: [Nullable(Timestamp), "When it last changed; null: never"],
});

export type ProviderRouteDeps = WriteDeps & {
  registry: ProviderRegistry;
  builtIn: ReadonlyMap<ProviderName, Provider>;
  kinds: readonly ProviderKind[];
  publicBaseUrl: string;
  askSecondPerson: AskSecondPerson;
};

export function kindOf({ kinds, builtIn }: Pick<ProviderRouteDeps, "kinds" | "builtIn">, name: string): ProviderKind {
  const kind = kinds.find((one) => one.name === name);
  if (kind !== undefined) return kind;
  throw builtIn.has(name as ProviderName)
    ? conflict(`${name} is built in and has no settings here`)
    : notFound("Provider");
}

export function credentialsOf(kinds: readonly ProviderKind[]) {
  const names = kinds.flatMap(({ settings }) => secretsOf(settings));
  const secrets = Object.fromEntries(names.map((name) => [name, Type.Optional(Credential)]));
  const meaning = "Settings of a provider, as its `settings_schema` says";
  return shared("SetUpProviderRequest", Type.Object(secrets, { additionalProperties: true }), meaning);
}

export const TRIED = "Whether the provider answered and accepted our credentials";
export const Tried = Shape({
  works: [Nullable(Type.Boolean()), "Whether the provider accepted our credentials; null: it could not be reached"],
  message: [Type.String(), "What the provider answered, for people"],
});

export function providerRoutes(deps: ProviderRouteDeps): (app: App) => void {
  /** How the platform's accounts are set up is for its own people. */
  async function listed(isPlatform = true): Promise<ReturnType<typeof wireOf>[]> {
    const stored = new Map((isPlatform ? await readSettings(deps.db) : []).map((row) => [row.provider, row]));
    const builtIn = [...deps.builtIn.values()].map((provider) => wireOf(deps, provider, { ...NONE, state: "ready" }));
    const others = deps.kinds.map((kind) => {
      const row = stored.get(kind.name);
      return wireOf(deps, kind, row === undefined ? { ...NONE, state: "not_set_up" } : conditionOf(deps, kind, row));
    });
    return [...builtIn, ...others];
  }

  async function shown(name: ProviderName): Promise<ReturnType<typeof wireOf>> {
    return (await listed()).find((one) => one.provider === name)!;
  }

  return (app) => {
    const on = operations(app, "Providers");
    on("GET /payments/providers", {
      id: "listProviders",
      summary: "List the providers, and which of them are set up",
      answer: list("Providers", Listed),
      handle: ({ caller }) => listed(caller.platformRole !== null),
    });
    on("PUT /payments/providers/:provider/settings", {
      id: "setUpProvider",
      summary: "Set a provider up, or change its settings",
      description:
        "`settings_schema` in the list of providers says which settings there are. A secret that is left out " +
        "stays unchanged, any other setting goes back to its default; null removes a value. If an address gets " +
        "another host, every secret must be given again. Payments use the change within a second.",
      body: credentialsOf(deps.kinds),
      answer: ok("Provider set up", Listed),
      errors: { 409: "A built-in provider has no settings" },
      handle: async (request) => {
        const kind = kindOf(deps, request.params.provider);
        const secrets = secretsOf(kind.settings).filter((name) => request.body[name] !== undefined);
        await deps.askSecondPerson(request, {
          orgId: null,
          title: `Set up ${kind.name}, or change its settings`,
          request: { provider: kind.name, settings: shownSettings(kind.settings, request.body), secrets },
          reasons: ["it decides where payments are sent"],
          approverRole: "platform-admin",
        });
        await changeSettings(deps, kind, kind.name, request.body, actorIn(request));
        await deps.registry.settled();
        return await shown(kind.name);
      },
    });
    on("DELETE /payments/providers/:provider/settings", {
      id: "removeProviderSettings",
      summary: "Forget a provider's settings",
      description: "Refused while payments or refunds are in progress there (409).",
      answer: nothing,
      errors: { 409: "The provider is built in, or payments are in progress there" },
      handle: async (request) => {
        await removeSettings(deps, kindOf(deps, request.params.provider).name, actorIn(request));
        await deps.registry.settled();
      },
    });
    on("POST /payments/providers/:provider/try", {
      id: "tryProvider",
      summary: "Check whether a provider answers and accepts our credentials",
      description:
        "One cheap request that moves no money. `works`: true; false if the provider refuses us, with its reason " +
        "in `message`; null if it could not be reached.",
      answer: ok("Provider tried", [Tried, TRIED]),
      handle: async (request) => {
        const { name } = kindOf(deps, request.params.provider);
        const provider = deps.registry.providers.get(name);
        if (provider === undefined) throw conflict(`${name} is not set up`);
        return await tryOut(provider);
      },
    });
  };
}

export async function tryOut({
  displayName,
  checkAccess,
}: Provider): Promise<{ works: boolean | null; message: string }> {
  const answer = await checkAccess!(AbortSignal.timeout(TRY_TIMEOUT_MS));
  switch (answer.outcome) {
    case "works":
      return { works: true, message: `${displayName} answers, and accepts our credentials` };
    case "refused":
      return { works: false, message: `${displayName} refuses us. ${answer.reason}` };
    case "unreachable":
      return { works: null, message: `${displayName} could not be reached. ${answer.reason}` };
  }
}

type Condition = {
  state: (typeof STATES)[number];
  problem: string | null;
  settings: Settings | null;
  secrets_set: string[];
  updated_at: Date | null;
};
const NONE = { problem: null, settings: null, secrets_set: [], updated_at: null };

/** What people see of stored settings: never a secret. */
export function conditionOf(
  { registry, secrets }: Pick<ProviderRouteDeps, "registry" | "secrets">,
  { settings: schema }: Pick<ProviderKind, "settings">,
  { provider, sealed, updatedAt }: SealedSettings,
) {
  let problem = registry.unusable.get(provider) ?? null;
  let settings: Settings | undefined;
  try {
    settings = openSettings(secrets, provider, sealed);
  } catch (error) {
    problem = (error as Error).message;
  }
  return {
    state: problem === null ? ("ready" as const) : ("unusable" as const),
    problem,
    settings: settings === undefined ? null : shownSettings(schema, settings),
    secrets_set: secretsOf(schema).filter((name) => settings?.[name] !== undefined),
    updated_at: updatedAt,
  };
}

function wireOf(deps: ProviderRouteDeps, one: ProviderKind | Provider, condition: Condition) {
  const corridors = deps.registry.providers.get(one.name)?.corridors ?? one.corridors;
  const isBuiltIn = deps.builtIn.has(one.name);
  const made = deps.registry.providers.get(one.name);
  return {
    provider: one.name,
    display_name: one.displayName,
    is_built_in: isBuiltIn,
    ...condition,
    directions: directionsOf(corridors),
    methods: methodsOf(corridors),
    countries: countriesOf(corridors),
    corridors: corridors.map(({ direction, method, countries, currencies, min, max, charges }) => ({
      direction,
      payment_method: method,
      countries: countries === "*" ? null : [...countries],
      currencies: currencies === "*" ? null : [...currencies],
      ...(min && { min_amount: Decimal.parse(min) }),
      ...(max && { max_amount: Decimal.parse(max) }),
      ...(charges && { charges: { percent: Decimal.parse(charges.percent), fixed: Decimal.parse(charges.fixed) } }),
    })),
    supports: made === undefined ? [] : supportedBy(made),
    callback_url: callbackUrlOf(deps.publicBaseUrl, one.name) + (made?.callbackPath ?? ""),
    certified: ("certified" in one && one.certified) || null,
    settings_schema: isBuiltIn ? null : (one.settings as object),
  };
}

function supportedBy(provider: Provider): string[] {
  return [
    ...(provider.refund === undefined ? [] : ["refunds"]),
    ...(provider.resolveAccount === undefined ? [] : ["account_look_up"]),
    ...(provider.openVirtualAccount === undefined ? [] : ["virtual_accounts"]),
  ];
}
