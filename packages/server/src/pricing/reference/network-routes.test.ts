import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { callerOf, type ModuleServer, startModuleServer } from "@corridor/test/harness/module-server.ts";
import type { AccountInQuestion } from "@corridor/provider-kit/provider.ts";
import { networkRoutes } from "./network-routes.ts";

let database: TestDatabase;
let server: ModuleServer;
const asked: AccountInQuestion[] = [];
const caller = callerOf({ orgId: newId() });

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startModuleServer({
    db: database.db,
    routes: [
      networkRoutes({
        resolveAccount: async (account) => {
          asked.push(account);
          if (account.account_number.endsWith("0000")) return null;
          if (account.account_number.endsWith("9999")) throw new Error("connection reset");
          if (account.country !== "KE") return { account_name: "AMA MENSAH" };
          // As Wave's `verify_recipient`: it compares a name, and tells none.
          if (account.account_name === undefined) return { verdict: "unknown" };
          return { verdict: account.account_name === "Ama Mensah" ? "match" : "no_match" };
        },
      }),
    ],
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const post = (path: string, body?: unknown) => server.request(caller, "POST", `/externals/${path}`, body);

describe("POST /externals/networks", () => {
  it("lists the networks of a country in the contract's envelope", async () => {
    const { status, body } = await post("networks", { country: "GH" });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "success",
      message: expect.any(String),
      data: [
        { name: "AirtelTigo Money", code: "AIRTELTIGO_GH", country: "GH", currency: "GHS" },
        { name: "MTN", code: "MTN_GH", country: "GH", currency: "GHS" },
        { name: "Telecel Cash", code: "TELECEL_GH", country: "GH", currency: "GHS" },
      ],
    });
  });

  it("lists all of them for an empty body or none", async () => {
    const [none, empty] = await Promise.all([post("networks"), post("networks", {})]);
    expect(none.status).toBe(200);
    expect(none.body.data.length).toBeGreaterThan(50);
    expect(empty.body.data).toEqual(none.body.data);
  });

  it("filters by currency across countries, and by both", async () => {
    const franc = await post("networks", { currency: "XOF" });
    expect(new Set(franc.body.data.map((network: { country: string }) => network.country))).toEqual(
      new Set(["BF", "BJ", "CI", "ML", "SN", "TG"]),
    );
    const nowhere = await post("networks", { country: "GH", currency: "XOF" });
    expect(nowhere.body.data).toEqual([]);
  });

  it.each([
    [{ country: "gh" }, "country"],
    [{ country: "XX" }, "country"],
    [{ country: 5 }, "country"],
    [{ currency: "XYZ" }, "currency"],
    [{ currency: "BTC" }, "currency"],
    [[], "body"],
  ])("refuses %j", async (body, path) => {
    const answer = await post("networks", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ status: "error", details: [{ path }] });
  });

  it("needs a credential", async () => {
    expect((await server.request(null, "POST", "/externals/networks", {})).status).toBe(401);
  });
});

describe("POST /externals/banks", () => {
  it("lists the banks of a country with the codes its transfers use", async () => {
    const { status, body } = await post("banks", { country: "NG" });
    expect(status).toBe(200);
    expect(body.data).toContainEqual({
      name: "Guaranty Trust Bank",
      code: "058",
      country: "NG",
      currency: "NGN",
      also_known_as: ["GTBank"],
    });
    expect(body.data.every((bank: { country: string }) => bank.country === "NG")).toBe(true);
  });

  it("searches the names", async () => {
    const { body } = await post("banks", { country: "KE", search: " equity " });
    expect(body.data).toEqual([{ name: "Equity Bank Kenya", code: "68", country: "KE", currency: "KES" }]);
  });

  it("finds a bank by the names that people use for it, however they are written", async () => {
    const codesOf = async (country: string, search: string) =>
      (await post("banks", { country, search })).body.data.map((bank: { code: string }) => bank.code);
    for (const name of ["GTBank", "gt bank", "GTB", "Guaranty Trust"])
      expect([name, await codesOf("NG", name)]).toEqual([name, ["058"]]);
    expect(await codesOf("CI", "Societe Generale")).toEqual(["SGCICIAB"]);
  });
});

it("banks are found by the digits of an account: those that may have given it out", async () => {
  const codes = async (account_number: string) =>
    (await post("banks", { country: "NG", account_number })).body.data.map(({ code }: { code: string }) => code);
  const found = await codes("0000014579");
  expect(found).toContain("011");
  expect(found.length).toBeLessThan((await post("banks", { country: "NG" })).body.data.length / 2);
  expect(await codes("12345")).toEqual([]);
});

describe("POST /externals/resolve-account", () => {
  it("answers whose account it is", async () => {
    const { status, body } = await post("resolve-account", {
      account_number: "0000014579",
      bank_code: "011",
      country: "NG",
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      account_number: "0000014579",
      account_name: "AMA MENSAH",
      name_verdict: null,
      bank_code: "011",
      bank_name: "First Bank of Nigeria",
      country: "NG",
    });
  });

  it("finds the country from an IBAN or from a bank code that only one country uses", async () => {
    const iban = await post("resolve-account", {
      account_number: "DE89 3704 0044 0532 0130 00",
      bank_code: "COBADEFF",
    });
    expect(iban.body.data).toMatchObject({
      account_number: "DE89370400440532013000",
      country: "DE",
      bank_name: "Commerzbank",
    });
    const code = await post("resolve-account", { account_number: "1020001234567", bank_code: "030100" });
    expect(code.body.data).toMatchObject({ country: "GH", bank_name: "Absa Bank Ghana" });
  });

  it.each([
    [{ account_number: "123456789", bank_code: "021000022", country: "US" }, "bank_code", /ABA/],
    [{ account_number: "55779911", bank_code: "BUKBGB22", country: "GB" }, "bank_code", /sort code/],
    [{ account_number: "12345678", bank_code: "nowhere" }, "country", /is required/],
    [{ account_number: "12345678", bank_code: "68", country: "XX" }, "country", /alpha-2/],
    [{ bank_code: "68" }, "account_number", /is required/],
    [{ account_number: 12345678, bank_code: "68" }, "account_number", /string/],
    [{ account_number: "", bank_code: "68" }, "account_number", /./],
  ])("refuses %j and asks no bank", async (body, path, message) => {
    const before = asked.length;
    const answer = await post("resolve-account", body);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual({ path, message: expect.stringMatching(message) });
    expect(asked).toHaveLength(before);
  });

  it.each([
    [{ account_number: "0000014578", bank_code: "011", country: "NG" }, /check digit/],
    [{ account_number: "123", bank_code: "011", country: "NG" }, /NUBAN/],
    [{ account_number: "DE89 3704 0044 0532 0130 01", bank_code: "COBADEFF" }, /check digits/],
  ])("does not find %j, which a beneficiary may have, and asks no bank", async (body, message) => {
    const before = asked.length;
    expect(await post("resolve-account", body)).toMatchObject({
      status: 404,
      body: { code: "ACCOUNT_NOT_FOUND", message: expect.stringMatching(message) },
    });
    expect(asked).toHaveLength(before);
  });

  it("is 404 when the bank knows no such account, and 502 when it cannot be asked", async () => {
    const unknown = await post("resolve-account", { account_number: "11001618160000", bank_code: "68", country: "KE" });
    expect(unknown).toMatchObject({ status: 404, body: { status: "error", message: "Account not found" } });
    const broken = await post("resolve-account", { account_number: "11001618169999", bank_code: "68", country: "KE" });
    expect(broken.status).toBe(502);
    expect(broken.text).not.toContain("connection reset");
  });

  it.each([
    ["Ama Mensah", "match"],
    ["Kofi Mensah", "no_match"],
    [undefined, "unknown"],
  ])(
    "says of %s only whether it is the holder, where the provider names nobody",
    async (account_name, name_verdict) => {
      const account = { account_number: "11001618161234", bank_code: "68", country: "KE" };
      const { status, body } = await post("resolve-account", { ...account, account_name });
      expect([status, body.data]).toEqual([
        200,
        { ...account, account_name: "", name_verdict, bank_name: "Equity Bank Kenya" },
      ]);
    },
  );

  it("is for people who may pay", async () => {
    const viewer = callerOf({ orgId: newId(), role: "org-viewer" });
    expect(
      (await server.request(viewer, "POST", "/externals/resolve-account", { account_number: "1", bank_code: "1" }))
        .status,
    ).toBe(403);
  });
});
