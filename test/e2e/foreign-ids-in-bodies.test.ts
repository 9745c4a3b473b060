import { afterAll, beforeAll, expect, test } from "vitest";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import type { Call, World } from "./contract.fixtures.ts";
import { startTwoOrganizations, type TwoOrganizations } from "./foreign-ids.fixtures.ts";
import { SCENES, initiate } from "./scenes.fixtures.ts";
import { disbursement, draft } from "./scenes-escrow.fixtures.ts";
import { newMember, verificationBody } from "./scenes-people.fixtures.ts";
import { customer, beneficiary, fundedAccount, quote, virtualAccount } from "./scenes-resources.fixtures.ts";

/**
 * Sends ids of another organization in bodies. "A resource of another organization is a 404, everywhere": the caller
 * learns nothing and changes nothing, which the test checks in the database.
 */
let world: World;
let mirrored: World;
let changedBy: TwoOrganizations["changedBy"];
beforeAll(async () => {
  ({ world, mirrored, changedBy } = await startTwoOrganizations());
});
afterAll(() => world.close());

/** The call of `theirs`: valid, except that one field contains an id of `ours`. */
type Case = { key: string; field: string; call: () => Promise<Call>; status: number; code?: string };
const b = (): World => mirrored;
const account = async () => (await fundedAccount(b())).account_id;
const lockedByOurs = async () =>
  (await world.must(world.callers.apiKey, "GET", "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=GHS"))
    .data.org_rate_id;
const verification = async (change: Record<string, string>): Promise<Call> => ({
  body: { ...(await verificationBody(b())), ...change },
});

const CASES: Case[] = [
  {
    key: "POST /exports",
    field: "org_id",
    status: 404,
    call: async () => ({ body: { kind: "audit", org_id: world.ours.org_id } }),
  },
  {
    key: "PUT /saved-views",
    field: "org_id",
    status: 404,
    call: async () => ({ body: { list: "payments", name: "X", filters: {}, org_id: world.ours.org_id } }),
  },
  {
    key: "POST /customers",
    field: "org_id",
    status: 404,
    call: async () => ({ body: { name: "X", org_id: world.ours.org_id } }),
  },
  {
    key: "POST /payments-init/initiate",
    field: "customer_id",
    status: 400,
    call: async () => ({ body: mobileMoneyPayin("4567", { customer_id: await customer(world) }) }),
  },
  {
    key: "POST /payments-init/initiate",
    field: "quote_id",
    status: 400,
    code: "QUOTE_NOT_FOUND",
    call: async () => ({
      body: mobileMoneyPayin("4567", { amount: 1000, target_amount: 1000, quote_id: await quote(world) }),
    }),
  },
  {
    key: "POST /quotes",
    field: "org_id",
    status: 404,
    call: async () => ({
      body: { ...((await SCENES["POST /quotes"]!(b())).body as object), org_id: world.ours.org_id },
    }),
  },
  {
    key: "POST /payments-init/ramp",
    field: "quote_id",
    status: 400,
    code: "QUOTE_NOT_FOUND",
    call: async () => ({
      body: { ...((await SCENES["POST /payments-init/ramp"]!(b())).body as object), quote_id: await quote(world) },
    }),
  },
  {
    key: "POST /payments-init/ramp",
    field: "customer_id",
    status: 400,
    call: async () => {
      const { body } = await SCENES["POST /payments-init/ramp"]!(b());
      return { body: { ...(body as object), customer_id: await customer(world) } };
    },
  },
  {
    key: "POST /customers/:customer_id/merge",
    field: "into",
    status: 400,
    call: async () => ({ path: { customer_id: await customer(b()) }, body: { into: await customer(world) } }),
  },
  {
    key: "POST /beneficiaries",
    field: "beneficiary_of",
    status: 400,
    call: async () => ({
      body: {
        account_type: "bank",
        fname: "X",
        country: "NG",
        currency: "NGN",
        bank_details: { account_number: "0123456784", bank_code: "044" },
        beneficiary_of: world.ours.org_admin.user_id,
      },
    }),
  },
  {
    key: "POST /virtual-accounts/internal/bank",
    field: "org_id",
    status: 404,
    call: async () => ({
      body: { org_id: world.ours.org_id, user_id: await newMember(world, world.ours.org_id), currency: "NGN" },
    }),
  },
  {
    key: "POST /virtual-accounts/internal/bank",
    field: "user_id",
    status: 404,
    call: async () => ({
      body: { org_id: b().ours.org_id, user_id: await newMember(world, world.ours.org_id), currency: "NGN" },
    }),
  },
  {
    key: "POST /virtual-accounts/:account_id/withdraw",
    field: "beneficiary_id",
    status: 400,
    code: "BENEFICIARY_NOT_FOUND",
    call: async () => ({
      path: { account_id: await account() },
      body: { amount: 10, beneficiary_id: await beneficiary(world) },
    }),
  },
  {
    key: "POST /virtual-accounts/:account_id/transfer",
    field: "to_account_id",
    status: 404,
    call: async () => ({
      path: { account_id: await account() },
      body: { amount: 10, to_account_id: (await virtualAccount(world)).account_id },
    }),
  },
  {
    key: "POST /virtual-accounts/:account_id/transfer",
    field: "org_rate_id",
    status: 400,
    code: "RATE_NOT_FOUND",
    call: async () => ({
      path: { account_id: await account() },
      body: {
        amount: 10,
        to_account_id: (await virtualAccount(b(), b().callers.orgAdmin, "GHS")).account_id,
        org_rate_id: await lockedByOurs(),
      },
    }),
  },
  {
    key: "POST /virtual-accounts/escrow",
    field: "org_id",
    status: 404,
    call: async () => ({ body: { title: "X", currency: "NGN", total_amount: 10, org_id: world.ours.org_id } }),
  },
  {
    key: "POST /virtual-accounts/escrow/:escrow_id/parties",
    field: "beneficiary_id",
    status: 404,
    call: async () => ({
      path: { escrow_id: (await draft(b())).escrow_id },
      body: { name: "X", role: "seller", beneficiary_id: await beneficiary(world) },
    }),
  },
  {
    key: "POST /virtual-accounts/escrow/:escrow_id/parties",
    field: "account_id",
    status: 404,
    call: async () => ({
      path: { escrow_id: (await draft(b())).escrow_id },
      body: { name: "X", role: "seller", account_id: (await virtualAccount(world)).account_id },
    }),
  },
  {
    key: "PATCH /virtual-accounts/escrow/:escrow_id/parties/:party_id",
    field: "beneficiary_id",
    status: 404,
    call: async () => {
      const { escrow_id, party_id } = await draft(b());
      return { path: { escrow_id, party_id }, body: { beneficiary_id: await beneficiary(world) } };
    },
  },
  {
    key: "PATCH /virtual-accounts/escrow/:escrow_id/parties/:party_id",
    field: "account_id",
    status: 404,
    call: async () => {
      const { escrow_id, party_id } = await draft(b());
      return { path: { escrow_id, party_id }, body: { account_id: (await virtualAccount(world)).account_id } };
    },
  },
  {
    key: "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/redirect",
    field: "beneficiary_id",
    status: 404,
    call: async () => ({ path: await disbursement(b()), body: { beneficiary_id: await beneficiary(world) } }),
  },
  {
    key: "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/redirect",
    field: "account_id",
    status: 404,
    call: async () => ({
      path: await disbursement(b()),
      body: { account_id: (await virtualAccount(world)).account_id },
    }),
  },
  {
    key: "POST /virtual-accounts/escrow/:escrow_id/milestones",
    field: "parties.party_id",
    status: 404,
    call: async () => ({
      path: { escrow_id: (await draft(b())).escrow_id },
      body: {
        label: "X",
        expected_disbursement: 1,
        parties: [{ party_id: (await draft(world)).party_id, split_type: "percentage", split_value: 1 }],
      },
    }),
  },
  {
    key: "PUT /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/parties",
    field: "parties.party_id",
    status: 404,
    call: async () => {
      const { escrow_id, milestone_id } = await draft(b());
      return {
        path: { escrow_id, milestone_id },
        body: { parties: [{ party_id: (await draft(world)).party_id, split_value: 1 }] },
      };
    },
  },
  {
    key: "POST /virtual-accounts/escrow/:escrow_id/fund",
    field: "account_id",
    status: 404,
    call: async () => {
      const { escrow_id } = await draft(b());
      await b().must(b().callers.orgAdmin, "POST", `/virtual-accounts/escrow/${escrow_id}/activate`);
      return { path: { escrow_id }, body: { amount: 10, account_id: (await fundedAccount(world)).account_id } };
    },
  },
  {
    key: "POST /public/api-keys",
    field: "user_id",
    status: 400,
    call: async () => ({ body: { name: "X", user_id: world.ours.org_admin.user_id } }),
  },
  {
    key: "POST /public/api-keys",
    field: "org_id",
    status: 404,
    call: async () => ({ body: { name: "X", org_id: world.ours.org_id } }),
  },
  {
    key: "POST /public/webhooks",
    field: "org_id",
    status: 404,
    call: async () => ({ body: { endpoint_url: "http://127.0.0.1:9/x", org_id: world.ours.org_id } }),
  },
  {
    key: "POST /public/webhooks/notify",
    field: "org_id",
    status: 404,
    call: async () => ({ body: { org_id: world.ours.org_id, transaction_data: { transaction_id: "t" } } }),
  },
  {
    key: "POST /payments/route-preview",
    field: "org_id",
    status: 404,
    call: async () => ({
      body: {
        country: "GH",
        payment_method: "card",
        direction: "payin",
        amount: 1,
        currency: "GHS",
        org_id: world.ours.org_id,
      },
    }),
  },
  {
    key: "POST /users/notifications/verification-request",
    field: "transaction_id",
    status: 404,
    call: async () => verification({ transaction_id: (await initiate(world, mobileMoneyPayin())).transaction_id }),
  },
  {
    key: "POST /users/notifications/verification-request",
    field: "user_id",
    status: 404,
    call: () => verification({ user_id: world.ours.org_admin.user_id }),
  },
  {
    key: "POST /users/notifications/verification-request",
    field: "sender_id",
    status: 404,
    call: () => verification({ sender_id: world.ours.org_admin.user_id }),
  },
  {
    key: "POST /users/notifications/verification-request",
    field: "beneficiary_id",
    status: 404,
    call: async () => verification({ target_type: "beneficiary", beneficiary_id: await beneficiary(world) }),
  },
  {
    key: "PATCH /users/me",
    field: "default_org_id",
    status: 400,
    call: async () => ({ body: { default_org_id: world.ours.org_id } }),
  },
  {
    key: "POST /payments-init/ramp",
    field: "beneficiary_id",
    status: 400,
    code: "BENEFICIARY_NOT_FOUND",
    call: async () => ({
      body: {
        ...((await SCENES["POST /payments-init/ramp"]!(b())).body as object),
        wallet_address: undefined,
        direction: "off_ramp",
        beneficiary_id: await beneficiary(world),
      },
    }),
  },
  // Fields that initiation tests cover, and fields that are ignored because the credential decides.
  {
    key: "POST /payments-init/initiate",
    field: "beneficiary_id",
    status: 400,
    code: "BENEFICIARY_NOT_FOUND",
    call: async () => ({
      body: { ...mobileMoneyPayin(), direction: "payout", beneficiary_id: await beneficiary(world) },
    }),
  },
  {
    key: "POST /payments-init/initiate",
    field: "org_rate_id",
    status: 400,
    code: "RATE_NOT_FOUND",
    call: async () => ({ body: { ...mobileMoneyPayin(), currency: "NGN", org_rate_id: await lockedByOurs() } }),
  },
  {
    key: "POST /virtual-accounts/:account_id/withdraw",
    field: "org_rate_id",
    status: 400,
    code: "RATE_NOT_FOUND",
    call: async () => {
      const { data } = await b().must(b().callers.orgAdmin, "POST", "/beneficiaries", {
        account_type: "mobile_money",
        fname: "X",
        country: "GH",
        currency: "GHS",
        momo_details: { provider: "MTN", phone_number: "+233241234567" },
      });
      return {
        path: { account_id: await account() },
        body: { amount: 10, target_amount: 1, beneficiary_id: data.beneficiary_id, org_rate_id: await lockedByOurs() },
      };
    },
  },
  {
    key: "POST /checkout/links/:link_ref/pay",
    field: "quote_id",
    status: 400,
    call: async () => {
      const { data } = await b().must(b().callers.orgAdmin, "POST", `/orgs/${b().ours.org_id}/payment-links`, {
        amount: 25,
        currency: "NGN",
        payer_currency: "GHS",
      });
      const pay = await SCENES["POST /checkout/links/:link_ref/pay"]!(b());
      return {
        as: null,
        path: { link_ref: data.link_ref },
        body: { ...(pay.body as object), quote_id: await lockedByOurs() },
      };
    },
  },
];

/** The field is ignored because the credential decides, or only an admin may call the operation. */
const NOT_OURS = new Set([
  "POST /beneficiaries org_id",
  "POST /payments-init/ramp business_id",
  "POST /beneficiaries external_account_id",
  "PATCH /beneficiaries/:beneficiary_id external_account_id",
  "POST /virtual-accounts/internal/bank customer_id",
  "POST /public/webhooks/notify transaction_data.transaction_id",
  // A filter: of what is not theirs, the organization's own log has no entries.
  "POST /exports resource_id",
  // Facts that rules compare: nothing is read by them. The program is the platform's.
  "POST /payments/route-preview customer_id",
  "POST /payments/route-preview beneficiary_id",
  "POST /payments/route-preview payment_id",
  "POST /payments/route-preview program_id",
  // Reported for the row when the batch is checked; see payout-batches.test.ts.
  "POST /payout-batches rows.beneficiary_id",
]);

// What a check takes, an initiation takes.
CASES.push(
  ...CASES.filter(({ key }) => key === "POST /payments-init/initiate").map((one) => ({
    ...one,
    key: "POST /payments/check",
  })),
);

test("stands in the cases below wherever a body has a field for one", () => {
  const idsOf = (schema: any, path: string): string[] => [
    ...Object.entries<any>(schema?.properties ?? {}).flatMap(([name, property]) => [
      ...(name.endsWith("_id") ? [`${path}${name}`] : []),
      ...idsOf(property, `${path}${name}.`),
    ]),
    ...(schema?.items === undefined ? [] : idsOf(schema.items, path)),
    ...((schema?.anyOf ?? []) as any[]).flatMap((one) => idsOf(one, path)),
  ];
  const callable = world.operations.filter(
    (one) => one.body !== undefined && (typeof one.rule.roles === "string" || one.rule.roles.includes("org-admin")),
  );
  const fields = callable.flatMap((operation) =>
    [...new Set(idsOf(operation.body, ""))].map((field) => `${operation.key} ${field}`),
  );
  const known = new Set([...CASES.map((one) => `${one.key} ${one.field}`), ...NOT_OURS]);
  // PUT parties may also be sent without its wrapper.
  expect(
    fields.filter(
      (field) =>
        !known.has(field) &&
        field !== "PUT /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/parties party_id",
    ),
  ).toEqual([]);
  expect(fields.length).toBeGreaterThan(25);
});

test.each(CASES)("$key $field: $status, and nothing changes", async ({ key, call, status, code }) => {
  const operation = world.operations.find((one) => one.key === key)!;
  const made = await call();
  const changed = await changedBy(async () => {
    const answer = await world.make(operation, made, made.as === undefined ? world.callers.otherOrgAdmin : made.as);
    expect([answer.status, code === undefined ? undefined : answer.body.code], answer.text).toEqual([status, code]);
    expect(answer.text).not.toContain(world.ours.org_id);
  });
  expect(changed).toEqual([]);
});

test("is ignored where the credential decides: the beneficiary is the caller's own organization's", async () => {
  const body = {
    account_type: "bank",
    fname: "X",
    country: "NG",
    currency: "NGN",
    bank_details: { account_number: "0123456784", bank_code: "044" },
    org_id: world.ours.org_id,
  };
  expect((await mirrored.must(mirrored.callers.orgAdmin, "POST", "/beneficiaries", body)).data.org_id).toBe(
    world.theirs.org_id,
  );
});
