import {
  activeOrganization,
  bearerToken,
  type CallerRequest,
  type CallerSources,
  type Identify,
  NO_CREDENTIAL,
  onlyHeader,
  readSessionCookie,
} from "./authenticate.ts";
import { ApiError } from "./errors.ts";

/** What finds the cell of a request. The cell itself decides whether it is allowed (authenticate.ts). */
export type CallerPlace = { readonly orgId: string | null; readonly isPlatform: boolean };

/** Null for a missing or invalid credential. */
export type LocateCaller = (
  request: Pick<CallerRequest, "rawHeaders" | "fromDashboard">,
) => Promise<CallerPlace | null>;

export function createLocateCaller(deps: {
  sources: Pick<CallerSources, "findApiKey" | "findOrganization">;
  identify: Identify;
}): LocateCaller {
  async function ofPerson(presented: string): Promise<CallerPlace> {
    const { token, person } = await deps.identify(presented);
    const orgId = activeOrganization(token, person);
    if (person.platformRole === null) return { orgId, isPlatform: false };
    const isSuspended = orgId !== null && (await deps.sources.findOrganization(orgId))?.suspended === true;
    return { orgId: isSuspended ? null : orgId, isPlatform: true };
  }

  return async ({ rawHeaders, fromDashboard }) => {
    try {
      if (fromDashboard) return await ofPerson(readSessionCookie(rawHeaders) ?? "");
      const apiKey = onlyHeader(rawHeaders, "x-api-key");
      const authorization = onlyHeader(rawHeaders, "authorization");
      if (apiKey === NO_CREDENTIAL) return await ofPerson(bearerToken(authorization));
      const key = await deps.sources.findApiKey(apiKey);
      return key === null ? null : { orgId: key.orgId, isPlatform: false };
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
}
