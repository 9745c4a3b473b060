export { FOUND_TYPES } from "./find-anything.ts";
