import { randomUUID } from "node:crypto";
import type { Demo } from "@corridor/server/commands/seed.ts";
import type { Answer, Headers } from "./load.ts";
import type { Random } from "./random.ts";

/**
 * One person who tries to gain powers alone in an organization whose controls are on, and by asking a second person,
 * who says yes to some of it.
 */
export type Gaining = {
  readonly random: Random;
  readonly organization: Demo["organizations"][0];
  /** The organization's admin, and two admins of the platform. */
  readonly people: { readonly admin: Headers; readonly platform: readonly [Headers, Headers] };
  send(what: string, caller: Headers, method: string, path: string, body?: object): Promise<Answer>;
};
type Attempt = {
  readonly what: string;
  readonly asker: Headers;
  readonly request: readonly [method: string, path: string, body: object];
  /** Gives the power back, so that it can be gained again. */
  readonly undo?: readonly [method: string, path: string, body?: object];
};

/** Refunds of the load stay far below: the controls are there to hold people. */
const CONTROLS = { settings: { payout_review_above: { "*": 1_000_000_000 } } };

export async function gainPowers(client: Gaining): Promise<void> {
  const { organization, people, random, send } = client;
  const own = `/organizations/${organization.org_id}`;
  const switchOn = ["PATCH", own, CONTROLS] as const;
  await send("controls on", people.admin, ...switchOn);
  for (const { what, asker, request, undo } of attemptsOf(client, own, switchOn)) {
    const asked = await send(what, asker, ...request);
    const approvalId = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(asked.body?.message ?? "")?.[0];
    if (asked.body?.code !== "APPROVAL_REQUIRED" || approvalId === undefined) continue;
    await send("approval of one's own", asker, "POST", `/approvals/${approvalId}/approve`, {});
    const decision = random.next() < 0.7 ? "approve" : "reject";
    await send(`second person: ${decision}`, people.platform[1], "POST", `/approvals/${approvalId}/${decision}`, {});
    if (decision === "approve" && undo !== undefined) await send(`undo ${what}`, asker, ...undo);
  }
}

function attemptsOf({ organization, people }: Gaining, own: string, switchOn: NonNullable<Attempt["undo"]>): Attempt[] {
  const { org_viewer } = organization;
  const viewer = `${own}/members/${org_viewer.user_id}`;
  const permissions = `${viewer}/permissions`;
  const byAdmin = { asker: people.admin };
  return [
    {
      ...byAdmin,
      what: "invite of an admin",
      request: ["POST", `${own}/invites`, { email: `${randomUUID()}@accramobility.example`, role: "org-admin" }],
    },
    {
      ...byAdmin,
      what: "role of a viewer",
      request: ["PATCH", viewer, { role: "org-member" }],
      undo: ["PATCH", viewer, { role: "org-viewer" }],
    },
    {
      ...byAdmin,
      what: "permission to approve",
      request: ["PUT", permissions, { permissions: ["payouts:approve"] }],
      undo: ["PUT", permissions, { permissions: [] }],
    },
    { ...byAdmin, what: "key", request: ["POST", "/public/api-keys", { name: "till" }] },
    {
      ...byAdmin,
      what: "controls off",
      request: ["PATCH", own, { settings: { payout_review_above: null } }],
      undo: switchOn,
    },
    {
      asker: people.platform[0],
      what: "platform role",
      request: ["PATCH", `/users/${org_viewer.user_id}`, { platform_role: "staff" }],
      undo: ["PATCH", `/users/${org_viewer.user_id}`, { platform_role: null }],
    },
  ];
}
