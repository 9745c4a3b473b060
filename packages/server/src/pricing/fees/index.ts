export type { Fees } from "./charge-fee.ts";
