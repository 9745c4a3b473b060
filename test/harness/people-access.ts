import type { AccessTable } from "#src/platform/http/access-control.ts";

/** Rules of the people and organisation endpoints that tests add to the access table, so that their modules can be started by themselves. */
export const PEOPLE_ACCESS: AccessTable = {
  "POST /organizations/invites/accept": { roles: "authenticated" },
  "POST /organizations/:org_id/kyb/decision": { roles: [] },
  "POST /organizations/:org_id/members": { roles: [] },
  "GET /organizations/:org_id/members/:user_id": { roles: ["org-admin", "org-member", "org-viewer", "staff"] },
  "POST /organizations/:org_id/invites/:invite_id/resend": { roles: ["org-admin"], permission: "members:write" },
  "GET /users/me": { roles: "authenticated" },
  "PATCH /users/me": { roles: "authenticated" },
  "GET /users/:user_id": { roles: ["org-admin", "org-member", "org-viewer", "staff"] },
  "PATCH /users/:user_id": { roles: [] },
  "PATCH /users/:user_id/kyc": { roles: [] },
  "POST /users/:user_id/identities": { roles: [] },
};
