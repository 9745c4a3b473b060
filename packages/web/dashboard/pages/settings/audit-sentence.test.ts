import { expect, test } from "vitest";
import { changesOf, type Entry, sentenceOf } from "./audit-sentence.ts";

const entry = (fields: Partial<Entry>): Entry =>
  ({
    actor_type: "user",
    actor_id: "u1",
    actor_user_id: null,
    action: "api_key.revoked",
    resource_type: "api_key",
    ...fields,
  }) as Entry;
const NAMES = new Map([
  ["u1", "Ada Obi"],
  ["k1", "Shop"],
]);

test("an entry reads as a sentence with names, and without where nobody knows them", () => {
  expect(sentenceOf(entry({}), NAMES)).toBe("Ada Obi revoked an API key");
  expect(
    sentenceOf(
      entry({ actor_type: "api-key", actor_id: "k1", actor_user_id: "u1", action: "payment.initiated" }),
      NAMES,
    ),
  ).toBe("The key Shop of Ada Obi initiated a payment");
  expect(sentenceOf(entry({ actor_id: "gone", action: "member.role_changed" }), NAMES)).toBe(
    "A person changed the role of a member",
  );
  expect(sentenceOf(entry({ action: "payment.refund_requested" }), NAMES)).toBe(
    "Ada Obi requested the refund of a payment",
  );
  expect(sentenceOf(entry({ action: "invite.sent_again" }), NAMES)).toBe("Ada Obi sent an invite again");
  expect(sentenceOf(entry({ action: "payout_batch.checking" }), NAMES)).toBe("Ada Obi had a payout batch checked");
  expect(sentenceOf(entry({ actor_type: "system", actor_id: "x", action: "kyb.decided" }), NAMES)).toBe(
    "The system decided a business verification",
  );
});

test("a change shows what was before and what is after", () => {
  expect(changesOf({ from: "active", to: "frozen", reason: "asked for" })).toEqual([
    { field: "Status", before: "active", after: "frozen" },
    { field: "Reason", before: null, after: "asked for" },
  ]);
  expect(changesOf({ role: { from: "org-member", to: null }, scopes: ["a", "b"] })).toEqual([
    { field: "Role", before: "org-member", after: null },
    { field: "Scopes", before: null, after: "a, b" },
  ]);
  expect(changesOf(null)).toEqual([]);
});
