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
  const orgMember: TestCaller = {
    headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" },
    orgId: world.theirs.org_id,
    userId: member.user_id,
  };
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
    const before = await digest();
    await work();
    const after = await digest();
    return (["ours", "theirs"] as const).filter(
      (whose) => before.get(world[whose].org_id) !== after.get(world[whose].org_id),
    );
  }
  return { world, mirrored, changedBy };
}

/** For each of the two organizations, a checksum over all its rows in all tables with an organization. */
async function createDigest({ db, ours, theirs }: World): Promise<() => Promise<ReadonlyMap<string, string>>> {
  const tables = await db.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema IN ('public', 'cell_0') AND c.column_name = 'org_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(25);
  const rows = tables
    .map(
      ({ name }) => `SELECT org_id, md5('${name}' || t::text) AS row FROM "${name}" t WHERE org_id = ANY ($1::uuid[])`,
    )
    .join(" UNION ALL ");
  const text = `SELECT org_id, md5(string_agg(row, '' ORDER BY row)) AS digest FROM (${rows}) all_rows GROUP BY org_id`;
  return async () => {
    const digests = await db.query<{ org_id: string; digest: string }>(text, [[ours.org_id, theirs.org_id]]);
    return new Map(digests.map(({ org_id, digest }) => [org_id, digest]));
  };
}
