export const SANDBOX_PROVIDERS = ["fiat", "hybrid", "crypto"] as const;
export type SandboxProvider = (typeof SANDBOX_PROVIDERS)[number];
