import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { startWorld, type World } from "./contract.fixtures.ts";
import { beneficiary } from "./scenes-resources.fixtures.ts";
import { draft } from "./scenes-escrow.fixtures.ts";

/** A change is stored as it is answered, and changes that come at the same moment all count. */
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

  test("that is given to an organisation routes for that one alone from then on", async () => {
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

  test.each([newId(), "nobody"])("of organisation %s, which does not exist, is a 404", async (org_id) => {
    expect((await world.request(world.callers.admin, "POST", "/payments/provider-configs", { ...CONFIG, org_id })).status).toBe(404);
    const path = await create();
    expect((await world.request(world.callers.admin, "PATCH", path, { org_id })).status).toBe(404);
    await world.must(world.callers.admin, "DELETE", path);
  });
});

describe("a fee schedule", () => {
  const read = async (feeId: string) =>
    (await world.must(world.callers.admin, "GET", "/fees?limit=100")).data.find((fee: { fee_id: string }) => fee.fee_id === feeId);

  test("that is given to an organisation is that one's alone from then on", async () => {
    const { fee_id } = (await world.must(world.callers.admin, "POST", "/fees", FEE)).data;
    const changed = await world.must(world.callers.admin, "PATCH", `/fees/${fee_id}`, { org_id: world.theirs.org_id });
    expect(changed.data.org_id).toBe(world.theirs.org_id);
    expect(await read(fee_id)).toEqual(changed.data);
    const seen = async (caller: typeof world.callers.apiKey) =>
      (await world.must(caller, "GET", "/fees?limit=100")).data.some((fee: { fee_id: string }) => fee.fee_id === fee_id);
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
    await Promise.all(Object.entries(changes).map(([name, value]) => world.must(world.callers.admin, "PATCH", `/fees/${fee_id}`, { [name]: value })));
    expect(await read(fee_id)).toMatchObject(changes);
  });

  test.each([newId(), "nobody"])("of organisation %s, which does not exist, is a 404", async (org_id) => {
    expect((await world.request(world.callers.admin, "POST", "/fees", { ...FEE, org_id })).status).toBe(404);
  });
});

describe("an escrow project", () => {
  test("takes more parties at once than the service has connections", async () => {
    const { escrow_id } = await draft(world);
    const beneficiaries = await Promise.all(Array.from({ length: 15 }, () => beneficiary(world)));
    const answers = await Promise.all(
      beneficiaries.map((beneficiary_id) =>
        world.request(world.callers.orgAdmin, "POST", `/virtual-accounts/escrow/${escrow_id}/parties`, { name: "A party", role: "seller", beneficiary_id }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect((await world.must(world.callers.orgAdmin, "GET", `/virtual-accounts/escrow/${escrow_id}/parties`)).data).toHaveLength(16);
  });
});
