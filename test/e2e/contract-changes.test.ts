import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { UNKNOWN_ID } from "#test/harness/unknown-id.ts";
import { startWorld, type World } from "./contract.fixtures.ts";
import { beneficiary } from "./scenes-resources.fixtures.ts";
import { draft } from "./scenes-escrow.fixtures.ts";

/** A change is stored as it was answered, and concurrent changes all take effect. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const CONFIG = { provider: "hybrid", country: "BR", payment_method: "card", direction: "inbound" };
const FEE = { name: "Cards", currency: "BRL", country: "BR", percent: 1.5 };

describe("a provider config", () => {
  const create = async (): Promise<string> =>
    `/payments/provider-configs/hybrid/${(await world.must(world.callers.admin, "POST", "/payments/provider-configs", CONFIG)).data.config_id}`;
  const change = (path: string, body: object) => world.must(world.callers.admin, "PATCH", path, body);

  test("that is given to an organization routes for that one alone from then on", async () => {
    const path = await create();
    const previews = async () =>
      Promise.all(
        [world.callers.apiKey, world.callers.otherApiKey].map(
          async (caller) =>
            (
              await world.must(caller, "POST", "/payments/route-preview", {
                country: "BR",
                payment_method: "card",
                direction: "payin",
                amount: 10,
                currency: "BRL",
              })
            ).data.would_route,
        ),
      );
    expect(await previews()).toEqual([true, true]);
    const changed = await change(path, { org_id: world.theirs.org_id });
    expect(await world.must(world.callers.admin, "GET", path)).toEqual(changed.data);
    expect(changed.data.org_id).toBe(world.theirs.org_id);
    expect(await previews()).toEqual([false, true]);
    expect((await change(path, { org_id: null })).data.org_id).toBeNull();
    expect(await previews()).toEqual([true, true]);
    await world.must(world.callers.admin, "DELETE", path);
  });

  test("keeps every one of several changes made at once", async () => {
    const path = await create();
    const changes = {
      priority: 42,
      is_active: false,
      description: "resting",
      min_amount: 1.5,
      max_amount: 9.5,
      api_version: "v2",
      webhook_required: false,
      webhook_url: "https://example.com/x",
    };
    await Promise.all(Object.entries(changes).map(([name, value]) => change(path, { [name]: value })));
    expect(await world.must(world.callers.admin, "GET", path)).toMatchObject(changes);
    await world.must(world.callers.admin, "DELETE", path);
  });

  test.each([UNKNOWN_ID, "nobody"])("of organization %s, which does not exist, is a 404", async (org_id) => {
    expect(
      (await world.request(world.callers.admin, "POST", "/payments/provider-configs", { ...CONFIG, org_id })).status,
    ).toBe(404);
    const path = await create();
    expect((await world.request(world.callers.admin, "PATCH", path, { org_id })).status).toBe(404);
    await world.must(world.callers.admin, "DELETE", path);
  });
});

describe("the order of a corridor's providers", () => {
  const corridor = { country: "PE", payment_method: "card", direction: "inbound" };
  const order = (config_ids: unknown) =>
    world.request(world.callers.admin, "PUT", "/payments/provider-configs/order", { config_ids });
  const create = async (more: object = {}): Promise<string> =>
    (
      await world.must(world.callers.admin, "POST", "/payments/provider-configs", {
        ...corridor,
        provider: "hybrid",
        ...more,
      })
    ).data.config_id;
  const priorities = async (ids: readonly string[]): Promise<number[]> =>
    Promise.all(
      ids.map(
        async (id) =>
          (await world.must(world.callers.admin, "GET", `/payments/provider-configs/hybrid/${id}`)).priority,
      ),
    );
  const remove = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => world.must(world.callers.admin, "DELETE", `/payments/provider-configs/hybrid/${id}`)));

  test("is set at once, among an organization's own and among the global ones, and is in the audit log", async () => {
    const [a, b, own, other] = [
      await create(),
      await create(),
      await create({ org_id: world.ours.org_id }),
      await create({ org_id: world.ours.org_id, priority: 7 }),
    ];
    const answer = await order([own, b, other, a]);
    expect(answer.body).toMatchObject({
      status: "success",
      data: [{ config_id: own }, { config_id: b, priority: 1 }, { config_id: other }, { config_id: a }],
    });
    expect(await priorities([a, b])).toEqual([2, 1]);
    expect(await priorities([own, other])).toEqual([1, 2]);
    expect((await order([a.toUpperCase(), b])).status).toBe(200);
    expect(await priorities([a, b])).toEqual([1, 2]);
    const { data } = await world.must(
      world.callers.admin,
      "GET",
      `/organizations/${world.ours.org_id}/audit-log?resource_id=${other}`,
    );
    expect(data.map((entry: { action: string }) => entry.action)).toEqual([
      "provider_config.changed",
      "provider_config.created",
    ]);
    await remove([a, b, own, other]);
  });

  test("that is there already keeps its numbers", async () => {
    const ids = [await create({ priority: 10 }), await create({ priority: 20 })];
    expect((await order(ids)).status).toBe(200);
    expect(await priorities(ids)).toEqual([10, 20]);
    await remove(ids);
  });

  test("is refused as a whole, and changes nothing, when a config is unknown, of another corridor, named twice or left out", async () => {
    const ids = [await create(), await create(), await create()];
    const elsewhere = await create({ direction: "outbound" });
    const [a, b, c] = ids;
    for (const [wanted, status] of [
      [[c, b, a, newId()], 404],
      [[c, b, a, "none"], 404],
      [[c, b, a, elsewhere], 400],
      [[c, b, a, c], 400],
      [[c, b], 409],
      [[], 400],
    ] as const)
      expect((await order(wanted)).status, JSON.stringify(wanted)).toBe(status);
    expect(await priorities(ids)).toEqual([100, 100, 100]);
    expect(
      (await world.request(world.callers.staff, "PUT", "/payments/provider-configs/order", { config_ids: ids })).status,
    ).toBe(403);
    await remove([...ids, elsewhere]);
  });

  test("set twice at the same moment is one of the two", async () => {
    const ids = [await create(), await create(), await create()];
    const backwards = ids.toReversed();
    const answers = await Promise.all([order(ids), order(backwards), order(ids), order(backwards)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([[1, 2, 3].join(), [3, 2, 1].join()]).toContain((await priorities(ids)).join());
    await remove(ids);
  });
});

describe("a fee schedule", () => {
  const read = async (feeId: string) =>
    (await world.must(world.callers.admin, "GET", "/fees?limit=100")).data.find(
      (fee: { fee_id: string }) => fee.fee_id === feeId,
    );

  test("that is given to an organization is that one's alone from then on", async () => {
    const { fee_id } = (await world.must(world.callers.admin, "POST", "/fees", FEE)).data;
    const changed = await world.must(world.callers.admin, "PATCH", `/fees/${fee_id}`, { org_id: world.theirs.org_id });
    expect(changed.data.org_id).toBe(world.theirs.org_id);
    expect(await read(fee_id)).toEqual(changed.data);
    const seen = async (caller: typeof world.callers.apiKey) =>
      (await world.must(caller, "GET", "/fees?limit=100")).data.some(
        (fee: { fee_id: string }) => fee.fee_id === fee_id,
      );
    expect([await seen(world.callers.apiKey), await seen(world.callers.otherApiKey)]).toEqual([false, true]);
  });

  test("keeps every one of several changes made at once", async () => {
    const { fee_id } = (await world.must(world.callers.admin, "POST", "/fees", FEE)).data;
    const changes = {
      name: "All cards",
      percent: 2.25,
      fixed_amount: 0.5,
      min_fee: 0.75,
      max_fee: 80.5,
      is_active: false,
      payment_method: "card",
      direction: "inbound",
    };
    await Promise.all(
      Object.entries(changes).map(([name, value]) =>
        world.must(world.callers.admin, "PATCH", `/fees/${fee_id}`, { [name]: value }),
      ),
    );
    expect(await read(fee_id)).toMatchObject(changes);
  });

  test.each([UNKNOWN_ID, "nobody"])("of organization %s, which does not exist, is a 404", async (org_id) => {
    expect((await world.request(world.callers.admin, "POST", "/fees", { ...FEE, org_id })).status).toBe(404);
  });
});

describe("an escrow project", () => {
  test("takes more parties at once than the service has connections", async () => {
    const { escrow_id } = await draft(world);
    const beneficiaries = await Promise.all(Array.from({ length: 15 }, () => beneficiary(world)));
    const answers = await Promise.all(
      beneficiaries.map((beneficiary_id) =>
        world.request(world.callers.orgAdmin, "POST", `/virtual-accounts/escrow/${escrow_id}/parties`, {
          name: "A party",
          role: "seller",
          beneficiary_id,
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(
      (await world.must(world.callers.orgAdmin, "GET", `/virtual-accounts/escrow/${escrow_id}/parties`)).data,
    ).toHaveLength(16);
  });
});

describe("the audit log says what was changed", () => {
  const lastChange = async (resourceId: string): Promise<Record<string, unknown>> =>
    (
      await world.must(
        world.callers.admin,
        "GET",
        `/organizations/${world.ours.org_id}/audit-log?resource_id=${resourceId}&limit=1`,
      )
    ).data[0].changes;

  test.each([
    [{ priority: 42 }, { priority: 42 }],
    [{ is_active: false }, { is_active: false }],
    [{ min_amount: 1.5 }, { min_amount: "1.5" }],
    [{ max_amount: 9.5 }, { max_amount: "9.5" }],
    [{ api_version: "v2" }, { api_version: "v2" }],
    [{ webhook_required: false }, { webhook_required: false }],
    [{ webhook_url: "https://example.com/x" }, { webhook_url: "https://example.com/x" }],
    [{ description: "resting" }, { description: "resting" }],
  ])("about a provider config: %j", async (change, told) => {
    const { config_id } = (
      await world.must(world.callers.admin, "POST", "/payments/provider-configs", {
        ...CONFIG,
        org_id: world.ours.org_id,
      })
    ).data;
    expect(await lastChange(config_id)).not.toMatchObject(told);
    const path = `/payments/provider-configs/hybrid/${config_id}`;
    await world.must(world.callers.admin, "PATCH", path, change);
    expect(await lastChange(config_id)).toMatchObject(told);
    await world.must(world.callers.admin, "DELETE", path);
  });

  test.each([
    [{ country: "AR" }, { country: "AR" }],
    [{ payment_method: "card" }, { payment_method: "card" }],
    [{ direction: "inbound" }, { direction: "inbound" }],
    [{ min_fee: 0.75 }, { min_fee: "0.75" }],
    [{ max_fee: 80.5 }, { max_fee: "80.50" }],
  ])("about a fee schedule: %j", async (change, told) => {
    const { fee_id } = (await world.must(world.callers.admin, "POST", "/fees", { ...FEE, org_id: world.ours.org_id }))
      .data;
    expect(await lastChange(fee_id)).not.toMatchObject(told);
    await world.must(world.callers.admin, "PATCH", `/fees/${fee_id}`, change);
    expect(await lastChange(fee_id)).toMatchObject(told);
  });

  test("about an escrow project, its parties and its milestones with their shares", async () => {
    const { escrow_id } = (
      await world.must(world.callers.orgAdmin, "POST", "/virtual-accounts/escrow", {
        title: "Barn",
        currency: "NGN",
        total_amount: 300,
      })
    ).data;
    const path = `/virtual-accounts/escrow/${escrow_id}`;
    const change = async (method: string, at: string, body: object) =>
      (await world.must(world.callers.orgAdmin, method, `${path}${at}`, body)).data;
    await change("PATCH", "", { description: "By the river" });
    expect(await lastChange(escrow_id)).toMatchObject({ title: "Barn", description: "By the river" });
    const { party_id } = await change("POST", "/parties", {
      name: "Bola",
      role: "mason",
      beneficiary_id: await beneficiary(world),
    });
    await change("PATCH", `/parties/${party_id}`, { email: "bola@example.com" });
    expect(await lastChange(escrow_id)).toMatchObject({ party_id, email: "bola@example.com" });
    const share = { party_id, split_type: "percentage" };
    const { milestone_id } = await change("POST", "/milestones", {
      label: "Roof",
      expected_disbursement: 300,
      parties: [{ ...share, split_value: 40 }],
    });
    expect(await lastChange(escrow_id)).toMatchObject({ milestone_id, parties: [{ ...share, split_value: "40" }] });
    await change("PATCH", `/milestones/${milestone_id}`, { due_date: "2030-01-31", description: "Tiles" });
    expect(await lastChange(escrow_id)).toMatchObject({ milestone_id, due_date: "2030-01-31", description: "Tiles" });
  });
});
