/** Which asset exists on which chain; the service refuses any other pair. */
export const NETWORKS_BY_ASSET = {
  USDT: ["TRON", "ETHEREUM", "POLYGON", "BSC", "CELO", "SOLANA"],
  USDC: ["ETHEREUM", "POLYGON", "BASE", "BSC", "CELO", "SOLANA", "STELLAR"],
  BTC: ["BITCOIN"],
  ETH: ["ETHEREUM", "BASE"],
  CUSD: ["CELO"],
  XLM: ["STELLAR"],
  SOL: ["SOLANA"],
} as const satisfies Record<string, readonly string[]>;

export type Asset = keyof typeof NETWORKS_BY_ASSET;

/** Every chain that carries some asset. */
export const CHAINS = [...new Set(Object.values(NETWORKS_BY_ASSET).flat())];
