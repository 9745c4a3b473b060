import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAnswer, TestCaller } from "#test/harness/app.ts";
import { rawRequest } from "#test/harness/raw-request.ts";
import { addressOf, type Call, type Operation, startWorld, type World } from "./contract.fixtures.ts";
import { SCENES } from "./scenes.fixtures.ts";

/**
 * Requests that are refused before an endpoint handles them (sections 5, 7 and the ground rules), for every operation,
 * in the error form of its path.
 */
let world: World;
const calls = new Map<string, Call>();
beforeAll(async () => {
  world = await startWorld();
  for (const operation of world.operations) calls.set(operation.key, await SCENES[operation.key]!(world));
});
afterAll(() => world.close());

/** Signed endpoints accept any bytes and then check the signature. */
const taking = (): Operation[] => world.operations.filter((one) => one.method !== "GET" && one.rule.roles !== "signed");
const guarded = (): Operation[] =>
  world.operations.filter((one) => one.rule.roles !== "public" && one.rule.roles !== "signed");

const CODES: Readonly<Record<number, string>> = {
  400: "VALIDATION_ERROR",
  401: expect.stringMatching(/^(UNAUTHORIZED|CREDENTIALS_(MISSING|MALFORMED))$/) as string,
  403: expect.stringMatching(/^(FORBIDDEN|FEATURE_DISABLED|SCOPE_REQUIRED|PERSON_REQUIRED)$/) as string,
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
};

/** The error body of the path and nothing else; a 400 about a body adds details. */
function expectError(answer: Pick<TestAnswer, "status" | "body">, path: string, status: number): void {
  const details = status === 400 ? { details: expect.any(Array) } : {};
  const body = path.startsWith("/payments-init")
    ? { error: expect.any(String), message: expect.any(String), code: CODES[status], ...details }
    : { status: "error", message: expect.any(String), code: CODES[status], ...details };
  expect([path, answer.status, answer.body]).toEqual([path, status, body]);
}

async function send(
  operation: Operation,
  body: string,
  caller: TestCaller | null | undefined,
  contentType = "application/json",
): Promise<TestAnswer> {
  const call = calls.get(operation.key)!;
  return world.request(
    caller === undefined ? (call.as === undefined ? world.callers.orgAdmin : call.as) : caller,
    operation.method,
    addressOf(operation, call),
    body,
    { "content-type": contentType },
  );
}

describe("every operation that takes a body", () => {
  test("answers broken JSON with 400", async () => {
    for (const operation of taking()) expectError(await send(operation, "{", undefined), operation.path, 400);
  });

  test("answers text that is no UTF-8 with 400", async () => {
    const broken = Buffer.from([0x22, 0xff, 0x22]) as unknown as string;
    const answer = await fetch(`${world.url}/payments-init/initiate`, {
      method: "POST",
      headers: { ...world.callers.apiKey.headers, "content-type": "application/json" },
      body: broken,
    });
    expectError({ status: answer.status, body: await answer.json() }, "/payments-init/initiate", 400);
  });

  test("answers another content type with 415", async () => {
    for (const operation of taking())
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"])
        expectError(await send(operation, "name=x", undefined, type), operation.path, 415);
  });

  test("takes application/json with a charset", async () => {
    expect(
      (
        await send(
          world.operations.find((one) => one.key === "POST /externals/networks")!,
          "{}",
          undefined,
          "application/json; charset=utf-8",
        )
      ).status,
    ).toBe(200);
  });

  test("answers more than 1 MiB with 413, and exactly 1 MiB as any other", async () => {
    // Bodies with a list of payouts or a settlement file may be longer.
    const LONG: Record<string, number> = {
      "POST /payout-batches": 32,
      "POST /payout-batches/read-file": 32,
      "POST /settlements/imports": 32,
      "POST /settlements/imports/:import_id/parts": 32,
    };
    const most = (key: string): number => (LONG[key] ?? 1) * 1_048_576;
    for (const operation of taking())
      expectError(await send(operation, `{"a":"${"x".repeat(most(operation.key))}"}`, undefined), operation.path, 413);
    const padded = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
    expect(padded(1_048_576)).toHaveLength(1_048_576);
    expect(
      (
        await send(
          world.operations.find((one) => one.key === "POST /externals/networks")!,
          padded(1_048_576),
          undefined,
        )
      ).status,
    ).toBe(200);
  });

  test("without a credential answers 401 to all of that", async () => {
    for (const operation of taking().filter((one) => one.rule.roles !== "public")) {
      for (const [body, type] of [
        ["{", "application/json"],
        ["x", "text/plain"],
        [`"${"x".repeat(1_048_577)}"`, "application/json"],
      ] as const)
        expectError(await send(operation, body, null, type), operation.path, 401);
    }
  });

  test("with a role that may not answers 403 to broken JSON", async () => {
    const closed = taking().filter((one) => Array.isArray(one.rule.roles) && !one.rule.roles.includes("org-viewer"));
    expect(closed.length).toBeGreaterThan(50);
    for (const operation of closed)
      expectError(await send(operation, "{", world.callers.orgViewer), operation.path, 403);
  });
});

describe("credentials", () => {
  test("are asked for before a resource is looked for, and a 401 says how to authenticate", async () => {
    for (const operation of guarded()) {
      const answer = await world.request(null, operation.method, addressOf(operation, calls.get(operation.key)!));
      expectError(answer, operation.path, 401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  test("that only look like NONE are none: every header must be the literal, a Bearer token or a key, exactly once", async () => {
    const { "x-api-key": apiKey } = world.callers.apiKey.headers as { "x-api-key": string };
    const { authorization } = world.callers.orgAdmin.headers as { authorization: string };
    const wrong: [string, string][][] = [
      [
        ["authorization", "none"],
        ["x-api-key", apiKey],
      ],
      [
        ["authorization", "None"],
        ["x-api-key", apiKey],
      ],
      [
        ["authorization", "Bearer NONE"],
        ["x-api-key", apiKey],
      ],
      [
        ["authorization", ""],
        ["x-api-key", apiKey],
      ],
      [
        ["authorization", authorization],
        ["x-api-key", "none"],
      ],
      [
        ["authorization", authorization],
        ["x-api-key", ""],
      ],
      [
        ["authorization", authorization.replace("Bearer ", "")],
        ["x-api-key", "NONE"],
      ],
      [
        ["authorization", `Basic ${authorization.slice(7)}`],
        ["x-api-key", "NONE"],
      ],
      [
        ["authorization", "NONE"],
        ["x-api-key", `Bearer ${apiKey}`],
      ],
      [
        ["authorization", `Bearer ${apiKey}`],
        ["x-api-key", "NONE"],
      ],
      [
        ["authorization", "NONE"],
        ["authorization", "NONE"],
        ["x-api-key", apiKey],
      ],
      [
        ["authorization", "NONE"],
        ["x-api-key", apiKey],
        ["x-api-key", apiKey],
      ],
      [
        ["authorization", "NONE"],
        ["x-api-key", apiKey.slice(0, -1)],
      ],
      [
        ["authorization", authorization],
        ["x-api-key", world.theirs.api_key],
      ],
      [
        ["authorization", world.callers.orgMember.headers["authorization"]!],
        ["x-api-key", apiKey],
      ],
    ];
    for (const headers of wrong)
      expect([
        headers.map(([, value]) => value.slice(0, 12)),
        (await rawRequest(`${world.url}/users/me`, headers)).status,
      ]).toEqual([expect.any(Array), 401]);
    for (const right of [
      [
        ["authorization", "NONE"],
        ["x-api-key", apiKey],
      ],
      [
        ["Authorization", authorization],
        ["X-API-KEY", "NONE"],
      ],
      [
        ["authorization", authorization],
        ["x-api-key", apiKey],
      ],
    ] as [string, string][][]) {
      expect((await rawRequest(`${world.url}/users/me`, right)).status).toBe(200);
    }
  });
});

describe("addresses", () => {
  test.each([
    "/nothing",
    "/payments",
    "/payments-init",
    "/payments-init/nothing/at/all",
    "/payments-initiate",
    "/users/list/",
    "/transactions/",
    "/orgs",
    "/v1/transactions",
  ])("%s is a 404", async (path) => {
    expectError(
      await world.request(world.callers.orgAdmin, "GET", path),
      path === "/payments-initiate" ? "/other" : path,
      404,
    );
  });

  test("a method that a path does not have is a 405 that allows exactly those it has", async () => {
    const byPath = new Map<string, Operation[]>();
    for (const operation of world.operations)
      byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
    for (const [path, operations] of byPath) {
      const address = addressOf(operations[0]!, calls.get(operations[0]!.key)!).split("?")[0]!;
      // Other paths may match as well: /payments/{payment_id} has the shape of /payments/reconciliation-items.
      const matching = world.operations
        .filter((one) => new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(address))
        .map((one) => one.method);
      const missing = ["PUT", "PATCH", "DELETE", "POST", "GET"].find((method) => !matching.includes(method));
      if (missing === undefined) continue;
      const answer = await world.request(world.callers.orgAdmin, missing, address);
      expectError(answer, path, 405);
      const allowed = new Set([...matching, "OPTIONS", ...(matching.includes("GET") ? ["HEAD"] : [])]);
      expect([path, new Set(answer.headers.get("allow")!.split(", "))]).toEqual([path, allowed]);
    }
  });
});

describe("rate limits", () => {
  test("are per credential, say what is left, and answer 429 in the form of the path with Retry-After", async () => {
    const limited = await startWorld({ settings: { RATE_LIMIT_PER_MINUTE: "40" } });
    try {
      const answers: TestAnswer[] = [];
      for (let n = 0; n < 41; n++) answers.push(await limited.request(limited.callers.apiKey, "GET", "/users/me"));
      expect(answers.map((answer) => answer.status)).toEqual([...Array.from({ length: 40 }, () => 200), 429]);
      expect([
        answers[0]!.headers.get("ratelimit-policy"),
        answers[0]!.headers.get("ratelimit"),
        answers[39]!.headers.get("ratelimit"),
      ]).toEqual(['"credential";q=40;w=60', '"credential";r=39;t=2', '"credential";r=0;t=60']);
      expect(answers[40]!.body).toEqual({ status: "error", message: expect.any(String), code: "RATE_LIMITED" });
      expect(answers[40]!.headers.get("retry-after")).toBe("2");
      const initiation = await limited.request(limited.callers.apiKey, "POST", "/payments-init/initiate", {});
      expect([initiation.status, initiation.body]).toEqual([
        429,
        { error: "Too Many Requests", message: expect.any(String), code: "RATE_LIMITED" },
      ]);
      expect((await limited.request(limited.callers.otherApiKey, "GET", "/users/me")).status).toBe(200);
      limited.clock.advance(2_000);
      expect((await limited.request(limited.callers.apiKey, "GET", "/users/me")).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
