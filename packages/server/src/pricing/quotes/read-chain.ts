import type { ErrorDetail } from "#src/kernel/http/errors.ts";
import {
  type CryptoNetwork,
  findCryptoAsset,
  findCryptoNetwork,
  isAssetOnNetwork,
  networksOf,
} from "@corridor/base/crypto-assets/crypto-assets.ts";

export type Chain = { asset: string; network: CryptoNetwork };

export function readChain(
  { crypto_currency, crypto_network }: { crypto_currency: string; crypto_network: string },
  problems: ErrorDetail[],
): Chain | null {
  const asset = findCryptoAsset(crypto_currency.toUpperCase());
  const network = findCryptoNetwork(crypto_network);
  if (asset === null) problems.push({ path: "crypto_currency", message: "is not a supported crypto asset" });
  if (network === null) problems.push({ path: "crypto_network", message: "is not a supported network" });
  if (asset === null || network === null) return null;
  if (isAssetOnNetwork(asset.code, network)) return { asset: asset.code, network };
  problems.push({
    path: "crypto_network",
    message: `does not carry ${asset.code}; it is on ${networksOf(asset.code).join(", ")}`,
  });
  return null;
}
