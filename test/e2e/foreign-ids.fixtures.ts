import { fetch } from "undici";
import { expect } from "vitest";
import type { TestCaller } from "#test/harness/app.ts";
import { startWorld, type World } from "./contract.fixtures.ts";

/** Two organizations of one service: one requests what the other has created. */
export type TwoOrganizations = {
  world: World;
  /** The same service as the other organization sees it. */
  mirrored: World;
  /** Runs `work` and returns the organizations whose rows changed. */
  changedBy(work: () => Promise<void>): Promise<string[]>;
};

export async function startTwoOrganizations(): Promise<TwoOrganizations> {
  const world = await startWorld();
  const { org_member: member } = world.theirs;
  const answer = await fetch(`${world.origin}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: member.email, password: member.password }),
  });
  const { token } = (await answer.json()) as { token: string };
  const orgMember: TestCaller = { headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" }, orgId: world.theirs.org_id, userId: member.user_id };
  const mirrored: World = {
    ...world,
    ours: world.theirs,
    theirs: world.ours,
    callers: {
      ...world.callers,
      orgMember,
      orgAdmin: world.callers.otherOrgAdmin,
      apiKey: world.callers.otherApiKey,
      otherOrgAdmin: world.callers.orgAdmin,
      otherApiKey: world.callers.apiKey,
    },
  };
  const digest = await createDigest(world);
  async function changedBy(work: () => Promise<void>): Promise<string[]> {
    const read = () => Promise.all([digest(world.ours.org_id), digest(world.theirs.org_id)]);
    const before = await read();
    await work();
    const after = await read();
    return [...(before[0] === after[0] ? [] : ["ours"]), ...(before[1] === after[1] ? [] : ["theirs"])];
  }
  return { world, mirrored, changedBy };
}

/** A checksum over all rows of an organization in all tables with an organization. */
async function createDigest({ db }: World): Promise<(orgId: string) => Promise<string>> {
  const tables = await db.query<{ name: string }>(
    "SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) WHERE c.table_schema = 'public' AND c.column_name = 'org_id' AND t.table_type = 'BASE TABLE' ORDER BY 1",
  );
  expect(tables.length).toBeGreaterThan(25);
  const text = tables
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS digest FROM "${name}" t WHERE org_id = $1`,
    )
    .join(" UNION ALL ");
  return async (orgId) => JSON.stringify(await db.query(text, [orgId]));
}
