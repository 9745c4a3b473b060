import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { createLink } from "../checkout.fixtures.ts";
import { contrastWithWhite, readLogo } from "./brand.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const BRAND = {
  color: "#1F4E9E",
  support_email: "help@example.com",
  support_phone: "+233200000000",
  terms_url: "https://shop.example/terms",
  privacy_url: null,
  footer: "Lagos Fresh Foods Ltd",
  embed_origins: ["https://shop.example", "http://localhost:5000"],
};

let app: TestApp;
let path: string;
beforeAll(async () => {
  app = await startTestApp();
  path = `/orgs/${app.callers.orgAdmin.orgId!}/payment-links/brand`;
});
afterAll(() => app.close());

const put = (body: object, at = path) => app.request(app.callers.orgAdmin, "PUT", at, body);

describe("a brand", () => {
  test("is shown to whoever opens a link, with and without scripts, and replaced as a whole but for the logo", async () => {
    const link = await createLink(app);
    const seen = async () =>
      (await app.request(null, "GET", `/checkout/links/${link.link_ref}`)).body.data.organization;
    expect(await seen()).toMatchObject({ name: "Lagos Fresh Foods", color: null, logo_url: null });
    expect((await put({ content: PNG }, `${path}/logo`)).status).toBe(200);
    expect((await put(BRAND)).body.data).toMatchObject({
      ...BRAND,
      color: "#1f4e9e",
      logo_url: expect.stringContaining(`${app.origin}/checkout-files/logos/`),
    });
    await expect.poll(seen).toMatchObject({
      color: "#1f4e9e",
      support_email: "help@example.com",
      terms_url: "https://shop.example/terms",
      footer: BRAND.footer,
    });
    const { logo_url: logo } = await seen();
    const page = await (await fetch(`${app.origin}/pay/${link.link_ref}/plain`)).text();
    expect(page).toContain(`<img class="logo" src="${logo}"`);
    expect(page).toContain("mailto:help@example.com");
    const picture = await fetch(`${app.origin}${logo}`);
    expect([
      picture.status,
      picture.headers.get("content-type"),
      picture.headers.get("x-content-type-options"),
    ]).toEqual([200, "image/png", "nosniff"]);
    expect(picture.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await picture.arrayBuffer()).toString("base64")).toBe(PNG);
    expect((await app.request(app.callers.orgAdmin, "DELETE", `${path}/logo`)).status).toBe(204);
    expect((await app.request(app.callers.orgAdmin, "GET", path)).body.data).toMatchObject({
      logo_url: null,
      color: "#1f4e9e",
    });
    expect((await fetch(`${app.origin}${logo}`)).status).toBe(404);
  });

  test.each([
    [{ color: "#ffcc00" }, "color"],
    [{ color: "red" }, "color"],
    [{ terms_url: "http://shop.example" }, "terms_url"],
    [{ privacy_url: "javascript:alert(1)" }, "privacy_url"],
    [{ embed_origins: ["https://shop.example/path"] }, "embed_origins.0"],
    [{ embed_origins: ["*"] }, "embed_origins.0"],
    [{ embed_origins: ["http://shop.example"] }, "embed_origins.0"],
  ])("of %j is refused at %s", async (changed, field) => {
    const answer = await put({ ...BRAND, ...changed });
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, field]);
  });

  test("is the business of the organization's admins", async () => {
    const { status } = await app.request(app.callers.orgMember, "PUT", path, BRAND);
    expect(status).toBe(403);
    expect((await app.request(app.callers.otherOrgAdmin, "GET", path)).status).toBe(404);
    expect((await app.request(app.callers.orgViewer, "GET", path)).status).toBe(200);
  });
});

test.each([
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString("base64")],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>").toString("base64")],
  ["more than 256 KiB", Buffer.concat([Buffer.from(PNG, "base64"), Buffer.alloc(262_144)]).toString("base64")],
  ["no base64", "not a picture!"],
])("a logo that is %s is refused", (_what, content) => {
  expect(() => readLogo(content)).toThrow();
});

test("contrast is measured as WCAG says", () => {
  expect(contrastWithWhite("#000000")).toBeCloseTo(21);
  expect(contrastWithWhite("#ffffff")).toBeCloseTo(1);
  expect(contrastWithWhite("#767676")).toBeCloseTo(4.54, 2);
});
