export { providerKind } from "./adapter.ts";
