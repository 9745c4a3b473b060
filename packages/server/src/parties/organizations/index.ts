import type { Config } from "#src/config.ts";
import type { Needs } from "#src/kernel/part.ts";
import { composeKyb } from "./compose-kyb.ts";
import { createFindOrganizationAccess } from "./find-organization-access.ts";
import { createFindOrganizationProfile } from "./find-organization-profile.ts";
import { organizationRoutes } from "./routes.ts";

export { acceptInvite, findOpenInvite } from "./accept-invite.ts";
export { addMember } from "./add-member.ts";
export {
  type Controls,
  type Limit,
  LIMIT_SCOPES,
  type LimitScope,
  type Policy,
  POLICY_CONDITIONS,
} from "./controls.ts";
export { createOrganization } from "./create-organization.ts";
export { type Admin, findAdmins } from "./find-admins.ts";
export { createFindOrganizationAccess } from "./find-organization-access.ts";
export type { OrganizationProfile } from "./find-organization-profile.ts";
export { guardGrant } from "./guard-grant.ts";
export { INVITE_STATUSES } from "./invite.ts";
export { hashOfMailToken, newMailToken } from "./mail-token.ts";
export {
  countOrganizations,
  findMemberships,
  isMember,
  lockMembership,
  membershipsIn,
  organizationExists,
} from "./membership.ts";
export { KYB_STATUSES } from "./organization.ts";
export type { LimitMailTo, NotifyPlatform, QueueMail, SendMail } from "./send-mail.ts";
export { firstSettings } from "./settings.ts";
export type { PayoutDestinations } from "./stored-settings.ts";
export { usersByCountry } from "./users-by-country.ts";

type OrganizationDeps = Needs<
  | typeof organizationRoutes
  | typeof composeKyb
  | typeof createFindOrganizationAccess
  | typeof createFindOrganizationProfile,
  "payoutDestinations" | "firstMarginBps" | "kyb"
> & { config: Config };

export function composeOrganizations(deps: OrganizationDeps) {
  const { payoutDestinations, rateMarginBps } = deps.config;
  return {
    routes: [organizationRoutes({ ...deps, firstMarginBps: rateMarginBps, kyb: composeKyb(deps) })],
    profileOf: createFindOrganizationProfile({ ...deps, payoutDestinations }),
    accessOf: createFindOrganizationAccess(deps),
  };
}
