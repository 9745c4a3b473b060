export { ACCOUNT_TYPES, type BankDetails, type Beneficiary, BENEFICIARY_TYPES } from "./beneficiary.ts";
export type { ChangeDeps } from "./change-beneficiary.ts";
export { type CreateBeneficiary, createBeneficiaryWriter } from "./create-beneficiary.ts";
export { cacheKeyOf, findBeneficiaries, findBeneficiary, holdBeneficiaries } from "./find-beneficiary.ts";
