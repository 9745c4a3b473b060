import type { PowerEntrySeen, PowersSeen, SettingsSeen } from "./evidence.ts";

/**
 * Nobody alone makes another decider. The audit log is replayed, because it says whose controls were on when; what it
 * ends with is compared with the rows, because a power is in force by its row, whether or not an entry tells of it.
 */
type Approval = PowersSeen["approvals"][0];

const PAYS = new Set(["payments:write", "refunds:write", "ramps:write", "virtual-accounts:write", "escrow:write"]);
const KEY_MADE = new Set(["api_key.created", "api_key.replaced_unseen"]);

function powersOf(held: { role?: string; permissions?: readonly string[] } | undefined): string[] {
  const { role = "", permissions = [] } = held ?? {};
  const pays = role === "org-admin" || role === "org-member" || permissions.some((one) => PAYS.has(one));
  const approves = role === "org-admin" || permissions.includes("payouts:approve");
  const administers =
    role === "org-admin" || permissions.includes("organization:write") || permissions.includes("members:write");
  return [...(pays ? ["pay"] : []), ...(approves ? ["approve"] : []), ...(administers ? ["administer"] : [])];
}

/** Each control as a name, with a number that is smaller the stricter it is. */
function strictness({ payout_review_above = {}, controls }: SettingsSeen): Map<string, number> {
  return new Map([
    ...Object.entries(payout_review_above).map(([currency, above]) => [`review ${currency}`, Number(above)] as const),
    ...[...(controls?.policies ?? []), ...(controls?.limits ?? [])].map((one) => [JSON.stringify(one), 0] as const),
    ...(controls?.beneficiary_cool_off_hours ? [["cool-off", -controls.beneficiary_cool_off_hours] as const] : []),
    ...(controls?.escrow_separation === true ? [["separation", 0] as const] : []),
  ]);
}

function loosens(before: SettingsSeen, after: SettingsSeen): boolean {
  const left = strictness(after);
  return [...strictness(before)].some(([control, limit]) => (left.get(control) ?? Infinity) > limit);
}

export function judgePowers(powers: PowersSeen): { subject: string; detail: string }[] {
  const findings: { subject: string; detail: string }[] = [];
  const approvals = new Map(powers.approvals.map((approval) => [approval.approval_id, approval]));
  const spent = new Map<string, string>();
  const settings = new Map<string, SettingsSeen>();
  const members = new Map<string, { role: string; permissions: readonly string[] }>();
  const roles = new Map<string, string | null>();
  const keys = new Set<string>();
  const isOn = (orgId: string): boolean => strictness(settings.get(orgId) ?? {}).size > 0;

  /** An approval lets its requester do one thing, once, if somebody else approved it. */
  function demand(entry: PowerEntrySeen, gained: string, fits: (request: Approval["request"]) => boolean): void {
    const invite = inviteOf(entry);
    const asker = invite === undefined ? entry.actor_user_id : invite.invited_by;
    const approval = approvals.get((invite === undefined ? entry.request_id : invite.approval_id) ?? "");
    const use =
      invite === undefined ? `${entry.action.split(".")[0]} ${entry.resource_id}` : `invite ${invite.invite_id}`;
    const isCovered =
      approval?.status === "used" &&
      approval.requested_by === asker &&
      approval.approvers.some((approver) => approver !== asker) &&
      fits(approval.request) &&
      (spent.get(approval.approval_id) ?? use) === use;
    if (isCovered) spent.set(approval.approval_id, use);
    else {
      const how =
        approval === undefined ? "without an approval" : `which approval ${approval.approval_id} does not cover`;
      findings.push({ subject: entry.audit_id, detail: `${asker} gained ${gained} by ${entry.action}, ${how}` });
    }
  }

  /** Who accepts an invite acts alone: what was approved is the invite. */
  function inviteOf({ org_id, action, actor_user_id, resource_id }: PowerEntrySeen) {
    if (action !== "member.added" || actor_user_id !== resource_id) return undefined;
    return powers.invites.find((one) => one.org_id === org_id && one.accepted_by === actor_user_id);
  }

  for (const entry of powers.entries) {
    const { org_id, resource_id, action, changes } = entry;
    const [kind] = action.split(".");
    if (kind === "organization" && changes?.["settings"] !== undefined) {
      const before = settings.get(org_id) ?? {};
      const after = (
        action === "organization.created" ? changes["settings"] : changes["settings"].after
      ) as SettingsSeen;
      if (loosens(before, after)) demand(entry, "looser controls", (request) => request["settings"] !== undefined);
      settings.set(org_id, after);
    } else if (kind === "member") {
      const place = `${org_id} ${resource_id}`;
      const after = (action === "member.removed" ? undefined : (changes?.["after"] ?? changes)) as
        | { role: string; permissions: readonly string[] }
        | undefined;
      const gained = powersOf(after).filter((power) => !powersOf(members.get(place)).includes(power));
      if (gained.length > 0 && isOn(org_id))
        demand(
          entry,
          `power to ${gained.join(" and ")}`,
          ({ user_id, email, role }) => user_id === resource_id || (email !== undefined && role === after?.role),
        );
      if (after === undefined) members.delete(place);
      else members.set(place, after);
    } else if (KEY_MADE.has(action)) {
      if (isOn(org_id)) demand(entry, "a key", (request) => request["user_id"] === changes?.["user_id"]);
      keys.add(resource_id);
    } else if (action === "invite.created") {
      if (powersOf(changes as { role: string }).length > 0 && isOn(org_id))
        demand(entry, "an invite", ({ email, role }) => email === changes?.["email"] && role === changes?.["role"]);
    } else if (kind === "user" && changes?.["platform_role"] !== undefined) {
      const said = changes["platform_role"] as string | { after: string | null } | null;
      const after = said !== null && typeof said === "object" ? said.after : said;
      // Who commands the server makes the first ones; people need two.
      if (after !== null && entry.actor_type !== "system")
        demand(entry, `the platform role ${after}`, (request) => {
          return request["user_id"] === resource_id && request["platform_role"] === after;
        });
      roles.set(resource_id, after);
    }
  }

  const unexplained = (subject: string, what: string): void => {
    findings.push({ subject, detail: `${what}, and no entry of the audit log says so` });
  };
  for (const { org_id, user_id, role, permissions } of powers.members) {
    const known = powersOf(members.get(`${org_id} ${user_id}`));
    const held = powersOf({ role, permissions }).filter((power) => !known.includes(power));
    if (held.length > 0) unexplained(user_id, `may ${held.join(" and ")} in ${org_id}`);
  }
  for (const { user_id, platform_role } of powers.platformRoles)
    if (roles.get(user_id) !== platform_role) unexplained(user_id, `is platform ${platform_role}`);
  for (const { org_id, api_key_id } of powers.keys)
    if (!keys.has(api_key_id)) unexplained(api_key_id, `is a key of ${org_id}`);
  for (const { org_id, settings: stored } of powers.organizations)
    if (loosens(settings.get(org_id) ?? {}, stored)) unexplained(org_id, "has looser controls");
  return findings;
}
