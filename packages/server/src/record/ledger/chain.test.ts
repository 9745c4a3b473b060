import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type ChainedPosting, chainHash, GENESIS_HASH } from "./chain.ts";

test("a chain begins with sixty-four zeros, so that its first hash never changes", () => {
  expect(GENESIS_HASH).toBe("0000000000000000000000000000000000000000000000000000000000000000");
});

test("the hash is that of the JSON text of all values, whatever characters they hold", () => {
  const id = "018f3c1e-0000-7000-8000-000000000001";
  const odd = [
    "plain",
    "",
    'quotes " and \\ strokes',
    "line\nbreak\ttab\u0001",
    "日本語 \u{1f4b6} \u2028",
    "],[",
    "null",
  ];
  for (const text of odd) {
    const transaction = {
      orgId: id,
      position: 7,
      cause: `${id}:${text}`,
      description: text,
      at: new Date("2026-01-05T09:00:00.123Z"),
      hasHappened: null,
    };
    const posting = (change: Partial<ChainedPosting>): ChainedPosting => ({
      accountId: id,
      purpose: "provider",
      ownerId: text,
      currency: "USD",
      amount: "-1.00",
      heldChange: "0.00",
      holdId: null,
      accountStatus: null,
      floor: null,
      balanceAfter: "9.00",
      heldAfter: "0.00",
      ...change,
    });
    const postings = [posting({}), posting({ holdId: id, heldChange: "-1.00" }), posting({ accountStatus: "frozen" })];
    const lines = postings.map((p) => [
      p.accountId,
      p.purpose,
      p.ownerId,
      p.currency,
      p.amount,
      p.heldChange,
      p.holdId,
      p.accountStatus,
      p.balanceAfter,
      p.heldAfter,
    ]);
    const json = JSON.stringify([GENESIS_HASH, id, 7, transaction.cause, text, "2026-01-05T09:00:00.123Z", lines]);
    expect(chainHash(GENESIS_HASH, transaction, postings)).toBe(createHash("sha256").update(json).digest("hex"));

    // Fields that were added later are at the end, so that older hashes stay valid.
    const later = [posting({ floor: "-5.00" }), ...postings.slice(1)];
    const laterJson = JSON.stringify([
      GENESIS_HASH,
      id,
      7,
      transaction.cause,
      text,
      "2026-01-05T09:00:00.123Z",
      [[...lines[0]!, "-5.00"], ...lines.slice(1)],
      true,
    ]);
    expect(chainHash(GENESIS_HASH, { ...transaction, hasHappened: true }, later)).toBe(
      createHash("sha256").update(laterJson).digest("hex"),
    );
  }
});
