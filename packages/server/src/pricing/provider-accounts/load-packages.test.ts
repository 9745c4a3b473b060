import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { KIT_VERSION } from "@corridor/provider-kit/manifest.ts";
import { loadPackages } from "./load-packages.ts";

const NEXT = `^${Number(KIT_VERSION.split(".")[0]) + 1}.0.0`;

const folder = mkdtempSync(join(tmpdir(), "corridor-packages-"));
vi.spyOn(process, "cwd").mockReturnValue(folder);
afterEach(() => rmSync(join(folder, "node_modules"), { recursive: true, force: true }));

const ROW = { direction: "inbound", method: "mobile_money", countries: ["GH"], currencies: ["GHS"] };
const MANIFEST = {
  name: "acme_pay",
  displayName: "Acme Pay",
  kit: `^${KIT_VERSION}`,
  corridors: [ROW],
  settings: { type: "object", properties: {} },
  hosts: ["api.acme.example"],
  callbacks: ["signature"],
};

function install(name: string, change: object = {}, code = "create: () => ({})"): string {
  const at = join(folder, "node_modules", name);
  mkdirSync(at, { recursive: true });
  writeFileSync(
    join(at, "package.json"),
    JSON.stringify({ name, version: "1.0.0", type: "module", exports: "./a.js" }),
  );
  const manifest = JSON.stringify({ ...MANIFEST, ...change });
  writeFileSync(join(at, "a.js"), `export default { ...${manifest}, ${code} };\n`);
  return name;
}

const refusalOf = (...names: string[]): Promise<string> =>
  loadPackages(names).then(
    () => "loaded",
    ({ message }) => message,
  );

test("a package that is installed where the service starts is loaded", async () => {
  expect(await loadPackages([install("@acme/loaded", { name: "acme_loaded" })])).toMatchObject([
    { name: "acme_loaded" },
  ]);
});

test("a package that is not installed stops the start, with the command that installs it", async () => {
  expect(await refusalOf("@acme/missing")).toBe(
    `The package @acme/missing of PROVIDERS is not installed: run "npm install @acme/missing" in ${folder}, or remove it from PROVIDERS.`,
  );
});

test("two packages of one name stop the start", async () => {
  const both = [install("@acme/one"), install("@acme/two")];
  expect(await refusalOf(...both)).toBe(
    "@acme/one and @acme/two both claim the name acme_pay. Remove one of them from PROVIDERS.",
  );
});

test.each<[why: string, change: object, says: string]>([
  [
    "for a later kit",
    { kit: NEXT },
    `it works with ${NEXT} of the kit, and this is ${KIT_VERSION}: install a version of it that works with this one`,
  ],
  [
    "for no version of the kit",
    { kit: "*" },
    `\`kit\` must be the versions of the kit that it works with, as "^${KIT_VERSION}"`,
  ],
  ["of a name of the contract", { name: "paystack" }, "`name` must be another than paystack, which is Corridor's own"],
  [
    "of the word in M-PESA's address",
    { name: "daraja" },
    "`name` must be another than daraja, which is Corridor's own",
  ],
  ["of a name with blanks", { name: "Acme Pay" }, "`name` must be 2 to 18 small letters, digits and underscores"],
  ["without hosts", { hosts: undefined }, "`hosts` must list the hosts that it may call"],
  ["of no host", { hosts: [] }, "`hosts` must list the hosts that it may call"],
  [
    "of every host",
    { hosts: ["*"] },
    "`hosts` must be names as api.example.com or *.example.com, without protocol, port and path",
  ],
  [
    "of a preset address elsewhere",
    {
      settings: {
        type: "object",
        properties: { base_url: { type: "string", format: "uri", default: "https://evil.example/v1" } },
      },
    },
    "`hosts` must name evil.example, which the setting base_url presets",
  ],
  ["of a misspelled part", { certifed: {} }, "`certifed` is no part of a manifest"],
  ["of a country by its name", { corridors: [{ ...ROW, countries: ["Ghana"] }] }, "`corridors.0.countries` "],
  ["of a method that there is not", { corridors: [{ ...ROW, method: "bank" }] }, "`corridors.0.method` "],
  ["of an amount that is no text", { corridors: [{ ...ROW, min: 100 }] }, "`corridors.0.min` must be string"],
  [
    "of no amount between its limits",
    { corridors: [{ ...ROW, min: "10.5", max: "9" }] },
    "`corridors.0.min` must not be above its max",
  ],
  ["that was certified on no day", { certified: { at: "soon", by: "A", kit: "1.0.0" } }, "`certified.at` "],
  [
    "of callbacks that this kit cannot judge",
    { callbacks: ["carrier pigeon"] },
    "`callbacks` must list what makes a callback genuine: signature, shared secret, secret address",
  ],
])("a package %s stops the start, and is told what to mend", async (why, change, says) => {
  const name = install(`@acme/${why.toLowerCase().replace(/[^a-z]+/g, "-")}`, change);
  expect(await refusalOf(name)).toMatch(
    new RegExp(`^The package ${name} of PROVIDERS is no provider that can be used:\n  - ${RegExp.escape(says)}`),
  );
});

test("a package that throws, or exports nothing, is named", async () => {
  expect(await refusalOf(install("@acme/throws", {}, "get create() { throw new Error('boom'); }"))).toContain("boom");
  const name = install("@acme/empty");
  writeFileSync(join(folder, "node_modules", name, "a.js"), "export const provider = 1;\n");
  expect(await refusalOf(name)).toContain("it must export one object as its default");
});
