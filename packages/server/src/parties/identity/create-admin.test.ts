import { expect, test } from "vitest";
import { systemClock } from "@corridor/base/clock.ts";
import { createTestDatabase } from "@corridor/test/harness/database.ts";
import { createAdmin } from "./create-user.ts";

test("an admin of an external issuer gets no password: the issuer's subject is linked to them, and both steps are in the audit log", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const identity = { issuer: "https://issuer.example", subject: "ops-1" };
  const { userId, password } = await createAdmin(
    { db, clock: systemClock },
    { email: "ops@shop.test", name: "Ops", identity },
  );
  expect(password).toBeNull();
  expect(await db.query("SELECT platform_role FROM users WHERE user_id = $1", [userId])).toEqual([
    { platform_role: "admin" },
  ]);
  expect(await db.query("SELECT issuer, subject FROM user_identities WHERE user_id = $1", [userId])).toEqual([
    identity,
  ]);
  expect(await db.query("SELECT 1 FROM identity.accounts WHERE user_id = $1", [userId])).toEqual([]);
  expect(await db.query("SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY audit_id", [userId])).toEqual([
    { action: "user.created" },
    { action: "user.identity_linked" },
  ]);

  const again = createAdmin({ db, clock: systemClock }, { email: "other@shop.test", name: "Other", identity });
  await expect(again).rejects.toThrow("linked to another user");
  expect(await db.query("SELECT 1 FROM users WHERE email = 'other@shop.test'")).toEqual([]);
});
