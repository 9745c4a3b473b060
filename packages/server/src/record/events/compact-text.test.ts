import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { eventDataOf } from "#src/payments/wire/payment-record.ts";
import { newId } from "@corridor/base/ids.ts";
import { compactText, TEMPLATES } from "./compact-text.ts";
import { filled, fragments, restored, textsOf, USES } from "./compact-text.fixtures.ts";
import type { EventType } from "./event-types.ts";
import { eventRow } from "./write-events.ts";

describe("the stored text of an event", () => {
  test.each(USES)(
    "of template $number gives the same text again, whatever its values are",
    ({ number, type, shares }) => {
      const texts = textsOf(number);
      const stored = texts.map((text) => compactText(type, [text], shares).join(""));
      expect(stored[0]!.startsWith(`${number}\x1F`)).toBe(true);
      expect(stored.map(restored)).toEqual(texts);
    },
  );

  test.each(USES)(
    "of template $number holds each value once, and nothing of the template",
    ({ number, type, shares }) => {
      const template = TEMPLATES[number - 1]!;
      const slots = new Set([...template.matchAll(/%(\d+)\$s/g)].map(([, slot]) => Number(slot)));
      const text = filled(template, (slot) => `v${slot}`);
      const values = [...slots].toSorted((one, next) => one - next).map((slot) => `v${slot}`);
      expect(compactText(type, [text], shares)).toEqual([[String(number), ...values].join("\x1F")]);
    },
  );

  test("has the template of its type alone", () => {
    const texts = TEMPLATES.map((template) => filled(template, () => "1"));
    const fitting = (type: EventType, shares = false) =>
      texts.flatMap((text, index) => (compactText(type, [text], shares)[0] === text ? [] : [index + 1]));
    expect(fitting("virtual_account.deposit")).toEqual([2, 3]);
    expect(fitting("virtual_account.withdrawal")).toEqual([2, 3]);
    for (const type of [
      "payment.processing",
      "payment.pending",
      "payment.completed",
      "payment.failed",
      "transaction.updated",
    ] as const)
      expect(fitting(type), type).toEqual([4, 5]);
    expect(fitting("dispute.opened")).toEqual([]);
    expect(fitting("dispute.opened", true)).toEqual([1]);
  });

  test("that differs from its template by one character is the text itself", () => {
    fc.assert(
      fc.property(fc.constantFrom(...USES), fc.nat(), ({ number, type, shares }, at) => {
        const template = TEMPLATES[number - 1]!;
        const literals = template.split(/%\d+\$s/);
        // A character of the names, and never one of a value: any value fits.
        const places = literals.flatMap((literal, index) => Array.from(literal, (_, place) => [index, place] as const));
        const [index, place] = places[at % places.length]!;
        const slots = [...template.matchAll(/%(\d+)\$s/g)].map(([, slot]) => slot!);
        const changed = literals.map((literal, n) =>
          n === index ? `${literal.slice(0, place)}~${literal.slice(place + 1)}` : literal,
        );
        const text = changed.map((literal, n) => (n === 0 ? literal : `v${slots[n - 1]}${literal}`)).join("");
        const stored = compactText(type, [text], shares).join("");
        expect(restored(stored)).toBe(text);
        expect(stored.startsWith(`${number}\x1F`)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("that fits no template is the text itself", () => {
    const text = '{"event_id":"1","data":{"sequence":1}}';
    expect(compactText("payment.pending", [text.slice(0, 9), text.slice(9)], false).join("")).toBe(text);
    const pieces = [text.slice(0, 9), text.slice(9)];
    expect(compactText("dispute.opened", pieces, false)).toBe(pieces);
  });

  test("that names a value twice fits only if both are the same", () => {
    const template = TEMPLATES[1]!;
    let seen = 0;
    const other = template.replaceAll(/%(\d+)\$s/g, (_, slot: string) =>
      slot === "4" && ++seen > 1 ? "another organization" : `v${slot}`,
    );
    expect(compactText("virtual_account.deposit", [other], false).join("").startsWith("2\x1F")).toBe(false);
  });

  test("of a payment under way takes less than half of what is sent", () => {
    const paymentId = newId();
    const attempts = [anAttempt({ attempt_id: paymentId })];
    const at = new Date("2026-01-05T10:00:00.000Z");
    const route = [
      { provider: "fiat", config_id: newId(), priority: 1, scope: "global", taken: true, reason: "first" } as const,
    ];
    const timeline = [{ at: at.toISOString(), from: null, to: "processing", source: "api", note: null } as const];
    const payment = aPayment({ paymentId, progress: { route, attempts, timeline } });
    const data = eventDataOf(payment, null);
    const event = {
      orgId: payment.orgId,
      type: "transaction.updated",
      resourceType: "payment",
      resourceId: paymentId,
      sequence: 1,
      data,
      at,
    } as const;
    const stored = eventRow(newId(), event).payload.join("");
    const sent = restored(stored);
    expect(sent).toContain(data.join("").slice(0, -1));
    expect(stored.length * 2).toBeLessThan(sent.length);
  });

  test("is found by no long search when a caller repeats the names of fields", () => {
    const names = fragments.filter((fragment) => fragment !== "").join("1");
    const text = filled(TEMPLATES[4]!, (slot) => (slot === 32 ? names.repeat(50) : "1"));
    expect(compactText("payment.pending", [`${text} `], false)).toEqual([`${text} `]);
  });
});
