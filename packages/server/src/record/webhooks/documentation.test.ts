import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { EVENT_TYPES } from "#src/record/events/event-types.ts";
import { newSigningSecret, signatureHeaders, signingKey } from "./signature.ts";

test("the guide's own code verifies a signature, and during a rotation with either secret", async () => {
  const guide = await readFile(new URL("../../../../../docs/guides/webhooks.md", import.meta.url), "utf8");
  const directory = await mkdtemp(join(tmpdir(), "corridor-guide-"));
  try {
    const file = join(directory, "verify.mjs");
    await writeFile(file, /```js\n([\s\S]*?)```/.exec(guide)![1]!);
    const { isGenuine } = (await import(pathToFileURL(file).href)) as {
      isGenuine: (secret: string, body: string, headers: object) => boolean;
    };
    const [current, previous, stranger] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
    const body = '{"amount":1500.00}';
    const headers = signatureHeaders(
      { current: signingKey(current), previous: signingKey(previous) },
      { eventId: "1", body: Buffer.from(body), sentAt: new Date(), tries: 0 },
    );
    expect(isGenuine(current, body, headers)).toBe(true);
    expect(isGenuine(previous, body, headers)).toBe(true);
    expect(isGenuine(stranger, body, headers)).toBe(false);
    expect(isGenuine(current, body.replace("1500.00", "1500"), headers)).toBe(false);
    expect(isGenuine(current, body, {})).toBe(false);
  } finally {
    await rm(directory, { recursive: true });
  }
});

test("the guide's table names every event type, once", async () => {
  const guide = await readFile(new URL("../../../../../docs/guides/webhooks.md", import.meta.url), "utf8");
  expect([...guide.matchAll(/^\| `([a-z_.]+\.[a-z_]+)` \|/gm)].map((row) => row[1])).toEqual([...EVENT_TYPES]);
});

test("every event type reads as words separated by dots, as the event log requires", () => {
  for (const type of EVENT_TYPES) expect(type).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
});
