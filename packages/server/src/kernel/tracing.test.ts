import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import {
  beginRoot,
  currentTrace,
  exportTracesTo,
  joinTrace,
  type LocalTrace,
  outsideOfTraces,
  traced,
  tracedRoot,
} from "./tracing.ts";

let exported: LocalTrace[];
beforeEach(() => {
  exported = [];
  exportTracesTo((trace) => exported.push(trace));
});
afterEach(() => exportTracesTo(null));

const hex = (id: string): string => id.replaceAll("-", "");

test("while it is off, work is only done", async () => {
  exportTracesTo(null);
  expect(
    await tracedRoot("root", {}, () => traced("child", {}, async (span) => [span, currentTrace(), beginRoot({})])),
  ).toEqual([undefined, undefined, undefined]);
});

test("a span outside of every root is not recorded, and one inside has its parent", async () => {
  await traced("alone", {}, async () => undefined);
  await tracedRoot("root", {}, () => traced("child", {}, () => traced("grandchild", {}, async () => undefined)));
  const [root, child, grandchild] = exported[0]!.spans;
  expect([exported.length, root!.parentSpanId, child!.parentSpanId, grandchild!.parentSpanId]).toEqual([
    1,
    undefined,
    root!.spanId,
    child!.spanId,
  ]);
});

test("the first resource gives the trace its id, also to the spans that came before; the next ones are links", async () => {
  const [payment, refund] = [newId(), newId()];
  await tracedRoot("root", {}, async () => {
    await traced("before", {}, async () => undefined);
    joinTrace(payment);
    joinTrace(payment);
    joinTrace(refund);
    expect(currentTrace()).toMatchObject({ trace_id: hex(payment) });
  });
  expect(exported[0]).toMatchObject({ traceId: hex(payment), links: new Set([hex(refund)]) });
  expect(exported[0]!.spans.map(({ name }) => name)).toEqual(["root", "before"]);
});

test("a run that is not worth a trace is none, and a failed one is", async () => {
  await tracedRoot("job", { isWorthIt: (worked) => worked !== 0 }, async () => 0);
  expect(exported).toEqual([]);
  await expect(
    tracedRoot("job", { isWorthIt: () => true }, () => Promise.reject(new TypeError("a secret"))),
  ).rejects.toThrow("a secret");
  expect(exported[0]!.spans[0]).toMatchObject({ error: "TypeError" });
});

test("work for several callers is in nobody's trace", async () => {
  await tracedRoot("root", {}, () => outsideOfTraces(() => traced("batch", {}, async () => undefined)));
  expect(exported[0]!.spans.map(({ name }) => name)).toEqual(["root"]);
});

test("a trace does not grow without end", async () => {
  await tracedRoot("root", {}, async () => {
    for (let count = 0; count < 1_000; count++) await traced("child", {}, async () => undefined);
  });
  expect([exported[0]!.spans.length, exported[0]!.dropped]).toEqual([200, 801]);
});

test("a root that is never ended is not exported", () => {
  const root = beginRoot({ resource: newId() })!;
  root.within(() => joinTrace(newId()));
  expect(exported).toEqual([]);
  root.end("done", { "http.route": "/x" });
  expect(exported).toHaveLength(1);
});
