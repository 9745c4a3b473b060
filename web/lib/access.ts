export type AccessRule = { roles: readonly string[] | "public" | "signed" | "authenticated"; permission?: string; feature?: string };
export const ACCESS: Record<string, AccessRule> = {};
export type Operation = string;
