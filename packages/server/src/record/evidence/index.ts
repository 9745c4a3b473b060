export { verifyHeads } from "./verify-heads.ts";
