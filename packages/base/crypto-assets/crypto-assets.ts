import { scaleOf } from "../currencies.ts";

/** The chains we settle on and the assets that exist there. The ramp decides who may use them. */
export const CRYPTO_NETWORKS = [
  "BITCOIN",
  "ETHEREUM",
  "POLYGON",
  "BASE",
  "BSC",
  "CELO",
  "TRON",
  "SOLANA",
  "STELLAR",
] as const;
export type CryptoNetwork = (typeof CRYPTO_NETWORKS)[number];

export type CryptoAsset = {
  readonly code: string;
  readonly name: string;
  /** The scale we account for and quote the asset in, on every network. */
  readonly scale: number;
  /**
   * Never fewer than `scale`, so every amount of ours can be sent. Some have more (a pegged USDT on BSC has 18): dust
   * beyond our scale.
   */
  readonly decimalsByNetwork: Readonly<Partial<Record<CryptoNetwork, number>>>;
};

function asset(code: string, name: string, decimalsByNetwork: CryptoAsset["decimalsByNetwork"]): CryptoAsset {
  return { code, name, scale: scaleOf(code)!, decimalsByNetwork };
}

/** USDC is not on TRON: its issuer withdrew it. ETH is listed where it is the chain's own coin, not wrapped. */
export const CRYPTO_ASSETS: readonly CryptoAsset[] = [
  asset("BTC", "Bitcoin", { BITCOIN: 8 }),
  asset("ETH", "Ether", { ETHEREUM: 18, BASE: 18 }),
  asset("USDT", "Tether USD", { ETHEREUM: 6, POLYGON: 6, BSC: 18, CELO: 6, TRON: 6, SOLANA: 6 }),
  asset("USDC", "USD Coin", { ETHEREUM: 6, POLYGON: 6, BASE: 6, BSC: 18, CELO: 6, SOLANA: 6, STELLAR: 7 }),
  asset("CUSD", "Celo Dollar", { CELO: 18 }),
  asset("XLM", "Stellar Lumen", { STELLAR: 7 }),
  asset("SOL", "Solana", { SOLANA: 9 }),
];

const assetsByCode = new Map(CRYPTO_ASSETS.map((each) => [each.code, each]));
const networksByName = new Map<string, CryptoNetwork>(CRYPTO_NETWORKS.map((each) => [each, each]));

/** Network names are matched without regard to case. */
export function findCryptoNetwork(name: string): CryptoNetwork | null {
  return networksByName.get(name.toUpperCase()) ?? null;
}

export function findCryptoAsset(code: string): CryptoAsset | null {
  return assetsByCode.get(code) ?? null;
}

const PEGGED: ReadonlySet<string> = new Set(["USDT", "USDC", "CUSD"]);

/** Whether the asset's price follows a currency. */
export function isPegged(code: string): boolean {
  return PEGGED.has(code);
}

export function isAssetOnNetwork(code: string, network: CryptoNetwork): boolean {
  return assetsByCode.get(code)?.decimalsByNetwork[network] !== undefined;
}

export function networksOf(code: string): CryptoNetwork[] {
  const found = assetsByCode.get(code);
  return found === undefined ? [] : CRYPTO_NETWORKS.filter((network) => found.decimalsByNetwork[network] !== undefined);
}
