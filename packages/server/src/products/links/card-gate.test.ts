import { describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createLogger } from "#src/kernel/log.ts";
import { OutboundError, type OutboundRequest } from "@corridor/provider-kit/outbound.ts";
import { CARD_LIMITS, type CardAttempt, createCardGate } from "./card-gate.ts";

const log = createLogger({ level: "silent" });
const CHALLENGE = { url: "https://challenge.example/siteverify", secret: "shared" };

function start(challenge: typeof CHALLENGE | null = null) {
  const settings = { checkoutChallengeUrl: challenge?.url, checkoutChallengeSecret: challenge?.secret };
  const clock = new SteppedClock();
  const asked: OutboundRequest[] = [];
  /** The answers of the challenge verifier: the token "solved" is valid once. */
  const outbound = {
    async request(request: OutboundRequest) {
      asked.push(request);
      const token = new URLSearchParams(String(request.body)).get("response");
      if (token === "down") throw new OutboundError("POST challenge.example", "not_sent", "connect");
      return {
        statusCode: 200,
        headers: {},
        body: Buffer.from(token === "odd" ? "<html>" : JSON.stringify({ success: token === "solved" })),
      };
    },
  };
  const gate = createCardGate({ clock, outbound, log, environment: "production", settings });
  const base: CardAttempt = {
    linkRef: "link",
    orgId: newId(),
    address: "203.0.113.1",
    challengeToken: undefined,
  };
  return {
    clock,
    asked,
    attempt: (change: Partial<CardAttempt> = {}): Promise<string> =>
      gate.admit({ ...base, ...change }).then(
        () => "admitted",
        (error: { code: string }) => error.code,
      ),
  };
}

async function times(count: number, attempt: (n: number) => Promise<string>): Promise<string[]> {
  const outcomes: string[] = [];
  for (let n = 0; n < count; n++) outcomes.push(await attempt(n));
  return outcomes;
}
const admittedOf = (outcomes: string[]): number => outcomes.filter((outcome) => outcome === "admitted").length;
const addressOf = (n: number): string => `198.51.${Math.floor(n / 250)}.${n % 250}`;

describe("cards at the checkout", () => {
  test("one address tries as many cards as its limit an hour, over all links; its IPv6 network counts as one", async () => {
    const { attempt } = start();
    expect(admittedOf(await times(200, (n) => attempt({ linkRef: `link ${n}` })))).toBe(CARD_LIMITS.address);
    expect(
      admittedOf(
        await times(200, (n) => attempt({ address: `2001:db8:1:2::${n.toString(16)}`, linkRef: `other ${n}` })),
      ),
    ).toBe(CARD_LIMITS.address);
    expect(await attempt({ address: "203.0.113.2", linkRef: "link 7" })).toBe("admitted");
  });

  test("a thousand addresses at one link do not close it: whoever pays there tries twice an hour from their own address", async () => {
    const { attempt } = start();
    await times(1_000, (n) => attempt({ address: addressOf(n) }));
    expect(await times(3, () => attempt({ address: "192.0.2.77" }))).toEqual(["admitted", "admitted", "RATE_LIMITED"]);
    expect(await times(3, () => attempt({ address: "192.0.2.78", linkRef: "another shop", orgId: newId() }))).toEqual([
      "admitted",
      "admitted",
      "admitted",
    ]);
  });
});

describe("with a challenge", () => {
  test("it is asked for from the tenth card of an address on, and whoever solves it goes on beyond every limit", async () => {
    const { attempt, asked } = start(CHALLENGE);
    expect(await times(12, () => attempt())).toEqual([
      ...Array.from({ length: 10 }, () => "admitted"),
      "CHALLENGE_REQUIRED",
      "CHALLENGE_REQUIRED",
    ]);
    expect(asked).toEqual([]);
    expect(admittedOf(await times(100, () => attempt({ challengeToken: "solved" })))).toBe(100);
    expect(new URLSearchParams(String(asked[0]!.body)).toString()).toBe(
      "secret=shared&response=solved&remoteip=203.0.113.1",
    );
  });

  test("a wrong token, an odd answer and a verifier that is down solve nothing", async () => {
    const { attempt } = start(CHALLENGE);
    await times(10, () => attempt());
    for (const challengeToken of ["wrong", "odd", "down"])
      expect(await attempt({ challengeToken })).toBe("CHALLENGE_REQUIRED");
  });

  test("a link that many addresses try asks everybody for it", async () => {
    const { attempt } = start(CHALLENGE);
    await times(CARD_LIMITS.linkAsks, (n) => attempt({ address: addressOf(n) }));
    expect(await attempt({ address: "192.0.2.77" })).toBe("CHALLENGE_REQUIRED");
    expect(await attempt({ address: "192.0.2.77", challengeToken: "solved" })).toBe("admitted");
  });
});
