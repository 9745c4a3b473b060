export type { AccountResolver } from "./resolve-account.ts";
