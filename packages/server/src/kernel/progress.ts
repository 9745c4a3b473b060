/**
 * How far a long piece of work is. The work writes it, and a caller that shows it reads it now and then. `total` may be
 * an estimate, and is 0 while unknown.
 */
export type Progress = { done: number; total: number };
