import { afterAll, beforeAll, expect, test } from "vitest";
import { passesLuhn } from "@corridor/base/luhn.ts";
import { UNSEARCHED } from "@corridor/server/kernel/http/card-data.ts";
import { zipOf } from "@corridor/server/kernel/zip.fixtures.ts";
import { bankPayin, bankPayout, cardPayin } from "#test/harness/payments.ts";
import { sampleOf } from "#test/harness/schema-sample.ts";
import { textOfTables } from "#test/harness/text-of-tables.ts";
import { callsOf } from "#test/prover/fuzz.ts";
import { type Call, type Operation, type Schema, startWorld, type World } from "./contract.fixtures.ts";

/**
 * A valid card number in every text of every operation: in each field that the document names, in the names and values
 * of open objects, in addresses, queries, headers, forms and files. Every place has a number of its own, so that one
 * which is found in a table or in the log tells where it came in.
 */
let world: World;
let calls: ReadonlyMap<Operation, Call>;
beforeAll(async () => {
  world = await startWorld({ logLevel: "trace" });
  calls = await callsOf(world);
});
afterAll(() => world.close());

const IIN = "453201";
const sent = new Map<string, string>();
function cardNumberFor(place: string): string {
  const start = `${IIN}${String(sent.size).padStart(9, "0")}`;
  const number = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(passesLuhn)!;
  sent.set(number, place);
  return number;
}

/** In digits, or in the hexadecimal digits of their bytes. */
const NUMBERS = new RegExp(`${IIN}\\d{10}|${Buffer.from(IIN).toString("hex")}(?:3\\d){10}`, "g");
function placesIn(text: string): string[] {
  const numbers = (text.match(NUMBERS) ?? []).map((found) =>
    found.length === 16 ? found : Buffer.from(found, "hex").toString(),
  );
  return [...new Set(numbers)].map((number) => sent.get(number) ?? number);
}

type Name = string | number;
type Place = {
  readonly path: readonly Name[];
  readonly isExcepted: boolean;
  /** A name that the document does not have, where such names are ignored. */
  readonly isIgnored?: boolean;
  put(body: unknown, number: string): unknown;
};

const shapesOf = (schema: Schema): Schema[] =>
  [...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? [])].length === 0
    ? [schema]
    : [...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? [])].flatMap((one: Schema) => shapesOf(one));

/** Every place of a text, with the samples of what is around it where the example has nothing. */
function placesOf(schema: Schema, name: string, path: readonly Name[] = []): Place[] {
  const own = (put: Place["put"], more: readonly Name[] = []): Place => ({
    path: [...path, ...more],
    isExcepted: Object.hasOwn(UNSEARCHED, name),
    put,
  });
  return shapesOf(schema).flatMap((shape): Place[] => {
    if (shape["x-sealed"] === true) return [];
    if (shape["type"] === "string")
      return shape["enum"] === undefined && shape["const"] === undefined ? [own((_, number) => number)] : [];
    if (shape["type"] === "array")
      return placesOf(shape["items"], name, [...path, 0]).map((place) => ({
        ...place,
        put: (body, number) => {
          const [first = sampleOf(shape["items"]), ...rest] = Array.isArray(body) ? body : [];
          return [place.put(first, number), ...rest];
        },
      }));
    if (shape["type"] !== undefined && shape["type"] !== "object") return [];
    const within = (body: unknown) => (typeof body === "object" && body !== null ? body : (sampleOf(shape) as object));
    const properties = Object.entries((shape["properties"] ?? {}) as Record<string, Schema>);
    const named = properties.flatMap(([key, property]) =>
      placesOf(property, key, [...path, key]).map((place) => ({
        ...place,
        isExcepted: place.isExcepted || Object.hasOwn(UNSEARCHED, name),
        put: (body: unknown, number: string) => ({
          ...within(body),
          [key]: place.put((within(body) as Record<string, unknown>)[key], number),
        }),
      })),
    );
    const isOpen = properties.length === 0 || shape["additionalProperties"] === true;
    return isOpen
      ? [
          ...named,
          own((body, number) => ({ ...within(body), account_number: number }), ["account_number"]),
          own((body, number) => ({ ...within(body), [number]: "x" })),
          own((body, number) => ({ ...within(body), list: [{ note: `${number} ` }] }), ["list", "0", "note"]),
          own((body, number) => ({ ...within(body), note: Number(number) }), ["note"]),
        ]
      : [...named, { ...own((body, number) => ({ ...within(body), unknown: number }), ["unknown"]), isIgnored: true }];
  });
}

/** Calls that reach what the scenes do not: the details of the other methods. */
function callsWithBodies(): [Operation, Call][] {
  const all = [...calls].filter(([{ body }]) => body !== undefined);
  const more = { "POST /payments-init/initiate": [cardPayin(), bankPayin(), bankPayout(world.ours.beneficiary_id)] };
  return all.flatMap(([operation, call]): [Operation, Call][] => [
    [operation, call],
    ...((more as Record<string, object[]>)[operation.key] ?? []).map((body): [Operation, Call] => [
      operation,
      { ...call, body, as: world.callers.apiKey },
    ]),
  ]);
}

test("is refused in every text of every body, under the name of its field, and never repeated", async () => {
  const problems: string[] = [];
  for (const [operation, call] of callsWithBodies())
    for (const { path, isExcepted, isIgnored, put } of placesOf(operation.body!, "")) {
      const where = `${operation.key} ${path.join(".")}`;
      const number = cardNumberFor(isExcepted ? `excepted: ${where}` : where);
      const { status, text, body } = await world.make(operation, { ...call, body: put(call.body, number) });
      if (status >= 500) problems.push(`${where}: ${status} ${text}`);
      if (isExcepted || isIgnored || operation.rule.roles === "signed") continue;
      const named = body?.details?.[0]?.path;
      if (status !== 400 || ![path.join("."), path[0], "body"].includes(named) || text.includes(number))
        problems.push(`${where}: ${status} ${text.slice(0, 200)}`);
    }
  expect(problems).toEqual([]);
  expect(sent.size).toBeGreaterThan(500);
});

test("of the request's own card is refused in the excepted fields, too", async () => {
  const problems: string[] = [];
  let tried = 0;
  for (const [operation, call] of callsWithBodies()) {
    const card = placesOf(operation.body!, "").find(({ path }) => path.at(-1) === "card_number");
    if (card === undefined) continue;
    for (const { path, isExcepted, put } of placesOf(operation.body!, "")) {
      if (!isExcepted || path.some((name) => UNSEARCHED[name] === "never stored")) continue;
      const where = `${operation.key} ${path.join(".")} as card_details`;
      const number = cardNumberFor(where);
      const answer = await world.make(operation, { ...call, body: put(card.put(call.body, number), ` ${number}`) });
      tried += 1;
      if (answer.status !== 400 || answer.text.includes(number)) problems.push(`${where}: ${answer.text}`);
    }
  }
  expect(problems).toEqual([]);
  expect(tried).toBeGreaterThan(8);
});

test("is kept from no address, query or header", async () => {
  for (const [operation, call] of calls) {
    for (const { name } of operation.query) {
      const query = { ...call.query, [name]: cardNumberFor(`${operation.key}?${name}`) };
      expect((await world.make(operation, { ...call, query })).status).toBeLessThan(500);
    }
    for (const name of operation.pathNames) {
      const path = { ...call.path, [name]: cardNumberFor(`${operation.key} :${name}`) };
      expect((await world.make(operation, { ...call, path })).status).toBeLessThan(500);
    }
  }
  const { headers } = world.callers.apiKey;
  const send = (name: string, value: string) =>
    fetch(`${world.origin}/v1/payments-init/initiate`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", [name]: value },
      body: JSON.stringify(bankPayin()),
    });
  const refused = await send("idempotency-key", cardNumberFor("idempotency-key"));
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining("looks like a card number") });
  const id = cardNumberFor("x-request-id");
  expect((await send("x-request-id", id)).headers.get("x-request-id")).not.toBe(id);
  for (const name of ["user-agent", "referer", "accept-language", "origin", "traceparent"])
    expect((await send(name, cardNumberFor(name))).status).toBe(200);
  const { email, password } = world.ours.org_admin;
  const signIn = (body: object, more: Record<string, string> = {}) =>
    fetch(`${world.origin}/identity/token`, {
      method: "POST",
      headers: { "content-type": "application/json", ...more },
      body: JSON.stringify(body),
    });
  expect((await signIn({ email, password }, { "user-agent": cardNumberFor("the browser") })).status).toBe(200);
  expect((await signIn({ email: `${cardNumberFor("an e-mail")}@example.com`, password })).status).toBe(400);
});

test("is refused in the rows of a file", async () => {
  const columns = ["beneficiary_id", "amount", "currency", "description"];
  const row = (where: string) => [world.ours.beneficiary_id, "700", "NGN", `wages ${cardNumberFor(where)}`];
  const csv = [columns, row("a row of CSV")].map((cells) => cells.join()).join("\n");
  const cells = (texts: string[]) =>
    `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
  const sheet = cells(columns) + cells(row("a row of XLSX"));
  const xlsx = zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/a.xml"/></Relationships>`,
    "xl/worksheets/a.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  }).toString("base64");
  for (const file of [{ csv }, { xlsx }]) {
    const answer = await world.request(world.callers.orgAdmin, "POST", "/payout-batches", { name: "wages", ...file });
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/0\.description: .*card number/) });
    expect(placesIn(answer.text)).toEqual([]);
  }
});

test("is refused by the checkout without scripts, beside the field of the form", async () => {
  const { data } = await world.must(world.callers.orgAdmin, "POST", `/orgs/${world.ours.org_id}/payment-links`, {
    amount: 25.5,
    currency: "GBP",
  });
  const form = {
    method: "card",
    country: "GB",
    name: cardNumberFor("the name in the plain form"),
    email: "ama@example.com",
    cardNumber: "4242424242424242",
    expiry: "12/30",
    cvv: "737",
  };
  const answer = await fetch(`${world.origin}/pay/${data.link_ref}/plain`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("Write no card number here");
});

test("of all of them is in no table and no line of the log, except as an account number, a phone or a file", async () => {
  await world.advance(1_000);
  const found = (await textOfTables(world.db)).flatMap(([table, text]) =>
    placesIn(text)
      .filter((place) => !place.startsWith("excepted: "))
      .map((place) => `${table}: ${place}`),
  );
  expect(found).toEqual([]);
  expect(placesIn(world.logLines().join("\n"))).toEqual([]);
});

test("is looked for in every table: an account number that was sent is there", async () => {
  const tables = (await textOfTables(world.db)).filter(([, text]) => placesIn(text).length > 0);
  expect(tables.map(([table]) => table)).toContain("the table beneficiaries");
});

test("every excepted field is a field of a body, and one that is called never stored is not", async () => {
  const names = new Set<string>();
  for (const [{ body }] of callsWithBodies())
    for (const { path } of placesOf(body!, "")) for (const name of path) names.add(String(name));
  const SIGN_IN = ["password", "current_password", "new_password"];
  expect(Object.keys(UNSEARCHED).filter((name) => !names.has(name) && !SIGN_IN.includes(name))).toEqual([]);
  const stored = (await textOfTables(world.db)).flatMap(([, text]) => placesIn(text));
  const never = Object.keys(UNSEARCHED).filter((name) => UNSEARCHED[name] === "never stored");
  expect(stored.filter((place) => never.some((name) => place.split(/[ .]/).includes(name)))).toEqual([]);
});
