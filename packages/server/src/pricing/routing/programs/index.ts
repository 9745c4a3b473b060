export { type Program, readProgram } from "./program.ts";
export { compileProgram, type CompiledProgram, decide, type Decision, type Facts, type Knowledge } from "./decide.ts";
