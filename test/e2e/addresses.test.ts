import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLink, mobileMoneyForm, pay } from "@corridor/server/products/links/checkout.fixtures.ts";
import { startTestApp, type TestAnswer, type TestApp } from "#test/harness/app.ts";
import { bankPayin } from "#test/harness/payments.ts";

/** Addresses of the API document to which a person's browser is sent, or that may frame our pages. */
let app: TestApp;
let links: string;
let linkId: string;
let escrow: string;
let milestone: string;
beforeAll(async () => {
  app = await startTestApp();
  const { orgId } = app.callers.orgAdmin;
  links = `/orgs/${orgId!}/payment-links`;
  linkId = (await createLink(app)).link_id;
  const made = await ask("POST", "/virtual-accounts/escrow", { title: "Warehouse", currency: "NGN", total_amount: 10 });
  escrow = `/virtual-accounts/escrow/${made.body.data.escrow_id}`;
  const added = await ask("POST", `${escrow}/milestones`, { label: "First", expected_disbursement: 10 });
  milestone = added.body.data.milestone_id;
});
afterAll(() => app.close());

const ask = (method: string, path: string, body: object): Promise<TestAnswer> =>
  app.request(app.callers.orgAdmin, method, path, body);

const FIELDS: Record<string, (address: string) => Promise<TestAnswer>> = {
  "POST /orgs/{org_id}/payment-links return_url": (return_url) =>
    ask("POST", links, { amount: 10, currency: "GHS", return_url }),
  "PATCH /orgs/{org_id}/payment-links/{link_id} return_url": (return_url) =>
    ask("PATCH", `${links}/${linkId}`, { return_url }),
  "POST /payments-init/initiate return_url": (return_url) =>
    ask("POST", "/payments-init/initiate", bankPayin("6784", { return_url })),
  "POST /payments/check return_url": (return_url) => ask("POST", "/payments/check", bankPayin("6784", { return_url })),
  "POST /virtual-accounts/escrow/{escrow_id}/fund payment.return_url": (return_url) => {
    const { payment_method, payer_details, bank_details, bank_account } = bankPayin() as Record<string, unknown>;
    const payment = { payment_method, payer_details, bank_details, bank_account, return_url };
    return ask("POST", `${escrow}/fund`, { amount: 10, payment });
  },
  "PUT /orgs/{org_id}/payment-links/brand terms_url": (terms_url) => ask("PUT", `${links}/brand`, { terms_url }),
  "PUT /orgs/{org_id}/payment-links/brand privacy_url": (privacy_url) => ask("PUT", `${links}/brand`, { privacy_url }),
  "PUT /orgs/{org_id}/payment-links/brand embed_origins": (origin) =>
    ask("PUT", `${links}/brand`, { embed_origins: [origin] }),
  "POST /virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}/contract document_url": (document_url) =>
    ask("POST", `${escrow}/milestones/${milestone}/contract`, { document_url }),
};
/** Nobody's browser is sent there: we call it, and the address guard decides. Or the platform's admin notes it. */
const NOT_FOR_BROWSERS = /^\w+ \/(?:public\/webhooks|payments\/provider-configs)/;

type Schema = { $ref?: string; format?: string; items?: Schema; properties?: Record<string, Schema> } & Partial<
  Record<"anyOf" | "oneOf" | "allOf", Schema[]>
>;
function addressesIn(schemas: Record<string, Schema>, schema: Schema, path: string[] = []): string[] {
  if (schema.$ref !== undefined) return addressesIn(schemas, schemas[schema.$ref.split("/").at(-1)!]!, path);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(schema.format === "uri" ? [path.join(".")] : []),
    ...parts.flatMap((part) => addressesIn(schemas, part, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
      ...(/_(?:url|uri|origins)$/.test(name) ? [[...path, name].join(".")] : []),
      ...(path.length > 3 ? [] : addressesIn(schemas, property, [...path, name])),
    ]),
  ];
}

test("every address in the API document is in the list above", () => {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8"));
  const found = Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const schema = operation.requestBody?.content?.["application/json"]?.schema;
      const fields = schema === undefined ? [] : addressesIn(document.components.schemas, schema);
      return fields.map((field) => `${method.toUpperCase()} ${path} ${field}`);
    }),
  );
  const forBrowsers = found.filter((field) => !NOT_FOR_BROWSERS.test(field));
  expect([...new Set(forBrowsers)].toSorted()).toEqual(Object.keys(FIELDS).toSorted());
});

const HOSTILE = [
  "javascript:alert(1)",
  "javascript://shop.example/%0aalert(1)",
  "JavaScript://shop.example/",
  "data:text/html,hello",
  "data://text/html,hello",
  "file:///etc/passwd",
  "blob:https://shop.example/1",
  "vbscript://shop.example",
  "view-source://shop.example",
  "chrome://settings",
  "moz-extension://abc/page",
  "resource://gre/page",
  "jar://shop.example!/",
  "intent://shop.example#Intent;end",
  "ms-appinstaller://?source=https://shop.example",
  "ms-word://ofe|u|https://shop.example",
  "search-ms://query=x",
  "itms-services://?action=download-manifest",
  "smb://shop.example/share",
  "ldap://shop.example",
  "ssh://shop.example",
  "ftp://shop.example",
  "sftp://shop.example",
  "ws://shop.example",
  "//shop.example",
  "shop.example",
];

describe.each(Object.keys(FIELDS))("%s", (field) => {
  test("takes no address that a browser would execute, read from its machine or hand to the system", async () => {
    for (const address of HOSTILE) {
      const { status, body } = await FIELDS[field]!(address);
      expect([address, status, body.message]).toEqual([
        address,
        400,
        expect.stringContaining(field.split(/[ .]/).at(-1)!),
      ]);
    }
  });
});

test("a return_url leads to a page or into an app, as the contract's URI may", async () => {
  const form = FIELDS["POST /orgs/{org_id}/payment-links return_url"]!;
  for (const address of [
    "https://shop.example/done?a=1",
    "http://localhost:3000/done",
    "myapp://paid",
    "com.shop.app://x",
  ])
    expect([address, (await form(address)).status]).toEqual([address, 201]);
});

test("no wildcard may frame the checkout", async () => {
  const form = FIELDS["PUT /orgs/{org_id}/payment-links/brand embed_origins"]!;
  for (const origin of ["*", "https://*", "https://*.shop.example", "https://shop.*", "https://sh*p.example"])
    expect([origin, (await form(origin)).status]).toEqual([origin, 400]);
  expect((await form("https://shop.example")).status).toBe(200);
});

describe("the payer of an open link", () => {
  test.each([
    ["GHS", 1.2, 400],
    ["GHS", 1.24, 201],
    ["GHS", 20, 201],
  ])("gives at least the worth of ten US cents: %s %d is %d", async (currency, amount, status) => {
    const link = await createLink(app, { amount_type: "open", amount: null, currency });
    const answer = await pay(app, link, mobileMoneyForm("4567", { amount }));
    expect(answer.status, answer.text).toBe(status);
    if (status === 400) expect(answer.body.message).toBe("amount: must be at least 1.24 GHS");
  });
});
