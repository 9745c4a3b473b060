import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const save = (caller: TestCaller, name: string, change: object = {}) =>
  app.request(caller, "PUT", "/saved-views", {
    list: "payments",
    name,
    filters: { status: "failed", hide: "Kind" },
    ...change,
  });
const namesOf = async (caller: TestCaller, query = "") =>
  (await app.request(caller, "GET", `/saved-views?limit=100${query}`)).body.data.map(
    ({ name }: { name: string }) => name,
  );
const remove = (caller: TestCaller, viewId: string) => app.request(caller, "DELETE", `/saved-views/${viewId}`);

test("a view is its person's own until it is shared, and then the organization's, never another's", async () => {
  const { orgMember, orgViewer, otherOrgAdmin } = app.callers;
  await save(orgMember, "Mine");
  await save(orgMember, "Ours", { shared: true });
  await save(orgMember, "Batches", { list: "payout-batches", shared: true });
  expect(await namesOf(orgMember)).toEqual(["Batches", "Ours", "Mine"]);
  expect(await namesOf(orgMember, "&list=payments")).toEqual(["Ours", "Mine"]);
  expect(await namesOf(orgViewer, "&list=payments")).toEqual(["Ours"]);
  expect(await namesOf(otherOrgAdmin)).toEqual([]);
});

test("a person's view of the same list and name is replaced and keeps its id; another person's is another view", async () => {
  const { orgMember, orgViewer } = app.callers;
  const first = (await save(orgMember, "Again")).body.data;
  const second = (await save(orgMember, "Again", { filters: { currency: "GHS" } })).body.data;
  expect(second).toMatchObject({ view_id: first.view_id, filters: { currency: "GHS" } });
  expect((await save(orgViewer, "Again")).body.data.view_id).not.toBe(first.view_id);
});

test("a private view is deleted by its person, a shared one also by an org-admin, and by nobody else", async () => {
  const { orgAdmin, orgMember, orgViewer, otherOrgAdmin } = app.callers;
  const own = (await save(orgMember, "Private")).body.data.view_id;
  const shared = (await save(orgMember, "Shared", { shared: true })).body.data.view_id;
  expect((await remove(orgAdmin, own)).status).toBe(404);
  expect((await remove(orgViewer, shared)).status).toBe(403);
  expect((await save(orgViewer, "Spread", { shared: true })).status).toBe(403);
  expect((await remove(otherOrgAdmin, shared)).status).toBe(404);
  expect((await remove(orgAdmin, shared)).status).toBe(204);
  expect((await remove(orgMember, own)).status).toBe(204);
  expect((await remove(orgMember, own)).status).toBe(404);
});

test("a person has at most 50 views and an organization shares at most 50, also when they are saved at once", async () => {
  const { orgAdmin, orgMember } = app.callers;
  const many = Array.from({ length: 55 }, (_, index) => save(orgAdmin, `Many ${index}`, { shared: true }));
  const codes = (await Promise.all(many)).map(({ status, body }) => [status, body.code]);
  const stored = await app.db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM saved_views WHERE org_id = $1 AND shared`,
    [orgAdmin.orgId],
  );
  expect(stored[0]!.n).toBe(50);
  expect(codes.filter(([status]) => status === 409)).not.toEqual([]);
  expect(new Set(codes.map(String))).toEqual(new Set(["200,", "409,LIMIT_EXCEEDED"]));
  expect((await save(orgMember, "One more", { shared: true })).body.code).toBe("LIMIT_EXCEEDED");
  expect((await save(orgMember, "One more")).status).toBe(200);
});

test("a search text is refused, because it may name a person", async () => {
  const refused = await save(app.callers.orgViewer, "By name", { filters: { search: "Ama Owusu" } });
  expect([refused.status, refused.body.details[0].path]).toEqual([400, "filters.search"]);
});

test("what is filtered by has the name of a parameter: no text of any length is kept there", async () => {
  for (const name of ["k".repeat(41), "Ama Owusu, +233241234567", ""])
    expect((await save(app.callers.orgViewer, "By name", { filters: { [name]: "x" } })).status, name).toBe(400);
  expect(
    (await save(app.callers.orgViewer, "By date", { filters: { date_from: "2026-01-01", "sort.by": "amount" } }))
      .status,
  ).toBe(200);
});
