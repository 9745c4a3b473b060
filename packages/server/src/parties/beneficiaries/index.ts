import type { Needs } from "#src/kernel/part.ts";
import { createBeneficiaryFinder } from "./find-beneficiary.ts";
import { beneficiaryRoutes } from "./routes.ts";

export {
  ACCOUNT_TYPES,
  type BankDetails,
  type Beneficiary,
  type BeneficiaryParty,
  BENEFICIARY_TYPES,
  isSealed,
  type SealRule,
} from "./beneficiary.ts";
export { cacheKeyOf, findBeneficiaries, findBeneficiary, holdBeneficiaries } from "./find-beneficiary.ts";
export { findTwins } from "./queries.ts";
export { eachBeneficiary } from "./queries.ts";
export type { ContentFields } from "./read-content.ts";
export { createBeneficiary, sealAccounts, type WriteDeps } from "./write-beneficiary.ts";

export function composeBeneficiaries(deps: Needs<typeof beneficiaryRoutes | typeof createBeneficiaryFinder>) {
  return { routes: [beneficiaryRoutes(deps)], findBeneficiary: createBeneficiaryFinder(deps) };
}
