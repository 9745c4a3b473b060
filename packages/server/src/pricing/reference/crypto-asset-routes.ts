import Type from "typebox";
import { OneOf, Named } from "#src/kernel/http/schemas.ts";
import { ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { CRYPTO_ASSETS, CRYPTO_NETWORKS, networksOf } from "@corridor/base/crypto-assets/crypto-assets.ts";

const Asset = Named("CryptoAsset", {
  code: Type.String({ description: "The value for `crypto_currency` of a ramp" }),
  name: [Type.String(), "The asset's name"],
  decimals: Type.Integer({ description: "Decimals in which amounts are quoted, posted and shown, on every network" }),
  networks: Type.Array(OneOf(CRYPTO_NETWORKS), { description: "The value for `crypto_network` of a ramp" }),
});

export function cryptoAssetRoutes(): (app: App) => void {
  return (app) => {
    const on = operations(app, "Networks and banks");
    on(
      "GET /crypto-assets",
      {
        id: "listCryptoAssets",
        summary: "List crypto assets and the networks they are on",
        answer: ok("Crypto assets", Type.Array(Asset)),
      },
      async () =>
        CRYPTO_ASSETS.map(({ code, name, scale }) => ({ code, name, decimals: scale, networks: networksOf(code) })),
    );
  };
}
