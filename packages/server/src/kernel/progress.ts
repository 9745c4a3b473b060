/** How far a long piece of work is. `total` may be an estimate, and is 0 while unknown. */
export type Progress = { done: number; total: number };
