import { Select, type SelectProps } from "@mantine/core";

const ASSETS = ["BTC", "ETH", "USDT", "USDC", "CUSD", "XLM", "SOL"];
/** The most used currencies first; the rest in alphabetical order. */
const FREQUENT = ["NGN", "GHS", "KES", "UGX", "TZS", "ZAR", "XOF", "XAF", "RWF", "ZMW", "EUR", "GBP", "USD"];
const SHOWN_AT_ONCE = 60;

const currencyNames = new Intl.DisplayNames(undefined, { type: "currency" });
const fiat = [...FREQUENT, ...Intl.supportedValuesOf("currency").filter((code) => !FREQUENT.includes(code))].map(
  (code) => ({
    value: code,
    label: `${code} – ${currencyNames.of(code) ?? code}`,
  }),
);
const assets = ASSETS.map((code) => ({ value: code, label: code }));

export function CurrencySelect({
  withAssets = false,
  every,
  ...props
}: Omit<SelectProps, "data" | "searchable"> & { withAssets?: boolean; /** What `*` stands for. */ every?: string }) {
  return (
    <Select
      label="Currency"
      nothingFoundMessage="No such currency"
      limit={SHOWN_AT_ONCE}
      {...props}
      data={[...(every === undefined ? [] : [{ value: "*", label: every }]), ...(withAssets ? assets : []), ...fiat]}
      searchable
    />
  );
}
