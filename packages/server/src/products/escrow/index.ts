import type { OrganizationProfile } from "#src/parties/organizations/index.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { escrowRoutes } from "./routes.ts";
import { createDisburser } from "./settle-disbursements.ts";

export { creditFundings, escrowListener } from "./escrow-listener.ts";
export { followAccount } from "./guard-milestone.ts";
export { DISBURSEMENT_STATUSES, FUNDING_STATUSES, MILESTONE_STATUSES, PROJECT_STATUSES } from "./escrow.ts";
export { SPLIT_TYPES } from "./split-amount.ts";

type EscrowDeps = Needs<typeof escrowRoutes | typeof createDisburser, "separatesEscrow" | "disburser"> & {
  profileOf(orgId: string): Promise<OrganizationProfile>;
};

export function composeEscrow(deps: EscrowDeps): Part {
  const separatesEscrow = async (orgId: string): Promise<boolean> =>
    (await deps.profileOf(orgId)).controls?.escrow_separation === true;
  const disburser = createDisburser({ ...deps, separatesEscrow });
  return { routes: [escrowRoutes({ ...deps, separatesEscrow, disburser })], jobs: [disburser.job] };
}
