import { expect, test } from "vitest";
import { readableLine } from "#src/kernel/readable-line.ts";
import { describeEvent } from "./describe-event.ts";

test("what strangers wrote can neither command the terminal nor pretend to be another line", () => {
  const evil = "x\u001b]0;owned\u0007\u009b2J\n12:00:00 INFO  all is well";
  const [time, err] = ["2026-01-05T09:00:00.000Z", { message: evil, stack: `Error: \u001b[2J${evil}\n    at here` }];
  const line = readableLine(JSON.stringify({ level: 40, time, msg: "refused", name: evil, other: [evil], err }));
  const event = describeEvent({
    event_id: "1",
    event_type: "payment.failed",
    created_at: time,
    data: { failure_reason: evil },
  });
  for (const text of [line, event])
    for (const command of ["\u001b]0;", "\u001b[2J", "\u0007", "\u009b"]) expect(text).not.toContain(command);
  expect(event).not.toContain("\n");
  expect(line.split("\n")[0]).toContain("all is well"); // In the line of the event that it describes.
});
