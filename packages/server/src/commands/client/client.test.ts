import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { EVENT_TYPES } from "#src/record/events/event-types.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { createTestDatabase } from "@corridor/test/harness/database.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { verifyWebhook } from "corridor-client/webhooks.ts";
import { addClientCommands } from "./client-commands.ts";
import { completionCommand } from "./completion.ts";
import { describeEvent } from "./describe-event.ts";
import { diagnose } from "./doctor.ts";
import { type FollowedEvent, followEvents } from "./follow-events.ts";
import { createForwarder } from "./listen.ts";
import { createService, findService, type Service } from "./service.ts";
import { SCENARIOS } from "./trigger-scenarios.ts";

let app: TestApp;
let service: Service;
beforeAll(async () => {
  app = await startTestApp();
  service = createService(app.url, { apiKey: app.demo.organizations[0]!.api_key });
});
afterAll(() => app.close());

async function pay(): Promise<string> {
  return (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin())).body.response
    .payment_id;
}

describe("listen", () => {
  test("follows events from its start on, each once and with every digit of its amount, and signs what it forwards like the service", async () => {
    const before = await pay();
    const events = await followEvents(service.api);
    const paymentId = await pay();
    const first = (await events.next()).value as FollowedEvent;
    expect(first.data["payment_id"]).toBe(paymentId);
    expect(before).not.toBe(paymentId);
    expect(first.text).toContain('"amount":1500.00');

    const received: { body: string; headers: Record<string, string> }[] = [];
    const receiver = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        received.push({ body, headers: request.headers as Record<string, string> });
        response.writeHead(204).end();
      });
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const forwarder = createForwarder(url, "whsec_c2VjcmV0IG9mIGEgZGVzayB0aGF0IGlzIGxvbmcgZW5vdWdo");
    expect(await forwarder.send(first)).toContain(`204 from ${url}`);
    receiver.close();
    expect(await forwarder.send(first)).toContain("did not answer");
    const [{ body, headers }] = received as [{ body: string; headers: Record<string, string> }];
    expect(await verifyWebhook({ payload: body, headers, secret: forwarder.secret })).toMatchObject({
      event_id: first.event_id,
    });
  });

  test("shows one short line for an event", () => {
    const data = { payment_id: "p-1", status: "completed", previous_status: "pending", amount: 1500, currency: "GHS" };
    const line = describeEvent({
      event_id: "e",
      event_type: "payment.completed",
      created_at: "2026-01-05T09:00:07.000Z",
      data,
    });
    expect(stripVTControlCharacters(line)).toBe(
      "09:00:07  payment.completed                 payment p-1  pending → completed  GHS 1500",
    );
  });
});

test("a key that is not known, a service that is not there, an address that is none and a missing key are named with a remedy", async () => {
  await expect(createService(app.url, { apiKey: "ck_test_wrong" }).api.get("/events")).rejects.toThrow(
    /401.*not known.*--api-key/,
  );
  await expect(createService("http://127.0.0.1:1/v1", { apiKey: "x" }).api.get("/events")).rejects.toThrow(
    /No service answers.*npm start/,
  );
  const nowhere = createService("localhost", { apiKey: "x" }).api.get("/events");
  await expect(nowhere).rejects.toThrow(/address of the API/);
  expect(() => findService({}, { DATA_DIR: "/nowhere" })).toThrow(/No API key.*CORRIDOR_API_KEY/);
});

test("every event type can be triggered, or says why it cannot", () => {
  expect(Object.keys(SCENARIOS).toSorted()).toEqual([...EVENT_TYPES].toSorted());
});

describe("doctor", () => {
  const problemsOf = async (flags: object, variables: NodeJS.ProcessEnv): Promise<string[]> =>
    (await diagnose(flags, variables))
      .filter(({ status }) => status !== "ok")
      .map(({ check, detail, remedy }) => `${check}: ${detail} → ${remedy}`);
  const key = () => app.demo.organizations[0]!.api_key;
  const common = () => ({ DATA_DIR: "/tmp", PORT: new URL(app.url).port, SANDBOX_PORT: "0" });
  const production = (): NodeJS.ProcessEnv => ({
    ENVIRONMENT: "production",
    PUBLIC_BASE_URL: "https://payments.example.com",
    TRUSTED_PROXIES: "none",
    CORRIDOR_SECRET: randomBytes(48).toString("base64"),
    METRICS_TOKEN: randomBytes(32).toString("base64"),
    DATABASE_URL: "postgres://corridor@127.0.0.1:1/x",
  });

  test("finds nothing wrong with a service and its key", async () => {
    expect(
      (await problemsOf({ baseUrl: app.url, apiKey: key() }, common())).filter((line) => !line.startsWith("pages")),
    ).toEqual([]);
  });

  test.each([
    [
      "a mistyped setting",
      {},
      { PORT: "never", CORRIDOR_SECERT: "x" },
      /settings: CORRIDOR_SECERT.*→.*\n.*settings: PORT=never/,
    ],
    ["a folder that takes no files", {}, { DATA_DIR: "/proc/foo" }, /data folder: .*DATA_DIR/],
    [
      "a database that is not there",
      {},
      { DATABASE_URL: "postgres://nobody@127.0.0.1:1/x" },
      /database: .*ECONNREFUSED.*DATABASE_URL/,
    ],
    ["a development service for all to reach", {}, { HOST: "0.0.0.0" }, /exposure: .*HOST=127.0.0.1/],
    [
      "an address without /v1",
      { baseUrl: "http://127.0.0.1:1" },
      {},
      /address: .*does not end in \/v1 → Use http:\/\/127.0.0.1:1\/v1/,
    ],
    ["an address that is none", { baseUrl: "localhost" }, {}, /address: localhost is not an address/],
    ["no service", { baseUrl: "http://127.0.0.1:1/v1" }, {}, /service: .*is not there.*npm start/],
    ["no key", {}, {}, /API key: No API key is known/],
    ["production without e-mail and backups", {}, production(), /e-mail: .*SMTP_URL.*\n.*backups: .*BACKUP_TO/],
  ])("names %s", async (_name, flags, variables, expected) => {
    expect(
      (await problemsOf({ baseUrl: "http://127.0.0.1:1/v1", ...flags }, { ...common(), ...variables })).join("\n"),
    ).toMatch(expected);
  });

  test("names a database of another version or that refuses us, a sandbox that is gone, a changed port and a port that is taken", async () => {
    await using database = await createTestDatabase("nothing");
    const elsewhere = new URL(database.url);
    elsewhere.pathname = "/no_such_database";
    const flags = { baseUrl: app.url, apiKey: key() };
    expect((await problemsOf(flags, { ...common(), DATABASE_URL: database.url })).join("\n")).toMatch(
      /database: the database's schema does not match this version → .*migrate/,
    );
    expect((await problemsOf(flags, { ...common(), DATABASE_URL: elsewhere.href })).join("\n")).toMatch(
      /database: The database refused the connection: .*no_such_database/,
    );

    const folder = mkdtempSync(join(tmpdir(), "corridor-doctor-"));
    writeFileSync(join(folder, "demo.json"), JSON.stringify({ base_url: app.url, sandbox_url: "http://127.0.0.1:1" }));
    const fromDemo = (await problemsOf({ apiKey: key() }, { DATA_DIR: folder, PORT: "4999" })).join("\n");
    expect(fromDemo).toMatch(/address: demo.json says .* but PORT is 4999 → .*--base-url/);
    expect(fromDemo).toMatch(/sandbox: the sandbox does not answer at http:\/\/127.0.0.1:1 → .*SANDBOX_PORT/);
    rmSync(folder, { recursive: true });

    const stranger = createServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
    await once(stranger, "listening");
    const { port } = stranger.address() as AddressInfo;
    expect((await problemsOf(flags, { ...common(), PORT: String(port) })).join("\n")).toMatch(
      /ports: another program uses port \d+, which is PORT → .*free port/,
    );
    stranger.close();
  });

  test("names a cell without a worker, an index that is missing, timers that do not run and a role that owns the tables", async () => {
    await using database = await createTestDatabase("seeded");
    const flags = { baseUrl: app.url, apiKey: key() };
    const url = { DATABASE_URL: database.url };
    const before = new Map(
      (await diagnose(flags, { ...common(), ...url })).map(({ check, status }) => [check, status]),
    );
    expect([before.get("role"), before.get("indexes")]).toEqual(["ok", "ok"]);
    // How these end depends on what else the machine does.
    for (const measured of ["connections", "database clock", "commits"]) expect(before.has(measured)).toBe(true);
    await database.db.query("DROP INDEX public.provider_configs_corridor");
    const found = (await problemsOf(flags, { ...common(), ...production(), ...url })).join("\n");
    expect(found).toMatch(/workers: no process runs the jobs of cell 0.* → .*corridor worker/);
    expect(found).toMatch(/indexes: provider_configs_corridor: missing/);
    for (const run of ["backup", "drill", "verify"]) expect(found).toContain(`timers: ${run} ended well never`);
    expect(found).toMatch(/role: The role .* → /);
  });

  test("honors --set and the configuration file, and asks the service itself where a proxy stands before it", async () => {
    const { port } = new URL(app.url);
    const folder = mkdtempSync(join(tmpdir(), "corridor-doctor-"));
    writeFileSync(join(folder, "settings"), `PORT=${port}\nDATA_DIR=${folder}\nSANDBOX_PORT=0\n`);
    for (const [variables, assignments] of [
      [{ DATA_DIR: folder, SANDBOX_PORT: "0" }, [`PORT=${port}`]],
      [{ CONFIG_FILE: join(folder, "settings") }, []],
    ] as const) {
      const found = await diagnose({ apiKey: key() }, variables, assignments);
      const ofService = found.filter(({ check }) =>
        ["address", "ports", "service", "readiness", "API key"].includes(check),
      );
      expect(ofService.map(({ status }) => status)).toEqual(ofService.map(() => "ok"));
      expect(ofService.length).toBeGreaterThan(3);
    }
    rmSync(folder, { recursive: true });
  });

  test("names a key that the service does not know, another program at the address, and webhooks that are disabled", async () => {
    expect((await problemsOf({ baseUrl: app.url, apiKey: "ck_test_wrong" }, common())).join("\n")).toMatch(
      /API key: the service does not know this key.*dashboard/,
    );
    const stranger = createServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
    await once(stranger, "listening");
    const strange = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/v1`;
    expect((await problemsOf({ baseUrl: strange, apiKey: "x" }, common())).join("\n")).toMatch(
      /service: another program answers/,
    );
    stranger.close();
    const { body } = await app.request(app.callers.orgAdmin, "POST", "/public/webhooks", {
      endpoint_url: "https://example.com/hooks",
    });
    await app.request(app.callers.orgAdmin, "PATCH", `/public/webhooks/${body.data.webhook_id}`, {
      status: "disabled",
    });
    expect((await problemsOf({ baseUrl: app.url, apiKey: key() }, common())).join("\n")).toMatch(
      /webhooks: https:\/\/example.com\/hooks is disabled/,
    );
  });
});

test("the completion of a shell knows the commands, their subcommands and options", () => {
  const program = new Command("corridor");
  addClientCommands(program, []);
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  for (const shell of ["bash", "zsh", "fish"]) completionCommand(program, shell);
  const written = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();
  for (const text of written)
    for (const word of ["listen", "--forward-to", "payments", "watch"]) expect(text).toContain(word);
  expect(() => completionCommand(program, "tcsh")).toThrow("There is no completion for tcsh");
});
