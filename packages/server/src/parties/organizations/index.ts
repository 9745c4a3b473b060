import type { Needs } from "#src/kernel/part.ts";
import { composeKyb } from "./compose-kyb.ts";
import { createFindOrganizationAccess, createFindOrganizationProfile } from "./find-organization-profile.ts";
import { organizationRoutes } from "./routes.ts";

export { addMember } from "./add-member.ts";
export {
  type Controls,
  type Limit,
  LIMIT_SCOPES,
  type LimitScope,
  type PayoutDestinations,
  type Policy,
  POLICY_CONDITIONS,
} from "./controls.ts";
export { createOrganization } from "./create-organization.ts";
export { createFindOrganizationAccess, type OrganizationProfile } from "./find-organization-profile.ts";
export { guardGrant } from "./guard-grant.ts";
export { INVITE_STATUSES } from "./invite.ts";
export {
  type Admin,
  countOrganizations,
  findAdmins,
  findMemberships,
  findMembershipsOf,
  isMember,
  lockMembership,
  membershipsIn,
  organizationExists,
} from "./membership.ts";
export { KYB_STATUSES } from "./organization.ts";
export {
  hashOfMailToken,
  type LimitMailTo,
  newMailToken,
  type NotifyPlatform,
  type QueueMail,
  type SendMail,
} from "./send-mail.ts";
export { tagsOfOrganizations } from "./queries.ts";
export { firstSettings } from "./settings.ts";
export { usersByCountry } from "./users-by-country.ts";
export { acceptInvite, findOpenInvite } from "./write-invite.ts";

type OrganizationDeps = Needs<
  | typeof organizationRoutes
  | typeof composeKyb
  | typeof createFindOrganizationAccess
  | typeof createFindOrganizationProfile,
  "kyb"
>;

export function composeOrganizations(deps: OrganizationDeps) {
  return {
    routes: [organizationRoutes({ ...deps, kyb: () => composeKyb(deps) })],
    profileOf: createFindOrganizationProfile(deps),
    accessOf: createFindOrganizationAccess(deps),
  };
}
