import { afterEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "@corridor/test/harness/database.ts";
import { type NetworkState, type NetworkProxy, startNetworkProxy } from "@corridor/test/harness/network-proxy.ts";
import { waitForDatabase } from "./wait-for-database.ts";

let proxy: NetworkProxy | undefined;
afterEach(() => proxy?.close());

test.each(["cut", "refused"] satisfies NetworkState[])(
  "a process that starts while the way to the database is %s says so, waits, and goes on when it is back",
  async (state) => {
    await using database = await createTestDatabase();
    proxy = await startNetworkProxy(database.url);
    await proxy.set(state);
    const log = { warn: vi.fn() };
    let isReady = false;
    const waiting = waitForDatabase(proxy.url, log).then(() => (isReady = true));
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce(), { timeout: 60_000 });
    expect(isReady).toBe(false);
    await proxy.set("open");
    await waiting;
  },
);

test("a password that the database refuses is no reason to wait", async () => {
  await using database = await createTestDatabase();
  const url = new URL(database.url);
  url.pathname = "/a_database_that_does_not_exist";
  await expect(waitForDatabase(url.href, { warn: vi.fn() })).rejects.toThrow("does not exist");
});
