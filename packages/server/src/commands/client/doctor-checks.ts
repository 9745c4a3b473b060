/** One line of `corridor doctor`. Every finding that is not ok has a remedy. */
export type Finding = { readonly check: string } & Found;
export type Found = { status: "ok" | "warning" | "problem"; detail: string; remedy?: string };
/** An empty list: the check does not apply to this set-up. */
export type Check = { readonly name: string; run(): Promise<Found[]> | Found[] };

export const ok = (detail: string): Found[] => [{ status: "ok", detail }];
export const warning = (detail: string, remedy: string): Found[] => [{ status: "warning", detail, remedy }];
export const problem = (detail: string, remedy: string): Found[] => [{ status: "problem", detail, remedy }];
