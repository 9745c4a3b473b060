import { expect, vi } from "vitest";
import { newMailToken } from "@corridor/server/parties/organizations/send-mail.ts";
import { newId } from "@corridor/base/ids.ts";
import type { TestCaller } from "#test/harness/app.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import type { Scene, World } from "./contract.fixtures.ts";

/** Calls of organizations, members, invites, users and notifications. */
export async function newUser(world: World): Promise<string> {
  const userId = newId();
  const email = `${world.unique("person")}@example.com`;
  await world.db.query(
    "INSERT INTO users (user_id, email, name, created_at, updated_at) VALUES ($1, $2, 'A Person', $3, $3)",
    [userId, email, world.clock.now()],
  );
  return userId;
}

export async function newMember(world: World, orgId: string): Promise<string> {
  const userId = await newUser(world);
  await world.must(world.callers.admin, "POST", `/organizations/${orgId}/members`, {
    user_id: userId,
    role: "org-viewer",
  });
  return userId;
}

async function pathOfMember(world: World): Promise<{ org_id: string; user_id: string }> {
  return { org_id: world.ours.org_id, user_id: await newMember(world, world.ours.org_id) };
}

async function pathOfInvite(world: World): Promise<{ org_id: string; invite_id: string }> {
  const { data } = await world.must(world.callers.orgAdmin, "POST", `/organizations/${world.ours.org_id}/invites`, {
    email: `${world.unique("guest")}@example.com`,
    role: "org-viewer",
  });
  return { org_id: world.ours.org_id, invite_id: data.invite_id };
}

/** Nobody who calls anything else: what they may see must not change. */
async function invitee({ origin, theirs: { org_id: orgId, org_viewer: person } }: World): Promise<TestCaller> {
  const body = JSON.stringify({ email: person.email, password: person.password });
  const answer = await fetch(`${origin}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { token } = (await answer.json()) as { token: string };
  return { headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" }, orgId, userId: person.user_id };
}

/**
 * The token of an invite to a new organization. Only its hash is stored, so a known one takes the place of the one that
 * was mailed.
 */
async function inviteToken(world: World): Promise<string> {
  const organization = await world.must(world.callers.admin, "POST", "/organizations", {
    name: world.unique("Inviting"),
    country: "NG",
  });
  const invite = { email: world.theirs.org_viewer.email, role: "org-viewer" };
  const { data } = await world.must(
    world.callers.admin,
    "POST",
    `/organizations/${organization.data.org_id}/invites`,
    invite,
  );
  const { token, tokenHash } = newMailToken();
  await world.db.query("UPDATE invites SET token_hash = $1 WHERE invite_id = $2", [tokenHash, data.invite_id]);
  return token;
}

export async function verificationBody(world: World): Promise<Record<string, string>> {
  const { response } = await world.must(world.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin());
  const { user_id } = world.ours.org_admin;
  return {
    user_id,
    sender_id: user_id,
    target_type: "sender",
    transaction_id: response.transaction_id,
    verification_type: "bvn",
    triggered_by: "compliance",
    message: "Please send it",
    priority: "low",
  };
}

async function verificationId(world: World): Promise<string> {
  const body = await verificationBody(world);
  await world.must(world.callers.orgAdmin, "POST", "/users/notifications/verification-request", body);
  const query = `transaction_id=${body["transaction_id"]}`;
  return (await world.must(world.callers.orgAdmin, "GET", `/users/notifications/verification-requests?${query}`))
    .data[0].request_id;
}

/** A notification of the organization's admin. */
export async function notificationId(world: World): Promise<string> {
  await world.must(
    world.callers.orgAdmin,
    "POST",
    "/users/notifications/verification-request",
    await verificationBody(world),
  );
  return (await world.must(world.callers.orgAdmin, "GET", "/users/notifications")).data[0].notification_id;
}

/**
 * A second session, as from another browser. Resolves when the sign-in stands in the audit logs of the person's
 * organizations, which no answer waits for.
 */
export async function signInAgain(
  world: World,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const recorded = async () =>
    (
      await world.db.query<{ organizations: number; entries: number }>(
        `SELECT count(DISTINCT member.org_id)::int AS organizations, count(entry)::int AS entries
          FROM users JOIN members AS member USING (user_id) LEFT JOIN audit_log AS entry ON entry.org_id = member.org_id
            AND entry.action = 'user.signed_in' AND entry.resource_id = member.user_id::text
          WHERE email = $1`,
        [email],
      )
    )[0]!;
  const before = await recorded();
  const answer = await fetch(`${world.origin}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${email} was not signed in: ${answer.status}`);
  await vi.waitFor(async () => expect((await recorded()).entries).toBe(before.entries + before.organizations), {
    timeout: 60_000,
  });
}

const org = (world: World) => ({ org_id: world.ours.org_id });

export const PEOPLE_SCENES: Record<string, Scene> = {
  "GET /organizations": (world) => ({ as: world.callers.staff }),
  "POST /organizations": (world) => ({
    as: world.callers.admin,
    body: { name: world.unique("Organization"), country: "KE", features: ["payments"] },
  }),
  "POST /organizations/webhook/kyb": () => ({ as: null, body: {}, status: 401 }),
  "GET /organizations/:org_id": (world) => ({ path: org(world) }),
  "PATCH /organizations/:org_id": (world) => ({
    path: org(world),
    body: { name: "Lagos Fresh Foods", settings: { payout_review_above: { NGN: 5_000_000 } } },
  }),
  "POST /organizations/:org_id/kyb": (world) => ({ path: org(world) }),
  "POST /organizations/:org_id/kyb/decision": (world) => ({
    as: world.callers.admin,
    path: org(world),
    body: { decision: "approved", reason: "papers seen" },
  }),
  "GET /organizations/:org_id/audit-log": (world) => ({ path: org(world) }),
  "GET /organizations/:org_id/members": (world) => ({ path: org(world) }),
  "POST /organizations/:org_id/members": async (world) => ({
    as: world.callers.admin,
    path: org(world),
    body: { user_id: await newUser(world), role: "org-viewer" },
  }),
  "GET /organizations/:org_id/members/:user_id": async (world) => ({ path: await pathOfMember(world) }),
  "PATCH /organizations/:org_id/members/:user_id": async (world) => ({
    path: await pathOfMember(world),
    body: { role: "org-viewer" },
  }),
  "DELETE /organizations/:org_id/members/:user_id": async (world) => ({ path: await pathOfMember(world) }),
  "GET /organizations/:org_id/service-accounts": (world) => ({ path: org(world) }),
  "POST /organizations/:org_id/service-accounts": (world) => ({
    path: org(world),
    body: { name: "Shop backend", role: "org-member" },
  }),
  "GET /organizations/:org_id/invites": (world) => ({ path: org(world) }),
  "POST /organizations/:org_id/invites": (world) => ({
    path: org(world),
    body: { email: `${world.unique("guest")}@example.com`, role: "org-viewer" },
  }),
  "POST /organizations/:org_id/invites/:invite_id/resend": async (world) => ({ path: await pathOfInvite(world) }),
  "DELETE /organizations/:org_id/invites/:invite_id": async (world) => ({ path: await pathOfInvite(world) }),
  "POST /organizations/invites/accept": async (world) => ({
    as: await invitee(world),
    body: { token: await inviteToken(world) },
  }),
  "POST /organizations/:org_id/members/:user_id/permissions": async (world) => ({
    path: await pathOfMember(world),
    body: { permission: "beneficiaries:write", permissions: ["payment-links:write"] },
  }),
  "PUT /organizations/:org_id/members/:user_id/permissions": async (world) => ({
    path: await pathOfMember(world),
    body: { permissions: ["beneficiaries:write"] },
  }),
  "DELETE /organizations/:org_id/members/:user_id/permissions": async (world) => ({
    path: await pathOfMember(world),
    body: { permission: "payments:write" },
  }),
  "GET /organizations/:org_id/members/:user_id/permissions/check": async (world) => ({
    path: await pathOfMember(world),
    query: { permission: "payments:write" },
  }),

  "GET /users/list": () => ({}),
  "GET /users/me": () => ({}),
  "PATCH /users/me": () => ({ body: { name: "Lagos Fresh Foods Admin", phone: "+2348012345678", country: "NG" } }),
  "GET /users/me/sessions": () => ({}),
  "GET /users/me/sign-ins": () => ({}),
  "DELETE /users/me/sessions": () => ({}),
  "DELETE /users/me/sessions/:session_id": async (world) => {
    await signInAgain(world, world.ours.org_admin);
    const { data } = await world.must(world.callers.orgAdmin, "GET", "/users/me/sessions");
    return { path: { session_id: data.find((session: { current: boolean }) => !session.current).session_id } };
  },
  "GET /users/:user_id": async (world) => ({ path: { user_id: await newMember(world, world.ours.org_id) } }),
  "PATCH /users/:user_id": async (world) => ({
    as: world.callers.admin,
    path: { user_id: await newMember(world, world.ours.org_id) },
    body: { name: "Somebody Else", phone: null },
  }),
  "PATCH /users/:user_id/kyc": async (world) => ({
    as: world.callers.admin,
    path: { user_id: await newMember(world, world.ours.org_id) },
    body: { kyc_status: "approved", reason: "papers seen" },
  }),
  "POST /users/:user_id/identities": async (world) => ({
    as: world.callers.admin,
    path: { user_id: await newMember(world, world.ours.org_id) },
    body: { issuer: "https://issuer.example.com", subject: world.unique("subject") },
  }),
  "GET /users/analytics/geographic-distribution": () => ({}),
  "POST /users/notifications/verification-request": async (world) => ({ body: await verificationBody(world) }),
  "GET /users/notifications/verification-requests": () => ({}),
  "GET /users/notifications/verification-requests/:request_id": async (world) => ({
    path: { request_id: await verificationId(world) },
  }),
  "POST /users/notifications/verification-requests/:request_id/answer": async (world) => ({
    path: { request_id: await verificationId(world) },
    body: { outcome: "provided", note: "Given over the counter" },
  }),
  "POST /users/notifications/verification-requests/:request_id/close": async (world) => ({
    as: world.callers.staff,
    path: { request_id: await verificationId(world) },
    body: { note: "Checked with the bank" },
  }),
  "GET /users/notifications": () => ({}),
  "GET /users/notifications/unread-count": () => ({}),
  "POST /users/notifications/read-all": () => ({}),
  "POST /users/notifications/:notification_id/read": async (world) => ({
    path: { notification_id: await notificationId(world) },
  }),
};
