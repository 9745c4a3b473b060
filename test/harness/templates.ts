import { argon2Sync, randomBytes } from "node:crypto";
import { type Demo, seedDemo } from "@corridor/server/commands/seed.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { createDatabase, SEEDED_DATABASE, TEMPLATE_DATABASE, urlOfDatabase } from "./server.ts";
import { addCells, TEST_CELL, withTestCell } from "./test-cell.ts";

/** Two migrated databases that tests clone: an empty one and one with the demo's data. */
export async function makeTemplates(serverUrl: string): Promise<Demo> {
  await createDatabase(serverUrl, TEMPLATE_DATABASE);
  await migrate({ url: urlOfDatabase(serverUrl, TEMPLATE_DATABASE) });
  await addCells(urlOfDatabase(serverUrl, TEMPLATE_DATABASE), TEST_CELL);
  await createDatabase(serverUrl, SEEDED_DATABASE, TEMPLATE_DATABASE);
  return seed(urlOfDatabase(serverUrl, SEEDED_DATABASE));
}

/** Every test app signs six people in, so their passwords are hashed at almost no cost. */
function seed(url: string): Promise<Demo> {
  return withTestCell(url, async (db) => {
    const demo = await seedDemo({ db, clock: new SteppedClock() });
    const people = [
      demo.admin,
      demo.staff,
      ...demo.organizations.flatMap((one) => [one.org_admin, one.org_member, one.org_viewer]),
    ];
    for (const { user_id, password } of people)
      await db.query("UPDATE identity.accounts SET password_hash = $2 WHERE user_id = $1", [
        user_id,
        cheapHash(password),
      ]);
    return demo;
  });
}

function cheapHash(message: string): string {
  const nonce = randomBytes(16);
  const key = argon2Sync("argon2id", { message, nonce, parallelism: 1, tagLength: 32, memory: 8, passes: 1 });
  const text = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(key)}`;
}
