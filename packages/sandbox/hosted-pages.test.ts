import { hash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { card, type Reply, type SandboxFixture, startFixture } from "./sandbox.fixtures.ts";

let fixture: SandboxFixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.close());

async function pageOf(ending: string, fields: Record<string, unknown> = {}) {
  const { body } = await fixture.pay("fiat", { ...card(ending), ...fields });
  const url: string = body.next_action.redirect_url ?? body.next_action.payment_link;
  const path = new URL(url).pathname;
  const choose = (decision: string): Promise<Reply> =>
    fixture.call("POST", path, `decision=${decision}`, { "content-type": "application/x-www-form-urlencoded" });
  return { reference: body.reference as string, path, choose, show: () => fixture.call("GET", path) };
}
const told = (reference: string): unknown[] => fixture.eventsOf(reference).map((event) => event["status"]);

describe("the redirect page (0007)", () => {
  test.each([
    ["approve", "completed"],
    ["decline", "failed"],
  ])("%s: the payment is %s at once, and the customer goes to the return address", async (decision, status) => {
    const { reference, choose } = await pageOf("0007");
    const reply = await choose(decision);
    expect([reply.status, reply.headers.get("location")]).toEqual([303, "https://merchant.example/return?order=1"]);
    expect((await fixture.status("fiat", reference)).body).toMatchObject({ status });
    await fixture.sandbox.tick();
    expect(told(reference)).toEqual([status]);
  });

  test("the first choice counts: a second one changes nothing and leads the same way", async () => {
    const { reference, choose, show } = await pageOf("0007");
    await choose("decline");
    expect((await choose("approve")).status).toBe(303);
    await fixture.sandbox.tick();
    expect(told(reference)).toEqual(["failed"]);
    const { text } = await show();
    expect(text).toContain("Not paid: declined by the customer.");
    expect(text).toContain('href="https://merchant.example/return?order=1"');
    expect(text).not.toContain("<button");
  });

  test("another choice than the two is refused", async () => {
    const { choose, reference } = await pageOf("0007");
    expect((await choose("steal")).status).toBe(400);
    expect((await fixture.status("fiat", reference)).body).toMatchObject({ status: "pending" });
  });
});

test("the payment link (0006) is approved on its page, which then says so", async () => {
  const { reference, choose } = await pageOf("0006");
  const reply = await choose("approve");
  expect(reply.status).toBe(200);
  expect(reply.text).toContain("Approved.");
  await fixture.sandbox.tick();
  expect(told(reference)).toEqual(["completed"]);
});

describe("the page itself", () => {
  test("allows its one style sheet and nothing else, and cannot be framed or cached", async () => {
    const { headers, text } = await (await pageOf("0007")).show();
    const style = /<style>([^]*)<\/style>/.exec(text)![1]!;
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash("sha256", style, "base64")}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).not.toMatch(/<script|\son\w+=|style="/i);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('name="viewport"');
  });

  test("shows the amount exactly, and escapes what came from outside", async () => {
    const { choose, show } = await pageOf("0007", {
      return_url: `https://merchant.example/?x="><script>alert('1')</script>&y=1`,
    });
    expect((await show()).text).toContain("12.50 USD");
    await choose("approve");
    const { text } = await show();
    expect(text).not.toContain("<script");
    expect(text).toContain("&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;y=1");
  });
});
