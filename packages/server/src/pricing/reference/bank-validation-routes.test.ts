import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { callerOf, type ModuleServer, startModuleServer } from "@corridor/test/harness/module-server.ts";
import { bankValidationRoutes } from "./bank-validation-routes.ts";

let database: TestDatabase;
let server: ModuleServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startModuleServer({ db: database.db, routes: [bankValidationRoutes()] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const validate = (body?: unknown) =>
  server.request(callerOf({ orgId: newId() }), "POST", "/payments/bank-validation/validate-uk-account", body);

describe("POST /payments/bank-validation/validate-uk-account", () => {
  it("answers a right format without an envelope", async () => {
    const { status, body } = await validate({ sortCode: "20-00-00", accountNumber: "55779911" });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      accountDetails: {
        sortCode: "20-00-00",
        accountNumber: "55779911",
        validated: true,
        message: "The account details have a valid format",
      },
    });
  });

  it.each([
    ["200000", "55779911", "sortCode must have the format NN-NN-NN"],
    ["20-00-0a", "55779911", "sortCode must have the format NN-NN-NN"],
    [" 20-00-00", "55779911", "sortCode must have the format NN-NN-NN"],
    ["20-00-00", "5577991", "accountNumber must have 8 digits"],
    ["20-00-00", "557799111", "accountNumber must have 8 digits"],
    ["20-00-00\n", "٥٥٧٧٩٩١١", "sortCode must have the format NN-NN-NN; accountNumber must have 8 digits"],
    ["", "", "sortCode must have the format NN-NN-NN; accountNumber must have 8 digits"],
  ])("answers the wrong format %j %j with 200 and the reason", async (sortCode, accountNumber, message) => {
    const { status, body } = await validate({ sortCode, accountNumber });
    expect(status).toBe(200);
    expect(body).toEqual({ success: false, accountDetails: { sortCode, accountNumber, validated: false, message } });
  });

  it.each([
    [{ accountNumber: "55779911" }, "sortCode"],
    [{ sortCode: "20-00-00" }, "accountNumber"],
    [{ sortCode: 200000, accountNumber: "55779911" }, "sortCode"],
    [{ sortCode: "20-00-00", accountNumber: 55779911 }, "accountNumber"],
    [{ sortCode: "20-00-00", accountNumber: null }, "accountNumber"],
    [undefined, "body"],
  ])("refuses %j with 400", async (body, path) => {
    const answer = await validate(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ status: "error", details: [{ path }] });
  });
});
