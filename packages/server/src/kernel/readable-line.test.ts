import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { readableLine } from "./readable-line.ts";

const shown = (line: object): string =>
  stripVTControlCharacters(
    readableLine(JSON.stringify({ time: "2026-01-05T09:00:07.000Z", level: 30, ...line })),
  ).slice(9);

test("a line for a terminal has the level, the message and the fields", () => {
  expect(shown({ msg: "stopping", reason: "SIGINT", jobs: ["a"] })).toBe('INFO  stopping  reason=SIGINT jobs=["a"]\n');
  expect(shown({ level: 40, msg: "late" })).toBe("WARN  late\n");
});

test("a request is one short line without its ids", () => {
  const line = {
    msg: "request",
    method: "GET",
    route: "/v1/events",
    status: 404,
    ms: 3.214,
    request_id: "r",
    org_id: "o",
    code: "NOT_FOUND",
  };
  expect(shown(line)).toBe("INFO  GET    /v1/events  404  NOT_FOUND  3 ms\n");
});

test("an error comes with its stack", () => {
  expect(shown({ level: 50, msg: "failed", err: { message: "x", stack: "Error: x\n    at y" } })).toBe(
    "ERROR failed\nError: x\n    at y\n",
  );
});
