import { chmodSync, mkdtempSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourcesOfTemplates, startPreparedServer } from "./prepared-server.ts";
import { onServer, SEEDED_DATABASE } from "./server.ts";

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "prepared-"));
  chmodSync(path, 0o711);
  return path;
}

test("a server is prepared once, and later runs start on a copy of its files", async () => {
  const kept = newFolder();
  const prepared = async (): Promise<string> => {
    const server = await startPreparedServer(newFolder(), kept);
    const { rowCount } = await onServer(server.url, (client) =>
      client.query("SELECT 1 FROM pg_database WHERE datname = $1", [SEEDED_DATABASE]),
    );
    await server.stop();
    expect(rowCount).toBe(1);
    return JSON.stringify(server.demo);
  };
  const archives = (): string[] => readdirSync(kept).map((name) => join(kept, name));

  const first = await prepared();
  const [archive] = archives();
  const before = readFileSync(archive!).length;
  expect(await prepared()).toBe(first);

  // A copy that cannot be read is made anew, and takes the place of the other.
  truncateSync(archive!, 1_000);
  expect(await prepared()).not.toBe(first);
  expect(archives()).toEqual([archive]);
  expect(readFileSync(archive!).length).toBeGreaterThan(before / 2);
});

test("a change of migrations, seed, harness or dependencies makes the files anew", () => {
  expect(sourcesOfTemplates()).toEqual(
    expect.arrayContaining([
      "package-lock.json",
      "packages/server/src/commands/seed.ts",
      "packages/server/src/kernel/db/embedded.ts",
      "packages/server/src/kernel/db/migrations/directory/0001-rules.sql",
      "test/harness/prepared-server.ts",
      "test/harness/templates.ts",
      "test/harness/test-cell.ts",
    ]),
  );
});
