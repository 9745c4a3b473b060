import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CallbackReceiver, startCallbackReceiver } from "@corridor/test/harness/sandbox.ts";
import { paymentFields } from "./sandbox.fixtures.ts";

const KEY = "a-key-that-both-sides-hold";
const SCRIPT = new URL("../../test/harness/sandbox-process.ts", import.meta.url).pathname;

let directory: string;
let receiver: CallbackReceiver;
let child: ChildProcess | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-test-"));
  receiver = await startCallbackReceiver();
});
afterEach(async () => {
  await kill();
  await receiver.close();
  await rm(directory, { recursive: true });
});

async function start(delayMs: number): Promise<string> {
  child = spawn(process.execPath, [SCRIPT, directory, KEY, String(delayMs)], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  return line.toString().trim();
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

const dispatch = async (url: string): Promise<string | null> => {
  const fields = paymentFields(receiver.url, {});
  try {
    const reply = await fetch(`${url}/fiat/payments`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    return reply.status === 201 ? (fields["reference"] as string) : null;
  } catch {
    return null;
  }
};

type Listed = { reference: string; status: string };
const journal = async (url: string): Promise<Listed[]> =>
  ((await (await fetch(`${url}/journal?limit=10000`)).json()) as { operations: Listed[] }).operations;

test("whatever was answered as accepted is still there after kill -9 under load", async () => {
  const first = await start(600_000);
  const accepted = new Set<string>();
  let killed = false;
  const callers = Array.from({ length: 16 }, async () => {
    while (!killed) {
      const reference = await dispatch(first);
      if (reference !== null) accepted.add(reference);
      if (accepted.size >= 300 && !killed) {
        killed = true;
        child!.kill("SIGKILL");
      }
    }
  });
  await Promise.all(callers);
  await kill();
  expect(accepted.size).toBeGreaterThanOrEqual(300);

  const second = await start(600_000);
  const references = new Set((await journal(second)).map(({ reference }) => reference));
  expect([...accepted].filter((reference) => !references.has(reference))).toEqual([]);
});

test("callbacks that were owed at the moment of kill -9 are sent by the next process", async () => {
  receiver.answerWith(503);
  const first = await start(0);
  const references = (await Promise.all(Array.from({ length: 20 }, () => dispatch(first)))) as string[];
  while (new Set(receiver.events().map((event) => event["reference"])).size < 20)
    await new Promise((resolve) => setImmediate(resolve));
  await kill();
  const before = receiver.events().length;
  receiver.answerWith(200);
  const second = await start(0);
  while (
    new Set(
      receiver
        .events()
        .slice(before)
        .map((event) => event["reference"]),
    ).size < 20
  )
    await new Promise((resolve) => setImmediate(resolve));
  expect(
    new Set(
      receiver
        .events()
        .slice(before)
        .map((event) => event["reference"]),
    ),
  ).toEqual(new Set(references));
  expect((await journal(second)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => "completed"));
});
