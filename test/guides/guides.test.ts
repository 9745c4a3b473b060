import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createForwarder } from "@corridor/server/commands/client/listen.ts";
import { type BrowserService, startBrowserService } from "#test/browser/service.ts";
import { freePort } from "#test/harness/free-port.ts";
import { blocksOf, GUIDE_NAMES, guideScript } from "./guide-script.ts";

let service: BrowserService;
beforeAll(async () => {
  service = await startBrowserService({ SANDBOX_DELAY_MS: "20" });
});
afterAll(() => service.close());

test("every command of every guide works against a service as it starts", async () => {
  const child = spawn("bash", ["-c", guideScript(process.execPath)], {
    env: { PATH: process.env["PATH"], DATA_DIR: service.directory },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, "close");
  expect(code, output.slice(-4_000)).toBe(0);
  expect(output).toContain("guide: end");
  // A reader sees each answer on a screen: what is longer is filtered.
  expect(output.split("\n").filter((line) => line.length > MAX_ANSWER_CHARACTERS)).toEqual([]);
});
const MAX_ANSWER_CHARACTERS = 2_000;

test("a block that is not run says why, and every guide has one that is run and says what it answers", () => {
  for (const name of GUIDE_NAMES)
    expect(
      blocksOf(name).some(({ skip, prints }) => skip === null && prints.length > 0),
      name,
    ).toBe(true);
});

/** Runs a program of examples/ until the test is over. */
async function startExample(command: string, args: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"], DATA_DIR: service.directory, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, "exit");
  });
  await once(child.stdout, "data");
}

const SECRET = "whsec_c2VjcmV0IG9mIGEgc2hvcCB0aGF0IGlzIGxvbmcgZW5vdWdo";
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const shops: [string, string][] = [
  ["shop.mjs", process.execPath],
  ...(hasPython ? [["shop.py", "python3"] as [string, string]] : []),
];

test.each(shops)(
  "the example %s takes a payment, shows that it completed, and believes signed webhooks only",
  async (file, command) => {
    const port = await freePort();
    await startExample(command, [`examples/${file}`], { SHOP_PORT: String(port), CORRIDOR_WEBHOOK_SECRET: SECRET });
    const shop = `http://127.0.0.1:${port}`;
    const bought = await fetch(`${shop}/buy`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ phone: "+233241234567" }),
    });
    const order = `${shop}${bought.headers.get("location")}`;
    const shown = async (): Promise<string> => (await fetch(order)).text();
    await expect.poll(shown).toContain("Status: <b>completed</b>");

    const { data } = await service.call("GET", "/events?type=payment.completed&limit=1");
    const event = { ...data[0], text: JSON.stringify(data[0]) };
    expect(await createForwarder(`${shop}/hook`, "whsec_Zm9yZ2Vk").send(event)).toContain("400");
    expect(await shown()).toContain("Webhook: not yet");
    expect(await createForwarder(`${shop}/hook`, SECRET).send(event)).toContain("204");
    expect(await shown()).toContain("Webhook: received");
  },
);

async function outputOf(args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { DATA_DIR: service.directory },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, "close");
  expect(code, output).toBe(0);
  return output;
}

test("the example payroll pays everybody once, though it is run twice", async () => {
  const run = () => outputOf(["examples/payroll.mjs", "examples/salaries.csv", "2026-01"]);
  expect((await run()).match(/completed/g)).toHaveLength(3);
  expect((await run()).match(/completed \(paid by an earlier run\)/g)).toHaveLength(3);
});

test("the example marketplace pays seller and marketplace out of escrow", async () => {
  const output = await outputOf(["examples/marketplace.mjs"]);
  expect(output).toContain("The money is in escrow.\nThe seller has the money.\n");
  expect(output.match(/NGN (?:10800|1200) {2}completed/g)).toHaveLength(2);
});
