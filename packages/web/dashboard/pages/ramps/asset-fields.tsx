import { Select } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type Asset, NETWORKS_BY_ASSET } from "./ramp-assets.ts";

type Chosen = { crypto_currency: Asset; crypto_network: string };

export function AssetFields<Values extends Chosen>({ form }: { form: UseFormReturnType<Values> }) {
  const asset = form.values.crypto_currency;
  const choose = (next: Asset) =>
    form.setValues({ crypto_currency: next, crypto_network: NETWORKS_BY_ASSET[next][0] } as Partial<Values>);
  return (
    <>
      <Select
        label="Asset"
        allowDeselect={false}
        data={Object.keys(NETWORKS_BY_ASSET)}
        value={asset}
        onChange={(next) => choose(next as Asset)}
      />
      <Select
        label="Chain"
        allowDeselect={false}
        data={[...NETWORKS_BY_ASSET[asset]]}
        {...form.getInputProps("crypto_network")}
      />
    </>
  );
}
