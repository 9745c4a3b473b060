import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayment, anAttempt } from "#src/modules/money/core/payment.fixtures.ts";
import { eventDataOf } from "#src/modules/money/payments/records/payment-record.ts";
import { newId } from "#src/platform/ids.ts";
import { createTestDatabase, type TestDatabase } from "#test/harness/database.ts";
import { compactText, TEMPLATES } from "./compact-text.ts";
import type { EventType } from "./event-types.ts";
import { eventRow } from "./write-events.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function textsOf(stored: readonly string[]): Promise<string[]> {
  const rows = await database.db.query<{ text: string }>(
    "SELECT event_text(stored, NULL, NULL) AS text FROM unnest($1::text[]) WITH ORDINALITY AS s (stored, i) ORDER BY i",
    [stored],
  );
  return rows.map(({ text }) => text);
}

/** An event type and whether the event shares its data, for each template. */
const USES: readonly (readonly [EventType, boolean])[] = [
  ["payment.pending", true],
  ["virtual_account.withdrawal", false],
  ["virtual_account.deposit", false],
  ["payment.pending", false],
  ["transaction.updated", false],
];

function filled(template: string, valueOf: (slot: number) => string): string {
  return template.replaceAll(/%(\d+)\$s/g, (_, slot: string) => valueOf(Number(slot)));
}

/** What a caller could write to be mistaken for a part of a template, and any other JSON. */
const fragments = TEMPLATES.flatMap((template) => template.split(/%\d+\$s/));
const value = fc.oneof(
  fc.constantFrom(...fragments, "", "%", "%1$s", "{}", "null", "\\u001f", '"data":{', "}}"),
  fc.json(),
  fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text)),
);

describe("the stored text of an event", () => {
  test.each(USES.map(([type, shares], index) => ({ number: index + 1, type, shares })))(
    "of template $number is put together byte for byte, whatever its values are",
    async ({ number, type, shares }) => {
      const template = TEMPLATES[number - 1]!;
      const samples = fc.sample(fc.array(value, { minLength: 70, maxLength: 70 }), 200);
      const texts = [filled(template, () => "1"), ...samples.map((values) => filled(template, (slot) => values[slot]!))];
      const stored = texts.map((text) => compactText(type, [text], shares).join(""));
      expect(stored[0]).toMatch(new RegExp(`^${number}\x1F`));
      expect(await textsOf(stored)).toEqual(texts);
    },
  );

  test("that fits no template is the text itself", async () => {
    const text = '{"event_id":"1","data":{"sequence":1}}';
    expect(compactText("payment.pending", [text.slice(0, 9), text.slice(9)], false).join("")).toBe(text);
    expect(compactText("dispute.opened", [text], false)).toEqual([text]);
    expect(await textsOf([text])).toEqual([text]);
  });

  test("of a payment under way takes less than half of what is sent", async () => {
    const paymentId = newId();
    const attempts = [anAttempt({ attempt_id: paymentId })];
    const at = new Date("2026-01-05T10:00:00.000Z");
    const route = [{ provider: "fiat", config_id: newId(), priority: 1, scope: "global", taken: true, reason: "first" } as const];
    const timeline = [{ at: at.toISOString(), from: null, to: "processing", source: "api", note: null } as const];
    const payment = aPayment({ paymentId, progress: { route, attempts, timeline } });
    const data = eventDataOf(payment, null);
    const event = { orgId: payment.orgId, type: "transaction.updated", resourceType: "payment", resourceId: paymentId, sequence: 1, data, at } as const;
    const stored = eventRow(newId(), event).payload.join("");
    const [sent] = await textsOf([stored]);
    expect(sent).toContain(data.join("").slice(0, -1));
    expect(stored.length * 2).toBeLessThan(sent!.length);
  });

  test("is found by no long search when a caller repeats the names of fields", () => {
    const names = fragments.filter((fragment) => fragment !== "").join("1");
    const text = filled(TEMPLATES[4]!, (slot) => (slot === 32 ? names.repeat(50) : "1"));
    expect(compactText("payment.pending", [`${text} `], false)).toEqual([`${text} `]);
  });
});
