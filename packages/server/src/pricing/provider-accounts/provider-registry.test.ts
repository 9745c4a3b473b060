import { expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { createLogger } from "#src/kernel/log.ts";
import { PAYSTACK } from "@corridor/providers/paystack/paystack.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { createMetrics } from "#src/kernel/metrics.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { createProviderRegistry } from "./provider-registry.ts";

const LONGEST_WAY_OUT = 12;
const parts: Parameters<typeof createProviderRegistry>[0] = {
  db: { query: async () => [] } as unknown as Db,
  clock: new SteppedClock(),
  log: createLogger({ level: "silent" }),
  outbound: createOutbound(),
  publicOutbound: createOutbound(),
  secrets: createSecretBox({ masterSecret: "a test secret that is long enough to be one, and is used nowhere else" }),
  invalidations: {
    subscribe: () => () => undefined,
    isConfirmed: () => true,
    leads: () => true,
    hear: () => undefined,
    dropAll: () => undefined,
    close: async () => {},
  },
  builtIn: new Map(),
  kinds: [],
  metrics: createMetrics(),
  secureOnly: false,
};

test("no change is missed, at whatever moment it is heard of while the one before is being read", async () => {
  for (let turns = 0; turns < LONGEST_WAY_OUT; turns++) {
    let hearOfChange: () => void = () => undefined;
    let reads = 0;
    const query = async (text: string) => {
      if (!text.includes("provider_settings")) return [];
      reads++;
      // Counts the turns of the event loop from the moment at which the answer has arrived.
      if (reads === 1) void waitTurns(turns).then(() => hearOfChange());
      return [];
    };
    const registry = createProviderRegistry({
      ...parts,
      db: { query } as unknown as Db,
      invalidations: {
        ...parts.invalidations,
        subscribe: (_, onChange) => ((hearOfChange = () => onChange(undefined)), () => undefined),
      },
    });
    await registry.start();
    await waitTurns(LONGEST_WAY_OUT);
    await registry.settled();
    expect([turns, reads]).toEqual([turns, 2]);
    await registry.close();
  }
});

test("in production, an adapter that was never certified has to be confirmed", async () => {
  const certified = { at: "2026-11-19T10:00:00.000Z", by: "Ama Owusu", kit: "1.0.0" };
  const needs = async (change: Partial<typeof parts>) =>
    (await createProviderRegistry({ ...parts, ...change }).corridorsOf("paystack"))?.needsConfirmation;
  expect(await needs({ kinds: [PAYSTACK], secureOnly: true })).toBe(true);
  expect(await needs({ kinds: [PAYSTACK] })).toBe(false);
  expect(await needs({ kinds: [{ ...PAYSTACK, certified }], secureOnly: true })).toBe(false);
});

async function waitTurns(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await Promise.resolve();
}
