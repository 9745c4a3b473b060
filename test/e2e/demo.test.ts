import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("people of the demo's organizations have a country, which the platform's map of users shows", async () => {
  const { status, body } = await app.request(app.callers.admin, "GET", "/users/analytics/geographic-distribution");
  expect(status).toBe(200);
  const users = body.data.countries.map((one: { country: string; users: number }) => [one.country, one.users]);
  expect(users).toEqual(
    expect.arrayContaining([
      ["NG", 3],
      ["GH", 3],
    ]),
  );
});
