import { randomBytes } from "node:crypto";
import { createApiKey } from "#src/parties/api-keys/index.ts";
import type { AuditActor } from "#src/record/audit/index.ts";
import { type ContentFields, createBeneficiary } from "#src/parties/beneficiaries/index.ts";
import { createUserWithPassword, hashPassword } from "#src/parties/identity/index.ts";
import { REFERENCE_COUNTRIES } from "@corridor/base/networks/reference-data.ts";
import { addMember, createOrganization } from "#src/parties/organizations/index.ts";
import { type RateInput, setRates } from "#src/pricing/rates/index.ts";
import { type ConfigInput, createConfigs } from "#src/pricing/routing/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { type Caller, FEATURES, type OrganizationRole, type PlatformRole } from "#src/kernel/http/caller.ts";
import { newId } from "@corridor/base/ids.ts";

/** For an empty development database. Passwords and keys are generated here and returned once. */
export type DemoPerson = { user_id: string; email: string; password: string };
export type DemoOrganization = {
  org_id: string;
  name: string;
  country: string;
  api_key: string;
  org_admin: DemoPerson;
  org_member: DemoPerson;
  org_viewer: DemoPerson;
  beneficiary_id: string;
};
export type Demo = {
  admin: DemoPerson;
  second_admin: DemoPerson;
  staff: DemoPerson;
  organizations: DemoOrganization[];
};

const SYSTEM: AuditActor = { type: "system", id: "seed" };
const PASSWORD_BYTES = 12;

type Deps = { db: Db; clock: Clock };

const IS_EMPTY = statement("commands.IS_EMPTY")`
  SELECT EXISTS (SELECT 1 FROM organizations) OR EXISTS (SELECT 1 FROM users) AS any /* not null */`;

export async function isEmpty(db: Db): Promise<boolean> {
  const [row] = await db.query(IS_EMPTY);
  return row?.any !== true;
}

const SEED_DEMO = statement("commands.SEED_DEMO")`SELECT EXISTS (SELECT 1 FROM provider_configs) AS any /* not null */`;

export async function seedDemo(deps: Deps): Promise<Demo> {
  // People come last: a database with people counts as seeded, so an interrupted seed simply starts again.
  await setRates(deps, DEMO_RATES, SYSTEM);
  const [configs] = await deps.db.query(SEED_DEMO);
  if (configs?.any !== true) await createConfigs(deps, sandboxConfigs(), SYSTEM);
  const people = createPeople(deps);
  const [admin, second_admin, staff] = await Promise.all([
    people("admin@corridor.example", "Amara Okafor", { platformRole: "admin" }),
    people("second@corridor.example", "Mei Tanaka", { platformRole: "admin" }),
    people("staff@corridor.example", "Jonas Weber", { platformRole: "staff" }),
  ]);
  const organizations = await Promise.all([
    seedOrganization(deps, people, {
      name: "Lagos Fresh Foods",
      country: "NG",
      domain: "lagosfresh.example",
      payee: {
        account_type: "bank",
        beneficiary_type: "business",
        country: "NG",
        currency: "NGN",
        fname: "Ikeja",
        lname: "Farms",
        email: "accounts@ikejafarms.example",
        bank_details: {
          account_number: "0123456784",
          bank_code: "044",
          bank_name: "Access Bank",
          account_name: "Ikeja Farms Ltd",
        },
      },
    }),
    seedOrganization(deps, people, {
      name: "Accra Mobility",
      country: "GH",
      domain: "accramobility.example",
      payee: {
        account_type: "mobile_money",
        beneficiary_type: "individual",
        country: "GH",
        currency: "GHS",
        fname: "Kofi",
        lname: "Mensah",
        phone_number: "+233241234567",
        momo_details: { provider: "MTN", phone_number: "+233241234567" },
      },
    }),
  ]);
  return { admin, second_admin, staff, organizations };
}

type Own = { platformRole?: PlatformRole; country?: string };
type People = (email: string, name: string, own: Own) => Promise<DemoPerson>;

function createPeople(deps: Deps): People {
  return async (email, name, own) => {
    const password = randomBytes(PASSWORD_BYTES).toString("base64url");
    const passwordHash = await hashPassword(password);
    const fields = { email, name, passwordHash, ...own, at: deps.clock.now() };
    const user = await deps.db.transaction((tx) => createUserWithPassword(tx, fields));
    return { user_id: user.user_id, email, password };
  };
}

type Plan = { name: string; country: string; domain: string; payee: ContentFields };

async function seedOrganization(deps: Deps, people: People, plan: Plan): Promise<DemoOrganization> {
  const { name, country } = plan;
  const by = { actor: SYSTEM, at: deps.clock.now() };
  const [orgAdmin, orgMember, orgViewer] = await Promise.all([
    people(`admin@${plan.domain}`, `${name} Admin`, { country }),
    people(`member@${plan.domain}`, `${name} Member`, { country }),
    people(`viewer@${plan.domain}`, `${name} Viewer`, { country }),
  ]);
  const roles: [DemoPerson, OrganizationRole][] = [
    [orgAdmin, "org-admin"],
    [orgMember, "org-member"],
    [orgViewer, "org-viewer"],
  ];
  const { orgId, key } = await deps.db.transaction(async (tx) => {
    const { org_id } = await createOrganization(tx, { name, country, features: FEATURES, ...by });
    for (const [person, role] of roles) await addMember(tx, { orgId: org_id, userId: person.user_id, role, ...by });
    const keyFields = {
      orgId: org_id,
      userId: orgAdmin.user_id,
      name: "Demo key",
      environment: "development",
    } as const;
    return { orgId: org_id, key: (await createApiKey(tx, { ...keyFields, ...by })).key };
  });
  const caller: Caller = {
    kind: "jwt",
    credentialId: orgAdmin.user_id,
    userId: orgAdmin.user_id,
    orgId,
    platformRole: null,
    role: "org-admin",
    permissions: new Set(),
    features: new Set(FEATURES),
  };
  const payee = { orgId, beneficiaryId: newId() };
  const beneficiary = await createBeneficiary(deps, { caller, id: "seed" }, payee, plan.payee);
  return {
    org_id: orgId,
    name,
    country,
    api_key: key,
    org_admin: orgAdmin,
    org_member: orgMember,
    org_viewer: orgViewer,
    beneficiary_id: beneficiary.beneficiaryId,
  };
}

/** `fiat` first, `hybrid` as its fallback, `manual` last for bank transfers; `crypto` and `hybrid` for ramps. */
function sandboxConfigs(): ConfigInput[] {
  const directions = ["inbound", "outbound"] as const;
  const methods = ["mobile_money", "bank_transfer", "card"] as const;
  return REFERENCE_COUNTRIES.flatMap(({ country }) => [
    ...directions.flatMap((direction) =>
      methods.flatMap((payment_method): ConfigInput[] => [
        { provider: "fiat", country, payment_method, direction, priority: 1 },
        { provider: "hybrid", country, payment_method, direction, priority: 2 },
        ...(payment_method === "bank_transfer"
          ? [{ provider: "manual" as const, country, payment_method, direction, priority: 3, webhook_required: false }]
          : []),
      ]),
    ),
    { provider: "crypto", country, payment_method: "crypto", direction: "external", priority: 1 },
    { provider: "hybrid", country, payment_method: "crypto", direction: "external", priority: 2 },
  ]);
}

/** Plausible rates for a demo, in units per US dollar; a real deployment sets its own or reads a feed. */
const PER_USD: readonly Readonly<Record<string, number>>[] = [
  { NGN: 1550, GHS: 12.4, KES: 129.2, UGX: 3650, TZS: 2610, RWF: 1380, ZMW: 26.5, XOF: 601.5, XAF: 601.5, ZAR: 17.9 },
  { GBP: 0.772, EUR: 0.917, CHF: 0.883, SEK: 10.6, NOK: 10.9, DKK: 6.84, PLN: 3.95, CZK: 23.2, HUF: 370, RON: 4.56 },
  { ISK: 138, JPY: 152, CAD: 1.39, AUD: 1.52, CNY: 7.12, INR: 84.1, AED: 3.6725, SAR: 3.75, KWD: 0.307, BHD: 0.376 },
  { EGP: 48.6, MAD: 9.85, TND: 3.1, ETB: 121, MWK: 1735, MZN: 63.9, BWP: 13.4, SLE: 22.7, LRD: 189, GMD: 70 },
  { GNF: 8620, CDF: 2850, BIF: 2940, BRL: 5.72, MXN: 19.9, USDT: 1, USDC: 1, CUSD: 1 },
  { BTC: 0.0000104, ETH: 0.000312, SOL: 0.0058, XLM: 8.6 },
];
const DEMO_RATES: RateInput[] = PER_USD.flatMap((rates) =>
  Object.entries(rates).map(([currency, per_usd]) => ({ currency, per_usd })),
);
