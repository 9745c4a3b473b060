import { describe, expect, it } from "vitest";
import { CRYPTO_CURRENCIES } from "../currencies.ts";
import {
  CRYPTO_ASSETS,
  CRYPTO_NETWORKS,
  findCryptoAsset,
  findCryptoNetwork,
  isAssetOnNetwork,
  networksOf,
} from "./crypto-assets.ts";

describe("crypto assets", () => {
  it("are exactly the crypto currencies that money knows", () => {
    expect(CRYPTO_ASSETS.map((asset) => asset.code).sort()).toEqual([...CRYPTO_CURRENCIES]);
  });

  it("can be sent at the scale we account for them in, on each of their networks", () => {
    for (const asset of CRYPTO_ASSETS) {
      expect(networksOf(asset.code).length).toBeGreaterThan(0);
      for (const decimals of Object.values(asset.decimalsByNetwork))
        expect(decimals).toBeGreaterThanOrEqual(asset.scale);
    }
  });

  it("leave no network without an asset", () => {
    for (const network of CRYPTO_NETWORKS)
      expect(CRYPTO_ASSETS.some((asset) => isAssetOnNetwork(asset.code, network))).toBe(true);
  });

  it("exist on their real networks only", () => {
    expect(networksOf("BTC")).toEqual(["BITCOIN"]);
    expect(isAssetOnNetwork("USDT", "TRON")).toBe(true);
    expect(isAssetOnNetwork("USDC", "TRON")).toBe(false);
    expect(isAssetOnNetwork("CUSD", "ETHEREUM")).toBe(false);
    expect(isAssetOnNetwork("DOGE", "BITCOIN")).toBe(false);
    expect(networksOf("DOGE")).toEqual([]);
  });

  it("are found by code, and networks by name without regard to case", () => {
    expect(findCryptoAsset("USDC")?.scale).toBe(6);
    expect(findCryptoAsset("usdc")).toBeNull();
    expect(findCryptoNetwork("Polygon")).toBe("POLYGON");
    expect(findCryptoNetwork("polygon ")).toBeNull();
    expect(findCryptoNetwork("constructor")).toBeNull();
  });
});
