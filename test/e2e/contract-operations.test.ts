import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAnswer } from "#test/harness/app.ts";
import { type Call, type Operation, type Schema, startWorld, type World } from "./contract.fixtures.ts";
import { type Example, exampleOf, fieldsOf } from "./examples.fixtures.ts";
import { completedPayin, SCENES } from "./scenes.fixtures.ts";
import { draft } from "./scenes-escrow.fixtures.ts";
import { virtualAccount, virtualTransaction } from "./scenes-resources.fixtures.ts";

/**
 * Rules of the contract that apply to every endpoint (sections 2, 4, 7, 8 and the ground rules), tested with a
 * successful call of each operation of the OpenAPI document. An operation without such a call fails the first test, so
 * that no new operation escapes the others.
 */
const EXAMPLES_FILE = join(import.meta.dirname, "../../packages/server/src/api-examples.json");
type Made = { operation: Operation; call: Call; answer: TestAnswer };

let world: World;
const made: Made[] = [];
const failures: string[] = [];

beforeAll(async () => {
  // Runs as a role that owns no table, so that missing grants are found too.
  world = await startWorld({ asService: true });
  for (const operation of world.operations) {
    const scene = SCENES[operation.key];
    if (scene === undefined) {
      failures.push(`${operation.key} has no call in SCENES`);
      continue;
    }
    const call = await scene(world);
    const answer = await world.make(operation, isStrict(operation) ? call : withUnknownField(call));
    if (call.status === undefined ? answer.status >= 400 : answer.status !== call.status)
      failures.push(`${operation.key}: ${answer.status} ${answer.text.slice(0, 200)}`);
    else if (call.status === undefined) made.push({ operation, call, answer });
  }
});
afterAll(() => world.close());

/** This request sets a control over money: a misspelled field must not be treated as omitted. */
function isStrict({ body }: Operation): boolean {
  return body?.["additionalProperties"] === false;
}

/** "Unknown request fields are ignored" everywhere else: every call of this file includes one. */
function withUnknownField(call: Call): Call {
  const { body } = call;
  return typeof body === "object" && body !== null && !Array.isArray(body)
    ? { ...call, body: { ...body, a_field_of_tomorrow: { colour: "red" } } }
    : call;
}

/** Exceptions to the rule, by operation. */
function breaking(rule: (one: Made) => unknown): string[] {
  return made.flatMap((one) => {
    const problem = rule(one);
    return problem === undefined || problem === false || (Array.isArray(problem) && problem.length === 0)
      ? []
      : [`${one.operation.key}: ${JSON.stringify(problem)}`];
  });
}

test("every operation of the document has a call that succeeds, with a field in its body that nobody knows", () => {
  expect(failures).toEqual([]);
  expect(made.length).toBeGreaterThan(100);
});

/**
 * `npm run generate -- --examples` writes them. Only their fields are compared, because values differ between runs.
 * `npm run checks -- api` checks that they fit their schemas.
 */
test("every example of the document is a call that the service takes, and what it answers", () => {
  const examples = Object.fromEntries(
    made
      .map(({ operation, call, answer }) => [
        operation.id,
        exampleOf(call, operation.answer === undefined ? undefined : answer.body),
      ])
      .toSorted(),
  );
  if (process.env["EXAMPLES"] === "write") writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 1)}\n`);
  const shown = JSON.parse(readFileSync(EXAMPLES_FILE, "utf8")) as Record<string, Example>;
  const differing = Object.keys({ ...examples, ...shown }).filter(
    (id) => fieldsOf(examples[id]).join() !== fieldsOf(shown[id]).join(),
  );
  expect(differing.map((id) => ({ id, now: fieldsOf(examples[id]), shown: fieldsOf(shown[id]) }))).toEqual([]);
});

test("a control over money refuses a field that nobody knows, and names it", async () => {
  const strict = world.operations.filter(isStrict);
  expect(strict.map(({ key }) => key)).toEqual(
    expect.arrayContaining(["PUT /balances/credit-lines", "POST /balances/adjustments"]),
  );
  for (const operation of strict) {
    const answer = await world.make(operation, withUnknownField(await SCENES[operation.key]!(world)));
    const details = [{ path: "a_field_of_tomorrow", message: "is not a field of this request; leave it out" }];
    expect([operation.key, answer.status, answer.body.details]).toEqual([operation.key, 400, details]);
  }
});

test("an id written in capitals names the same thing, in every path, query and body", async () => {
  const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
  const inCapitals = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(UUID, (id) => id.toUpperCase()));
  const problems: string[] = [];
  let sent = 0;
  for (const operation of world.operations) {
    const call = await SCENES[operation.key]!(world);
    const { path, query, body } = inCapitals({ path: call.path, query: call.query, body: call.body });
    if (JSON.stringify([path, query, body]) === JSON.stringify([call.path, call.query, call.body])) continue;
    sent += 1;
    const answer = await world.make(operation, { ...call, path, query, body } as Call);
    // A 409 shows that the resource exists: some calls succeed only once.
    if (answer.status === 400 || answer.status === 404)
      problems.push(`${operation.key}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThan(80);
});

test("every change that a person or a key made is in the audit log with the request that made it", async () => {
  const [counted] = await world.db.query<{ all: number; nameless: string[] | null }>(
    `SELECT count(*)::int AS "all", array_agg(DISTINCT action) FILTER (WHERE request_id IS NULL) AS nameless
      FROM audit_log WHERE actor_type <> 'system'`,
  );
  expect(counted!.nameless ?? []).toEqual([]);
  expect(counted!.all).toBeGreaterThan(50);
});

test("the document names the errors that the contract names, and those of a provider that is silent or refuses", async () => {
  const { paths } = (await world.request(null, "GET", "/openapi.json")).body;
  const documented = (path: string): string[] => Object.keys(paths[path].post.responses);
  for (const path of ["/payments-init/initiate", "/payments-init/ramp", "/checkout/links/{link_ref}/pay"])
    expect(documented(path)).toEqual(expect.arrayContaining(["4XX", "422", "502", "503"]));
  for (const path of [
    "/payments-init/{payment_id}/action",
    "/payments/{payment_id}/refund",
    "/externals/resolve-account",
  ])
    expect(documented(path)).toContain("502");
});

describe("the status of a success", () => {
  /** POSTs that create nothing readable, and the two that the contract lists with 200. */
  const POST_200 = new Set([
    "POST /payments-init/initiate",
    "POST /payments/check",
    "POST /payments-init/ramp",
    "POST /payments-init/:payment_id/action",
    "POST /payments/:payment_id/review",
    "POST /payments/:payment_id/settle",
    "POST /payments/route-preview",
    "POST /payments/providers/:provider/try",
    "POST /payments/provider-accounts/:provider/:label/try",
    "POST /payments/reconciliation-items/:item_id/resolve",
    "POST /disputes/:dispute_id/submit",
    "POST /disputes/:dispute_id/accept",
    "POST /approvals/:approval_id/approve",
    "POST /approvals/:approval_id/reject",
    "POST /payout-batches/read-file",
    "POST /payout-batches/:batch_id/submit",
    "POST /payout-batches/:batch_id/preview",
    "POST /payout-batches/:batch_id/pause",
    "POST /payout-batches/:batch_id/resume",
    "POST /payout-batches/:batch_id/cancel",
    "POST /payout-batches/:batch_id/stop-repeating",
    "POST /checkout/payments/:checkout_token/action",
    "POST /externals/networks",
    "POST /externals/banks",
    "POST /externals/resolve-account",
    "POST /payments/bank-validation/validate-uk-account",
    "POST /public/webhooks/notify",
    "POST /public/webhooks/deliveries/:delivery_id/replay",
    "POST /public/webhooks/:webhook_id/replay",
    "POST /public/webhooks/:webhook_id/rotate-secret",
    "POST /virtual-accounts/:account_id/freeze",
    "POST /virtual-accounts/:account_id/unfreeze",
    "POST /virtual-accounts/:account_id/close",
    "POST /virtual-accounts/escrow/:escrow_id/activate",
    "POST /virtual-accounts/escrow/:escrow_id/cancel",
    "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/retry",
    "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/redirect",
    "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/refund",
    "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/contract/approve",
    "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/release",
    "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/cancel",
    "POST /customers/:customer_id/merge",
    "POST /organizations/:org_id/kyb/decision",
    "POST /organizations/:org_id/invites/:invite_id/resend",
    "POST /organizations/invites/accept",
    "POST /users/notifications/verification-request",
    "POST /users/notifications/verification-requests/:request_id/answer",
    "POST /users/notifications/verification-requests/:request_id/close",
    "POST /payments/routing/programs/:program_id/publish",
    "POST /payments/routing/programs/:program_id/archive",
    "POST /sandbox/clock",
    "POST /settlements/sources/preview",
    "POST /settlements/accounts/:account/close",
    "POST /settlements/accounts/:account/reopen",
    "POST /settlements/exceptions/:exception_id/resolve",
    "POST /users/notifications/read-all",
    "POST /users/notifications/:notification_id/read",
  ]);

  test("is 201 for a POST that creates, 204 for a DELETE, else 200", () => {
    const expected = ({ operation }: Made): number =>
      operation.method === "DELETE" ? 204 : operation.method === "POST" && !POST_200.has(operation.key) ? 201 : 200;
    expect(
      breaking((one) => one.answer.status !== expected(one) && `${one.answer.status} instead of ${expected(one)}`),
    ).toEqual([]);
  });

  test("comes without a body exactly when it is 204", () => {
    expect(breaking(({ answer }) => (answer.text === "") !== (answer.status === 204) && answer.text)).toEqual([]);
  });
});

const FILES = [
  "GET /virtual-accounts/:account_id/statement",
  "GET /exports/files/:token",
  "GET /payout-batches/:batch_id/statement",
  "GET /payout-batches/:batch_id/errors",
];

describe("the envelope", () => {
  const BARE = new Set([
    "POST /payments/bank-validation/validate-uk-account",
    "GET /payments/transaction/:transaction_id",
    "GET /payments/provider-configs/:provider/:config_id",
    "POST /users/notifications/verification-request",
  ]);
  /** Not an answer to an API client: the customer's return, and a file. */
  const OTHER = new Set(["GET /returns/:org_id/:payment_id", ...FILES]);
  const withBody = ({ operation, answer }: Made): boolean => answer.status !== 204 && !OTHER.has(operation.key);

  test("is {statusCode, response} under /payments-init, with the status of HTTP in it", () => {
    expect(
      breaking(
        (one) =>
          one.operation.path.startsWith("/payments-init/") &&
          Object.keys(one.answer.body).join() !== "statusCode,response" &&
          one.answer.body,
      ),
    ).toEqual([]);
    expect(
      breaking(
        (one) => one.operation.path.startsWith("/payments-init/") && one.answer.body.statusCode !== one.answer.status,
      ),
    ).toEqual([]);
  });

  test("is absent where the section shows the object itself", () => {
    expect(
      breaking(
        ({ operation, answer }) =>
          BARE.has(operation.key) && ("data" in answer.body || answer.body.status === "success") && answer.body,
      ),
    ).toEqual([]);
    expect([...BARE].filter((key) => !made.some((one) => one.operation.key === key))).toEqual([]);
  });

  test("is {status, message, data} everywhere else", () => {
    expect(
      breaking((one) => {
        if (!withBody(one) || BARE.has(one.operation.key) || one.operation.path.startsWith("/payments-init/"))
          return false;
        const { status, message, data, ...more } = one.answer.body;
        const extra = Object.keys(more).filter(
          (name) =>
            !(one.operation.isList && ["meta", "count", "last_evaluated_key", "lastEvaluatedKey"].includes(name)),
        );
        return (
          (status !== "success" ||
            typeof message !== "string" ||
            message === "" ||
            data === undefined ||
            extra.length > 0) &&
          one.answer.body
        );
      }),
    ).toEqual([]);
  });

  test("of a list has the rows in data and the cursor, named after its service, at the top and in meta", () => {
    const lists = made.filter((one) => one.operation.isList);
    expect(lists.length).toBeGreaterThan(15);
    for (const { operation, answer } of lists) {
      const cursor = operation.path.startsWith("/organizations") ? "lastEvaluatedKey" : "last_evaluated_key";
      const other = cursor === "lastEvaluatedKey" ? "last_evaluated_key" : "lastEvaluatedKey";
      expect([
        operation.key,
        Array.isArray(answer.body.data),
        answer.body.meta.count,
        answer.body.meta[cursor] === answer.body[cursor],
        answer.body.meta.has_more,
      ]).toEqual([operation.key, true, answer.body.data.length, true, answer.body[cursor] !== null]);
      expect([
        operation.key,
        operation.query.some(({ name }) => name === cursor),
        other in answer.body,
        other in answer.body.meta,
      ]).toEqual([operation.key, true, false, false]);
    }
  });

  test("of a list shows ten rows unless told, fifty of a batch, and everything of 4.10 and of short lists", () => {
    for (const { operation, answer } of made.filter((one) => one.operation.isList)) {
      const limit = operation.query.find(({ name }) => name === "limit")!.schema;
      if (operation.key === "GET /payout-batches/:batch_id/rows")
        expect(limit).toMatchObject({ minimum: 1, maximum: 1_000, default: 50 });
      else if (limit.default === undefined) expect(limit).toMatchObject({ minimum: 1, maximum: 100 });
      else {
        expect([operation.key, limit.minimum, limit.maximum, limit.default]).toEqual([operation.key, 1, 100, 10]);
        expect(answer.body.data.length).toBeLessThanOrEqual(10);
      }
    }
  });
});

describe("every value on the wire", () => {
  /** Shows a change as the audit log recorded it. */
  const AUDIT_LOG = "GET /organizations/:org_id/audit-log";
  const FIELD = /"(\w+)":(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|"(?:[^"\\]|\\.)*")/gi;
  const fieldsOf = ({ answer }: Made): [string, string][] =>
    [...answer.text.matchAll(FIELD)].map((match) => [match[1]!, match[2]!]);
  const isJson = ({ answer }: Made): boolean =>
    (answer.headers.get("content-type") ?? "").startsWith("application/json");

  test("that is money by its schema is a number with a fractional part, never an integer or a text", () => {
    let seen = 0;
    expect(
      breaking((one) => {
        // The rules of a program are shown as they were written, so that its file stays the same.
        const isAsWritten = one.operation.key.includes("/routing/programs");
        if (!isJson(one) || one.operation.answer === undefined || isAsWritten) return false;
        const names = moneyNames(one.operation.answer);
        const money = fieldsOf(one).filter(([name]) => names.has(name));
        seen += money.length;
        return money.filter(([, value]) => !/^-?\d+\.\d+$/.test(value));
      }),
    ).toEqual([]);
    expect(seen).toBeGreaterThan(100);
  });

  test("that is money by its name is so by its schema, too", () => {
    /** A source contains the column names of its files. */
    const NAMES_ONLY = new Set([AUDIT_LOG, "GET /settlements/sources", "PUT /settlements/sources/:source"]);
    const NAMES =
      /^(amount|target_amount|balance|fee|total_fees|covered_amount|expected_disbursement|disbursed_total|fiat_amount|crypto_amount|min_amount|max_amount|.*_amount|available_balance|paid_total)$/;
    expect(
      breaking(
        (one) =>
          isJson(one) &&
          !NAMES_ONLY.has(one.operation.key) &&
          fieldsOf(one).filter(([name, value]) => NAMES.test(name) && !/^-?\d+\.\d+$/.test(value)),
      ),
    ).toEqual([]);
  });

  test("that is a moment is ISO 8601 in UTC with milliseconds", () => {
    let seen = 0;
    expect(
      breaking((one) => {
        const moments = isJson(one) ? fieldsOf(one).filter(([name]) => name.endsWith("_at") || name === "at") : [];
        seen += moments.length;
        return moments.filter(([, value]) => !/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"$/.test(value));
      }),
    ).toEqual([]);
    expect(seen).toBeGreaterThan(200);
  });

  test("that is an id of ours is a UUIDv7", () => {
    const OTHERS = new Set([
      "request_id",
      "kyb_customer_id",
      "provider_payment_id",
      "provider_dispute_id",
      "customer_id",
      "external_account_id",
      "config_id",
      "owner_id",
      "actor_id",
      "region_id",
      "business_id",
      "payout_id",
      "exception_id", // A digest of its line: the same line opens one exception.
    ]);
    /** A test notification contains the caller's own data. */
    const FREE = new Set(["GET /events/:event_id", "GET /events", AUDIT_LOG]);
    expect(
      breaking(
        (one) =>
          isJson(one) &&
          !FREE.has(one.operation.key) &&
          fieldsOf(one).filter(
            ([name, value]) =>
              name.endsWith("_id") &&
              !OTHERS.has(name) &&
              !/^"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"$/.test(value),
          ),
      ),
    ).toEqual([]);
  });

  test("stands in the OpenAPI document: no field is answered that the schema does not name", () => {
    expect(
      breaking(({ operation, answer }) =>
        operation.answer === undefined || answer.body === null ? false : unnamed(operation.answer, answer.body, ""),
      ),
    ).toEqual([]);
  });
});

describe("every answer", () => {
  test("has a request id and is JSON in UTF-8, except the file and the way back", () => {
    expect(breaking(({ answer }) => answer.headers.get("x-request-id") === null)).toEqual([]);
    expect(
      breaking(
        ({ operation, answer }) =>
          answer.status !== 204 &&
          !FILES.includes(operation.key) &&
          answer.headers.get("content-type") !== "application/json; charset=utf-8" &&
          answer.headers.get("content-type"),
      ),
    ).toEqual([]);
  });

  test("to a credential tells its rate limit", () => {
    expect(
      breaking(
        ({ call, answer }) =>
          call.as !== null &&
          (!/^"credential";q=\d+;w=60$/.test(answer.headers.get("ratelimit-policy") ?? "") ||
            !/^"credential";r=\d+;t=\d+$/.test(answer.headers.get("ratelimit") ?? "")),
      ),
    ).toEqual([]);
  });
});

const SHARE = /^(success|acceptance)_rate$/;

/**
 * Every property of the schema that is a number and not an integer: money, rates and percentages, all written from
 * exact decimals.
 */
function moneyNames(schema: Schema, found = new Set<string>()): Set<string> {
  for (const [name, property] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)) {
    const alternatives = [property, ...((property["anyOf"] ?? []) as Schema[])];
    if (!SHARE.test(name) && alternatives.some((one) => one["type"] === "number")) found.add(name);
    for (const one of alternatives) moneyNames(one, found);
  }
  if (typeof schema["items"] === "object") moneyNames(schema["items"] as Schema, found);
  return found;
}

function unnamed(schema: Schema, value: unknown, path: string): string[] {
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
  if (alternatives !== undefined) {
    const found = alternatives.map((one) => unnamed(one, value, path));
    return found.find((one) => one.length === 0) ?? found[0]!;
  }
  if (Array.isArray(value))
    return typeof schema["items"] === "object"
      ? value.flatMap((item) => unnamed(schema["items"] as Schema, item, `${path}[]`))
      : [];
  if (typeof value !== "object" || value === null) return [];
  const properties = schema["properties"] as Record<string, Schema> | undefined;
  if (properties === undefined) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    properties[name] === undefined
      ? schema["additionalProperties"] === true
        ? []
        : [`${path}.${name}`]
      : unnamed(properties[name], inner, `${path}.${name}`),
  );
}

describe("a field that has nothing", () => {
  const post = async (path: string, body: unknown, caller = world.callers.orgAdmin) =>
    (await world.must(caller, "POST", path, body)).data;
  const BARE: Readonly<Record<string, { fields: readonly string[]; made: () => Promise<Record<string, unknown>> }>> = {
    "a payment": {
      fields: ["beneficiary_id"],
      made: async () =>
        (await world.must(world.callers.apiKey, "GET", `/payments/${(await completedPayin(world)).payment_id}`)).data,
    },
    "a payment link": {
      fields: ["amount", "description", "email", "return_url", "expires_at", "paid_at", "payment_id"],
      made: () => post(`/orgs/${world.ours.org_id}/payment-links`, { currency: "GHS" }),
    },
    "a virtual account": { fields: ["customer_id"], made: async () => ({ ...(await virtualAccount(world)) }) },
    "a virtual transaction": {
      fields: ["payment_id"],
      made: async () =>
        (
          await world.must(
            world.callers.orgAdmin,
            "GET",
            `/virtual-accounts/transactions/${await virtualTransaction(world)}`,
          )
        ).data,
    },
    "a milestone": {
      fields: ["description", "due_date", "contract_submitted_at", "disbursed_at"],
      made: async () => {
        const { escrow_id, milestone_id } = await draft(world);
        return (
          await world.must(
            world.callers.orgAdmin,
            "GET",
            `/virtual-accounts/escrow/${escrow_id}/milestones/${milestone_id}`,
          )
        ).data;
      },
    },
    "a provider config": {
      fields: ["api_version", "min_amount", "max_amount", "settlement_delay_hours", "description", "webhook_url"],
      made: () =>
        post(
          "/payments/provider-configs",
          { provider: "manual", country: "ZA", payment_method: "bank_transfer", direction: "inbound", priority: 9 },
          world.callers.admin,
        ),
    },
    "an API key": {
      fields: ["expires_at", "last_used_at"],
      made: () => post("/public/api-keys", { name: world.unique("key") }),
    },
    "a webhook": {
      fields: ["disabled_reason", "disabled_at", "failing_since", "previous_secret_expires_at"],
      made: () => post("/public/webhooks", { endpoint_url: "https://example.com/hook" }),
    },
  };

  test.each(Object.keys(BARE))("is left out of %s, where the contract gives it a plain type", async (resource) => {
    const { fields, made: make } = BARE[resource]!;
    const record = await make();
    expect(Object.keys(record).length).toBeGreaterThan(5);
    expect(fields.filter((name) => name in record)).toEqual([]);
  });

  test("is left out of events too", async () => {
    const { payment_id } = await completedPayin(world);
    const { data } = await world.must(
      world.callers.apiKey,
      "GET",
      `/events?type=payment.completed&resource_id=${payment_id}`,
    );
    expect(data.length).toBe(1);
    expect(data[0].data).not.toHaveProperty("beneficiary_id");
  });

  test("is null only where the contract says so, in every resource whose fields it lists", async () => {
    const { schemas } = (await world.request(null, "GET", "/openapi.json")).body.components as {
      schemas: Record<string, Schema>;
    };
    const nullable = (name: string): string[] =>
      Object.entries(schemas[name]!["properties"] as Record<string, Schema>)
        .filter(([, property]) =>
          [property, ...((property["anyOf"] ?? []) as Schema[])].some((one) => [one["type"]].flat().includes("null")),
        )
        .map(([field]) => field);
    const PLAIN = [
      "PaymentLink",
      "VirtualAccount",
      "VirtualTransaction",
      "Milestone",
      "ApiKey",
      "WebhookEndpoint",
      "Beneficiary",
      "InitiatedRamp",
    ];
    expect(PLAIN.filter((name) => nullable(name).length > 0)).toEqual([]);
    expect(nullable("ProviderConfig")).toEqual(["org_id"]);
    expect(nullable("InitiatedPayment")).toEqual(["redirect_url", "provider", "message", "payment_data", "bank_code"]);
    expect(
      nullable("Payment").filter((field) =>
        ["amount", "currency", "user_id", "beneficiary_id", "created_at"].includes(field),
      ),
    ).toEqual([]);
  });
});
