import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createSecretBox, SecretUnreadable } from "#src/kernel/secrets.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { createSigningKeys, resealSigningKeys } from "./signing-keys.ts";

let database: TestDatabase;
const clock = new SteppedClock();
const MASTER_SECRET = "a master secret for tests that is long enough";
const secrets = createSecretBox({ masterSecret: MASTER_SECRET });
const DAY_MS = 24 * 60 * 60_000;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const keysOf = () => createSigningKeys({ db: database.db, secrets, clock });
const published = async () => (await keysOf().publicKeys()).keys.map(({ kid }) => kid);

describe("signing keys", () => {
  it("are made once, however many processes need the first one at the same moment", async () => {
    const used = await Promise.all(Array.from({ length: 4 }, async () => (await keysOf().current()).keyId));
    expect(new Set(used).size).toBe(1);
    expect(await published()).toEqual([used[0]]);
  });

  it("are published before they are used, and stay published while their tokens may be good", async () => {
    const old = (await keysOf().current()).keyId;
    expect(await keysOf().rotate()).toBe(0);
    clock.advance(90 * DAY_MS);
    expect(await keysOf().rotate()).toBe(1);
    const next = (await published()).find((kid) => kid !== old);
    expect((await keysOf().current()).keyId).toBe(old);

    clock.advance(15 * 60_000);
    expect((await keysOf().current()).keyId).toBe(next);
    expect(await published()).toEqual([next, old]);

    clock.advance(2 * DAY_MS);
    expect(await keysOf().rotate()).toBe(1);
    expect(await published()).toEqual([next]);
  });

  it("open only with the master secret that sealed them", async () => {
    const stranger = createSigningKeys({
      db: database.db,
      secrets: createSecretBox({ masterSecret: "another master secret that is long enough" }),
      clock,
    });
    await expect(stranger.current()).rejects.toThrow(SecretUnreadable);
  });

  it("sealed anew sign on after the earlier master secret is gone", async () => {
    const { keyId } = await keysOf().current();
    const masterSecret = "another master secret that is long enough";
    const both = createSecretBox({ masterSecret, previousMasterSecrets: [MASTER_SECRET] });
    expect(await resealSigningKeys({ db: database.db, secrets: both })).toBeGreaterThanOrEqual(1);
    const alone = createSigningKeys({ db: database.db, secrets: createSecretBox({ masterSecret }), clock });
    expect((await alone.current()).keyId).toBe(keyId);
    expect(await resealSigningKeys({ db: database.db, secrets: both })).toBe(0);
  });
});
