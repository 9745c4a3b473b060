import { findMemberships } from "#src/parties/organizations/index.ts";
import { findUser } from "#src/parties/users/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { unauthorized } from "#src/kernel/http/errors.ts";

/** What the dashboard's frame shows. Platform people may belong to no organization. */
export async function readSession(db: Queryable, input: { userId: string; orgId: string | null }) {
  const [user, memberships] = await Promise.all([findUser(db, input.userId), findMemberships(db, input.userId)]);
  if (user === null) throw unauthorized();
  const active = memberships.find((membership) => membership.org_id === input.orgId) ?? null;
  return {
    user: { user_id: user.user_id, email: user.email, name: user.name, platform_role: user.platform_role },
    memberships: memberships.map(({ org_id, name, role, status }) => ({ org_id, name, role, status })),
    organization:
      active === null
        ? null
        : {
            org_id: active.org_id,
            name: active.name,
            role: active.role,
            permissions: active.permissions,
            features: active.features,
            status: active.status,
          },
  };
}
