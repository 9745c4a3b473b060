import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RawCallback } from "@corridor/provider-kit/provider.ts";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";

/**
 * `npm run prove -- package`: packs the kit, installs it from the file into an empty folder, writes a provider's package
 * there, holds it to the rules, certifies it at a server on loopback, installs it, and runs the service with it: set up,
 * routed, paid, refunded, reconciled, and removed. Then the packages with which the service must not start. Ends with an
 * error when something does not hold.
 */
const ROOT = dirname(import.meta.dirname);
const MAIN = join(ROOT, "packages/server/src/main.js");
const [PORT, SANDBOX_PORT, CALLBACK_PORT] = [3_994, 3_995, 3_996];
/** All of certification but the balance, which the template does not fetch, and a declined payout. */
const STEPS = 17;
const SETTLED_DAYS = 3;
const DAY_SECONDS = 86_400;
const QUARTER_SECONDS = 900;
const READY_WITHIN_MS = 60_000;
const NAME = "@acme/corridor-provider-volta";
const [KEY, SECRET] = ["key_0123456789abcdef", "whsec_0123456789abcdef0123456789abcdef"];

const directory = mkdtempSync(join(tmpdir(), "corridor-package-"));
const at = (...parts: string[]): string => join(directory, ...parts);
let holds = true;
const say = (text: string, isSo = true): void => {
  holds &&= isSo;
  console.log(`${isSo ? "  " : "NO "}${text}`);
};
const run = (cwd: string, program: string, ...given: string[]): string =>
  execFileSync(program, given, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
const npm = (cwd: string, ...given: string[]): string => run(cwd, "npm", ...given, "--no-audit", "--no-fund");
const packed = (folder: string): string => join(folder, npm(folder, "pack", "--silent").split("\n").at(-1)!);

type Service = { process: ChildProcess; said: () => string; isReady: boolean };
async function start(packages: string): Promise<Service> {
  const settings = { DATA_DIR: at("data"), PORT: `${PORT}`, SANDBOX_PORT: `${SANDBOX_PORT}`, PROVIDERS: packages };
  const process = spawn(globalThis.process.execPath, [MAIN, "start"], {
    cwd: at("service"),
    env: { ...globalThis.process.env, ...settings },
  });
  let said = "";
  const isReady = await new Promise<boolean>((resolve) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes("/dashboard")) resolve(true);
    };
    process.stdout.on("data", hear);
    process.stderr.on("data", hear);
    process.once("exit", () => resolve(false));
    setTimeout(() => resolve(false), READY_WITHIN_MS).unref();
  });
  return { process, said: () => said, isReady };
}
async function stop({ process }: Service): Promise<void> {
  if (process.exitCode !== null) return;
  const ended = once(process, "exit");
  process.kill("SIGTERM");
  await ended;
}

const BASE = `http://127.0.0.1:${PORT}/v1`;
type Caller = { authorization: string; "x-api-key": string };
async function request(caller: Caller | object, method: string, path: string, body?: object) {
  const answer = await fetch(`${BASE}${path}`, {
    method,
    headers: { ...caller, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse((await answer.text()) || "null") };
}
async function call(caller: Caller, method: string, path: string, body?: object): Promise<any> {
  const { status, body: read } = await request(caller, method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(read)}`);
  return read;
}
const readDemo = (): DemoFile => JSON.parse(readFileSync(at("data/demo.json"), "utf8")) as DemoFile;
async function callers(): Promise<{ admin: Caller; shop: Caller }> {
  const { admin, organizations } = readDemo();
  const answer = await fetch(`http://127.0.0.1:${PORT}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: admin.email, password: admin.password }),
  });
  const { token } = (await answer.json()) as { token: string };
  const [organization] = organizations;
  return {
    admin: { authorization: `Bearer ${token}`, "x-api-key": "NONE" },
    shop: { authorization: "NONE", "x-api-key": organization!.api_key },
  };
}
async function eventually<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const untilMs = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const value = await read();
    if (isRight(value) || performance.now() > untilMs) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Callbacks come over HTTP, as soon as the command waits for them. */
async function certified(
  cwd: string,
  program: string,
  given: readonly string[],
  bank: Volta,
  settings: readonly string[],
) {
  const [base, key, secret] = settings;
  const flags = ["--public-url", "https://pay.example", "--port", `${CALLBACK_PORT}`];
  const env = { VOLTA_BASE_URL: base, VOLTA_API_KEY: key, VOLTA_WEBHOOK_SECRET: secret, PROVIDERS: NAME };
  const child = spawn(program, [...given, ...flags], { cwd, env: { ...process.env, ...env } });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => void (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => {
    for (const [reference, { status }] of chunk.includes("Waiting") ? bank.payments : [])
      if (status === "PENDING") void deliver(CALLBACK_PORT, bank.complete(reference));
  });
  const [code] = (await once(child, "close")) as [number];
  const said = text.trim().split("\n");
  return { code, text, said, first: said[0], asExpected: said.filter((line) => line.endsWith("  as expected")).length };
}
const deliver = (port: number, { headers, rawBody, path }: RawCallback) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" } as Record<string, string>,
    body: rawBody,
  });

type Volta = {
  payments: Map<string, { status: string }>;
  url: string;
  complete(reference: string): RawCallback;
  close(): Promise<void>;
};
let volta: Volta | undefined;
let service: Service | undefined;
try {
  const guide = readFileSync(join(ROOT, "docs/reference/write-a-provider.md"), "utf8");
  const commands = /^```sh\n(.*?)^```$/ms.exec(guide)![1]!;
  const said = execFileSync("bash", ["-euo", "pipefail", "-c", commands], {
    cwd: directory,
    encoding: "utf8",
    env: { ...process.env, CORRIDOR: ROOT },
  });
  const made = at("corridor-provider-volta");
  const kit = join(
    directory,
    readdirSync(directory).find((name) => name.endsWith(".tgz"))!,
  );
  say(`the commands of the guide: ${said.trim().split("\n").at(-1)}`, said.includes("rules hold"));
  for (const folder of ["empty", "service"]) {
    mkdirSync(at(folder));
    writeFileSync(at(folder, "package.json"), '{ "private": true }\n');
  }
  npm(at("empty"), "install", kit);
  const types = 'import { providerKind, type Provider, Money } from "@corridor/provider-kit";\n';
  writeFileSync(
    at("empty/use.ts"),
    `${types}export const used: [typeof providerKind, Provider?] = [providerKind];\nMoney.parse("1.00", "GHS");\n`,
  );
  run(
    at("empty"),
    join(ROOT, "node_modules/.bin/tsc"),
    "--noEmit",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--strict",
    "--types",
    "",
    "use.ts",
  );
  say("the packed kit is installed from its file into an empty folder, and its types compile");

  npm(at("service"), "install", packed(made));
  const { startServer } = (await import(pathToFileURL(join(made, "conformance.js")).href)) as {
    startServer(): Promise<Volta>;
  };
  volta = await startServer();
  const bank = await startServer();

  const [certify, ...settings] = [join(made, "node_modules/.bin/corridor-certify"), bank.url, KEY, SECRET] as const;
  const whole = await certified(made, certify, ["."], bank, settings);
  say(`the packed kit certifies it: ${whole.first}`, whole.code === 0 && whole.asExpected === STEPS);
  const own = await certified(
    at("service"),
    globalThis.process.execPath,
    [MAIN, "provider", "certify", "volta"],
    bank,
    settings,
  );
  say(`and so does the service, where it is installed: ${own.first}`, own.code === 0 && own.asExpected === STEPS);
  const wrong = await certified(made, certify, ["."], bank, [bank.url, "another key", SECRET]);
  say(
    `with a wrong key: ${wrong.said[1]}`,
    wrong.code === 1 && wrong.text.includes("the keys or the account are wrong"),
  );
  await bank.close();
  const dead = await certified(made, certify, ["."], bank, [bank.url, KEY, SECRET]);
  say(`with a dead host: ${dead.said[1]}`, dead.code === 1 && dead.text.includes("the host does not answer"));

  service = await start("");
  if (!service.isReady) throw new Error(service.said());
  let { admin, shop } = await callers();
  const listed = async () => (await call(admin, "GET", "/payments/providers?limit=100")).data as any[];
  const namedIn = async (): Promise<boolean> =>
    JSON.stringify(
      ((await (await fetch(`${BASE}/openapi.json`)).json()) as any).components.schemas.ProviderName,
    ).includes("volta");
  const filtered = async () => (await request(shop, "GET", "/transactions?provider=volta")).status;
  say(
    "without its package, no API knows the name",
    !(await listed()).some(({ provider }) => provider === "volta") && !(await namedIn()) && (await filtered()) === 400,
  );
  await stop(service);

  service = await start(NAME);
  if (!service.isReady) throw new Error(service.said());
  ({ admin, shop } = await callers());
  const entry = (await listed()).find(({ provider }) => provider === "volta");
  say(
    "with it, the list of providers, the API document and its filters do",
    entry?.state === "not_set_up" && (await namedIn()) && (await filtered()) === 200,
  );
  await call(admin, "PUT", "/payments/providers/volta/settings", {
    base_url: volta.url,
    api_key: KEY,
    webhook_secret: SECRET,
  });
  const tried = await call(admin, "POST", "/payments/providers/volta/try");
  say(`set up and tried: ${tried.data.message}`, tried.data.works === true);
  await call(admin, "POST", "/payments/provider-configs", {
    provider: "volta",
    country: "GH",
    payment_method: "mobile_money",
    direction: "inbound",
    priority: 0,
  });
  const pay = async (): Promise<{ id: string; transaction: string; attempt: any }> => {
    const { response } = await call(shop, "POST", "/payments-init/initiate", {
      amount: 1500,
      target_amount: 1500,
      currency: "GHS",
      target_currency: "GHS",
      country: "GH",
      payment_method: "mobile_money",
      direction: "payin",
      payer_details: { name: "Ama Owusu", phone: "+233241234567" },
      mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
    });
    const record = await call(shop, "GET", `/payments/transaction/${response.transaction_id}`);
    return { id: response.payment_id, transaction: response.transaction_id, attempt: record.attempts[0] };
  };
  const statusOf = async (id: string): Promise<string> => (await call(shop, "GET", `/payments/${id}`)).data.status;
  const complete = async (reference: string, change: (raw: RawCallback) => RawCallback = (raw) => raw) => {
    return (await deliver(PORT, change(volta!.complete(reference)))).status;
  };
  const first = await pay();
  say(`routed to ${first.attempt.provider}`, first.attempt.provider === "volta");
  const forged = await complete(first.attempt.attempt_id, (raw) => ({
    ...raw,
    headers: { "x-signature": "0".repeat(64) },
  }));
  say(
    `a forged callback is answered ${forged}, and changes nothing`,
    forged === 401 && (await statusOf(first.id)) !== "completed",
  );
  const statuses = [await complete(first.attempt.attempt_id), await complete(first.attempt.attempt_id)];
  const paid = await eventually(
    () => statusOf(first.id),
    (status) => status === "completed",
  );
  say(`paid by a callback that came twice (${statuses.join(", ")}): ${paid}`, paid === "completed");
  await call(shop, "POST", `/payments/${first.id}/refund`, { amount: 500, reason: "returned" });
  const refunds = await eventually(
    async () => (await call(shop, "GET", `/payments/${first.id}/refunds`)).data,
    ([refund]) => refund?.status === "completed",
  );
  say(`refunded in part: ${refunds[0]?.amount} ${refunds[0]?.status}`, refunds[0]?.status === "completed");
  // The worker begins with the day on which it first sees the provider, and asks for each day when it is over.
  for (const seconds of [QUARTER_SECONDS, ...Array.from({ length: SETTLED_DAYS }, () => DAY_SECONDS)]) {
    await call(shop, "POST", "/sandbox/clock", { advance_seconds: seconds });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  ({ admin, shop } = await callers());
  const account = await eventually(
    async () => (await call(admin, "GET", "/settlements/accounts")).data.find((one: any) => one.account === "volta"),
    (one) => one?.lines === 2 && Number(one.unexplained) === 0,
  );
  say(
    `reconciled: ${account?.lines} lines, stated ${account?.stated}, expected ${account?.expected}, open exceptions ${account?.open_exceptions}`,
    account?.lines === 2 &&
      Number(account.stated) === 1000 &&
      Number(account.unexplained) === 0 &&
      account.open_exceptions === 0,
  );

  const open = await pay();
  await stop(service);
  service = await start("");
  say(
    `its removal under way: ${service.said().trim().split("\n").at(-1)}`,
    !service.isReady && service.said().includes("still in progress at volta"),
  );
  await stop(service);
  service = await start(NAME);
  ({ admin, shop } = await callers());
  await complete(open.attempt.attempt_id);
  await eventually(
    () => statusOf(open.id),
    (status) => status === "completed",
  );
  await stop(service);
  npm(at("service"), "uninstall", NAME);
  service = await start("");
  if (!service.isReady) throw new Error(service.said());
  ({ admin, shop } = await callers());
  const next = await pay();
  say(
    `removed: earlier payments are ${await statusOf(open.id)}, new ones go to ${next.attempt.provider}`,
    next.attempt.provider === "fiat" && (await statusOf(open.id)) === "completed",
  );
  await stop(service);

  const unusable: readonly (readonly [packages: string, change: (text: string) => string, says: string])[] = [
    ["@acme/missing", (text) => text, "is not installed"],
    ["@acme/later", (text) => text.replace(/kit: "\^[\d.]+"/, 'kit: "^99.0.0"'), "it works with ^99.0.0 of the kit"],
    ["@acme/twin,@acme/double", (text) => text, "both claim the name volta"],
    ["@acme/no-hosts", (text) => text.replace(/hosts: \[.*\]/, "hosts: []"), "`hosts` must list the hosts"],
    [
      "@acme/elsewhere",
      (text) => text.replace(/hosts: \[.*\]/, 'hosts: ["api.other.example"]'),
      "`hosts` must name api.example.com",
    ],
  ];
  for (const [packages, change, says] of unusable) {
    for (const name of packages === "@acme/missing" ? [] : packages.split(",")) {
      const place = at("service/node_modules", name);
      cpSync(made, place, { recursive: true, filter: (path) => !path.includes(join(made, "node_modules")) });
      writeFileSync(join(place, "index.js"), change(readFileSync(join(made, "index.js"), "utf8")));
    }
    service = await start(packages);
    const last = service.said().trim().split("\n").slice(-2).join(" ");
    say(`${packages}: ${last}`, !service.isReady && service.said().includes(says));
    await stop(service);
  }
} finally {
  if (service !== undefined) await stop(service);
  await volta?.close();
  rmSync(directory, { recursive: true, force: true });
}
process.exitCode = holds ? 0 : 1;
