import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { type DemoFile, greeting } from "./greeting.ts";

const person = (email: string) => ({ user_id: "u", email, password: `password of ${email}` });
const demo: DemoFile = {
  base_url: "http://127.0.0.1:3000/v1",
  dashboard_url: "http://127.0.0.1:3000/dashboard",
  docs_url: "http://127.0.0.1:3000/docs",
  sandbox_url: "http://127.0.0.1:3001",
  identity_url: "http://127.0.0.1:3000/identity",
  environment: "development",
  admin: person("admin@corridor.example"),
  second_admin: person("second@corridor.example"),
  staff: person("staff@corridor.example"),
  organizations: [
    {
      org_id: "o",
      name: "Lagos Fresh Foods",
      country: "NG",
      api_key: "ck_test_1",
      org_admin: person("admin@lagosfresh.example"),
      org_member: person("member@lagosfresh.example"),
      org_viewer: person("viewer@lagosfresh.example"),
      beneficiary_id: "b",
    },
  ],
};
const config = { environment: "development", publicBaseUrl: "http://127.0.0.1:3000", dataDir: ".data" } as const;
const shown = (quiet: boolean, data: DemoFile | null = demo): string =>
  stripVTControlCharacters(greeting({ config, demo: data, databaseDirectory: "/data", quiet }));

test("the summary of a start fits on a screen: addresses, two sign-ins, the key and three commands", () => {
  const text = shown(false);
  expect(text.split("\n").length).toBeLessThan(30);
  for (const part of [
    "/dashboard",
    "/docs/guides",
    "password of admin@lagosfresh.example",
    "ck_test_1",
    "corridor -- listen",
    "payments create",
    "trigger",
  ])
    expect(text).toContain(part);
  expect(text.match(/npm run/g)).toHaveLength(3);
});

test("a quiet start prints one line, and production no sign-ins", () => {
  expect(shown(true)).toBe("Corridor is ready (development) at http://127.0.0.1:3000\n");
  expect(shown(false, null)).not.toContain("Sign in");
});
