import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCESS } from "#src/access.ts";
import { revokeKeysOfMember } from "#src/parties/api-keys/write-api-key.ts";
import { createLimitMailTo } from "#src/parties/identity/attempts.ts";
import { oneCell } from "#src/kernel/db/cells-in-use.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestKey,
  createTestOrganization,
  createTestUser,
  startIdentityServer,
  TEST_PASSWORD,
  type IdentityServer,
} from "@corridor/test/harness/identity-server.ts";
import { organizationRoutes } from "./routes.ts";

/**
 * The whole journey of an invited person, from the org-admin's call through the e-mail to the new member's first call.
 */
let database: TestDatabase;
let server: IdentityServer;
const clock = new SteppedClock();
let mailIsBroken = false;
let ours: string;
let annToken: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startIdentityServer({
    databaseUrl: database.url,
    clock,
    routes: ({ db, sendMail }) => [
      organizationRoutes({
        cells: oneCell(db),
        db,
        clock,
        log: silentLog,
        publicBaseUrl: "http://127.0.0.1",
        environment: "development",
        settings: {
          payoutDestinations: "any",
          holdPayoutsUntilKyb: false,
          apiKeysMayAdminister: true,
          rateMarginBps: 50,
          rateLockDriftBps: 0,
        },
        notifyPlatform: async () => undefined,
        notifyOrganization: async () => undefined,
        access: ACCESS,
        askSecondPerson: async () => undefined,
        kyb: () => null,
        limitMailTo: createLimitMailTo(clock),
        revokeKeysOfMember,
        queueMail: async (_tx, mail) => {
          if (mailIsBroken) throw new Error("the outbox cannot be written");
          await sendMail(mail);
        },
      }),
    ],
  });
  ours = await createTestOrganization(database.db, clock.now(), "Ours");
  const ann = await createTestUser(database.db, clock.now(), {
    email: "ann@ours.test",
    memberships: [[ours, "org-admin"]],
  });
  annToken = (await server.issueToken({ userId: ann, orgId: ours, generation: 1, lifetimeSeconds: 30 * 86_400 })).token;
});

afterAll(async () => {
  await server.close();
  await database[Symbol.asyncDispose]();
});

beforeEach(() => {
  server.mails.length = 0;
  mailIsBroken = false;
});

const asAnn = () => asToken(annToken);
const asToken = (token: string) => ({ headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" } });
const page = { "x-requested-with": "corridor", "sec-fetch-site": "same-origin" };
const newEmail = () => `${newId()}@guest.test`;

async function invite(email: string, role = "org-member") {
  return server.request("POST", `/v1/organizations/${ours}/invites`, { ...asAnn(), body: { email, role } });
}

function mailedToken(): string {
  return /token=([A-Za-z0-9_-]+)/.exec(server.mails.at(-1)?.text ?? "")?.[1] ?? "";
}

async function tokenOf(email: string): Promise<string> {
  return (await server.request("POST", "/identity/token", { body: { email, password: TEST_PASSWORD } })).body.token;
}

describe("an invite", () => {
  it("is mailed to the address, and its token is nowhere else", async () => {
    const email = newEmail();
    const created = await invite(email);
    expect(created).toMatchObject({
      status: 201,
      body: { data: { email, role: "org-member", status: "pending", email_sent: true } },
    });
    expect(server.mails).toMatchObject([{ to: email, subject: "Join Ours" }]);
    expect(JSON.stringify(created.body)).not.toContain(mailedToken());
    const [row] = await database.db.query<{ row: string }>(
      "SELECT row_to_json(i)::text AS row FROM invites i WHERE email = $1",
      [email],
    );
    expect(row!.row).not.toContain(mailedToken());
  });

  it("is a 409 for an address that is invited or belongs to a member, however it is written", async () => {
    const email = newEmail();
    expect((await invite(email)).status).toBe(201);
    expect(await invite(email.toUpperCase())).toMatchObject({ status: 409, body: { code: "DUPLICATE_INVITE" } });
    expect(await invite("Ann@Ours.test")).toMatchObject({ status: 409, body: { code: "ALREADY_A_MEMBER" } });
  });

  it("is made once when two invite at the same moment", async () => {
    const email = newEmail();
    const statuses = await Promise.all(
      [invite(email), invite(email), invite(email)].map(async (call) => (await call).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it.each([{ email: "nobody", role: "org-member" }, { email: "a@b.test", role: "admin" }, { email: "a@b.test" }])(
    "is refused as %j",
    async (body) => {
      expect((await server.request("POST", `/v1/organizations/${ours}/invites`, { ...asAnn(), body })).status).toBe(
        400,
      );
    },
  );

  it("is not made without its mail", async () => {
    const email = newEmail();
    mailIsBroken = true;
    expect((await invite(email)).status).toBe(500);
    mailIsBroken = false;
    expect((await invite(email)).status).toBe(201);
  });

  it("can be sent again with another link", async () => {
    const created = await invite(newEmail());
    const path = `/v1/organizations/${ours}/invites/${created.body.data.invite_id}/resend`;
    expect((await server.request("POST", path, asAnn())).body.data.email_sent).toBe(true);
    const first = mailedToken();
    await server.request("POST", path, asAnn());
    expect((await server.request("GET", `/identity/invites/${first}`)).status).toBe(404);
    expect((await server.request("GET", `/identity/invites/${mailedToken()}`)).status).toBe(200);
  });

  it("reaches one address twenty times an hour, however it is sent", async () => {
    const email = newEmail();
    let { invite_id: id } = (await invite(email)).body.data;
    const path = () => `/v1/organizations/${ours}/invites/${id}`;
    for (let i = 0; i < 18; i++) expect((await server.request("POST", `${path()}/resend`, asAnn())).status).toBe(200);
    await server.request("DELETE", path(), asAnn());
    id = (await invite(email.toUpperCase())).body.data.invite_id;
    const link = mailedToken();
    const refused = await server.request("POST", `${path()}/resend`, asAnn());
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(server.mails).toHaveLength(20);
    expect((await server.request("GET", `/identity/invites/${link}`)).status).toBe(200);
    clock.advance(3_600_000);
    expect((await server.request("POST", `${path()}/resend`, asAnn())).status).toBe(200);
  });

  it("is listed, and withdrawn", async () => {
    const email = newEmail();
    const { invite_id: id } = (await invite(email)).body.data;
    const listed = await server.request("GET", `/v1/organizations/${ours}/invites?limit=1`, asAnn());
    expect(listed.body.data).toMatchObject([{ invite_id: id, status: "pending" }]);
    expect((await server.request("DELETE", `/v1/organizations/${ours}/invites/${id}`, asAnn())).status).toBe(204);
    expect((await server.request("GET", `/identity/invites/${mailedToken()}`)).status).toBe(404);
    expect((await invite(email)).status).toBe(201);
  });

  it("expires after seven days and makes room for a new one", async () => {
    const email = newEmail();
    const { invite_id: id } = (await invite(email)).body.data;
    const token = mailedToken();
    clock.advance(7 * 24 * 3_600_000);
    expect((await server.request("GET", `/identity/invites/${token}`)).status).toBe(404);
    const listed = await server.request("GET", `/v1/organizations/${ours}/invites?limit=1`, asAnn());
    expect(listed.body.data).toMatchObject([{ invite_id: id, status: "expired" }]);
    expect((await server.request("POST", `/v1/organizations/${ours}/invites/${id}/resend`, asAnn())).status).toBe(409);
    expect((await invite(email)).status).toBe(201);
  });
});

describe("accepting an invite", () => {
  it("makes a newcomer an account and signs them in", async () => {
    const email = newEmail();
    await invite(email, "org-viewer");
    const token = mailedToken();
    expect((await server.request("GET", `/identity/invites/${token}`)).body.data).toEqual({
      email,
      organization_name: "Ours",
      role: "org-viewer",
      has_account: false,
    });
    const short = await server.request("POST", `/identity/invites/${token}/accept`, {
      headers: page,
      body: { name: "Gus", password: "short" },
    });
    expect(short.status).toBe(400);
    const accepted = await server.request("POST", `/identity/invites/${token}/accept`, {
      headers: page,
      body: { name: "Gus", password: "a long enough one" },
    });
    expect(accepted).toMatchObject({ status: 200, body: { data: { signed_in: true, org_id: ours } } });
    const cookie = accepted.headers.getSetCookie()[0]!.split(";")[0]!;
    expect(
      (await server.request("GET", "/identity/session", { headers: { ...page, cookie } })).body.data.organization,
    ).toMatchObject({
      org_id: ours,
      role: "org-viewer",
    });
    expect(
      (
        await server.request("POST", `/identity/invites/${token}/accept`, {
          headers: page,
          body: { name: "Gus", password: "a long enough one" },
        })
      ).status,
    ).toBe(404);
  });

  it("makes a program's person an account in the country of the organization, without a session, and they sign in", async () => {
    const email = newEmail();
    await invite(email, "org-viewer");
    const person = { name: "Gus", password: "a long enough one" };
    const path = `/identity/invites/${mailedToken()}/accept`;
    const elsewhere = await server.request("POST", path, { headers: { origin: "https://evil.test" }, body: person });
    expect(elsewhere.status).toBe(401);
    const accepted = await server.request("POST", path, { body: person });
    expect(accepted).toMatchObject({ status: 200, body: { data: { signed_in: false, org_id: ours } } });
    expect(accepted.headers.getSetCookie()).toEqual([]);
    const signedIn = await server.request("POST", "/identity/token", { body: { email, password: person.password } });
    expect(signedIn).toMatchObject({ status: 200, body: { org_id: ours } });
    const [countries] = await database.db.query<{ theirs: string; ours: string }>(
      "SELECT u.country AS theirs, o.country AS ours FROM users u, organizations o WHERE u.email = $1 AND o.org_id = $2",
      [email, ours],
    );
    expect(countries!.theirs).toBe(countries!.ours);
    expect(countries!.ours).toEqual(expect.any(String));
  });

  it("adds a member to somebody who has an account, without signing them in", async () => {
    const email = newEmail();
    await createTestUser(database.db, clock.now(), { email });
    await invite(email);
    const accepted = await server.request("POST", `/identity/invites/${mailedToken()}/accept`, {
      headers: page,
      body: { name: "", password: "" },
    });
    expect(accepted.body.data).toMatchObject({ org_id: ours, signed_in: false });
    expect(accepted.headers.getSetCookie()).toEqual([]);
  });

  it("gives the permissions that it names, if who invites has them", async () => {
    const email = newEmail();
    await createTestUser(database.db, clock.now(), { email });
    const permissions = ["exports:write", "refunds:write"];
    const body = { email, role: "org-viewer", permissions };
    const sent = await server.request("POST", `/v1/organizations/${ours}/invites`, { ...asAnn(), body });
    expect(sent.body.data).toMatchObject({ role: "org-viewer", permissions });
    const mine = asToken(await tokenOf(email));
    await server.request("POST", "/v1/organizations/invites/accept", { ...mine, body: { token: mailedToken() } });
    const members = (await server.request("GET", `/v1/organizations/${ours}/members?limit=100`, asAnn())).body.data;
    expect(members.find((one: { email: string }) => one.email === email)).toMatchObject({ permissions });

    const manager = newEmail();
    const userId = await createTestUser(database.db, clock.now(), {
      email: manager,
      memberships: [[ours, "org-viewer"]],
    });
    await database.db.query("UPDATE members SET permissions = '{members:write}' WHERE user_id = $1", [userId]);
    const asManager = asToken(await tokenOf(manager));
    const refused = await server.request("POST", `/v1/organizations/${ours}/invites`, {
      ...asManager,
      body: { ...body, email: newEmail() },
    });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("missing: exports:write")]);
  });

  it("works through the API for the invited user only", async () => {
    const email = newEmail();
    await createTestUser(database.db, clock.now(), { email });
    const other = newEmail();
    await createTestUser(database.db, clock.now(), { email: other });
    await invite(email, "org-admin");
    const body = { token: mailedToken() };
    expect(
      (await server.request("POST", "/v1/organizations/invites/accept", { ...asToken(await tokenOf(other)), body }))
        .status,
    ).toBe(403);
    const mine = asToken(await tokenOf(email));
    expect((await server.request("GET", `/v1/organizations/${ours}`, mine)).status).toBe(403);
    expect(
      (await server.request("POST", "/v1/organizations/invites/accept", { ...mine, body })).body.data,
    ).toMatchObject({ status: "accepted", org_id: ours });
    expect((await server.request("GET", `/v1/organizations/${ours}`, mine)).status).toBe(200);
    expect((await server.request("POST", "/v1/organizations/invites/accept", { ...mine, body })).status).toBe(409);
  });

  it("happens once when the link is opened twice at the same moment", async () => {
    const email = newEmail();
    await invite(email);
    const token = mailedToken();
    const accept = async () =>
      (
        await server.request("POST", `/identity/invites/${token}/accept`, {
          headers: page,
          body: { name: "Gus", password: "a long enough one" },
        })
      ).status;
    const statuses = await Promise.all([accept(), accept()]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.find((status) => status !== 200)).toBeOneOf([404, 409]);
    const members = await database.db.query("SELECT 1 FROM members m JOIN users u USING (user_id) WHERE u.email = $1", [
      email,
    ]);
    expect(members).toHaveLength(1);
  });

  it.each(["nonsense", "A".repeat(43)])("with %s in place of the token is refused", async (token) => {
    expect((await server.request("GET", `/identity/invites/${token}`)).status).toBe(404);
    const body = { token };
    expect((await server.request("POST", "/v1/organizations/invites/accept", { ...asAnn(), body })).status).toBe(400);
  });
});

describe("the API keys of a member who is removed", () => {
  const member = (userId: string) => `/v1/organizations/${ours}/members/${userId}`;
  const asKey = (key: string) => ({ headers: { authorization: "NONE", "x-api-key": key } });

  it("are revoked with the membership, and open nothing when the person comes back in another role", async () => {
    const email = newEmail();
    const userId = await createTestUser(database.db, clock.now(), { email, memberships: [[ours, "org-viewer"]] });
    const { key, apiKeyId } = await createTestKey(database.db, clock.now(), { orgId: ours, userId });
    expect((await server.request("GET", `/v1/organizations/${ours}`, asKey(key))).status).toBe(200);

    expect((await server.request("DELETE", member(userId), asAnn())).status).toBe(204);
    const { body } = await server.request("GET", "/v1/public/api-keys?limit=100", asAnn());
    expect(body.data.find(({ api_key_id: id }: { api_key_id: string }) => id === apiKeyId)).toMatchObject({
      user_id: userId,
      status: "revoked",
    });
    const told = await database.db.query(
      "SELECT action, actor_type FROM audit_log WHERE org_id = $1 AND resource_id = $2 AND action <> 'api_key.created'",
      [ours, apiKeyId],
    );
    expect(told).toEqual([{ action: "api_key.revoked", actor_type: "user" }]);

    await invite(email, "org-admin");
    await server.request("POST", `/identity/invites/${mailedToken()}/accept`, { headers: page, body: {} });
    expect((await server.request("GET", member(userId), asAnn())).body.data.role).toBe("org-admin");
    expect((await server.request("GET", `/v1/organizations/${ours}`, asKey(key))).status).toBe(401);
  });

  it("include one that is made at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const userId = await createTestUser(database.db, clock.now(), {
        email: newEmail(),
        memberships: [[ours, "org-admin"]],
      });
      const { key } = await createTestKey(database.db, clock.now(), { orgId: ours, userId });
      const make = () => server.request("POST", "/v1/public/api-keys", { ...asKey(key), body: { name: "in time" } });
      await Promise.all([make(), make(), server.request("DELETE", member(userId), asAnn()), make(), make()]);
      const left = await database.db.query("SELECT name FROM api_keys WHERE user_id = $1 AND status <> 'revoked'", [
        userId,
      ]);
      expect(left).toEqual([]);
    }
  });
});
