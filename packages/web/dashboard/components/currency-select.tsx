import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { organizationQuery, useHomeCurrency } from "../pages/settings/organization.ts";
import { useSession } from "../session/session.ts";

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

/** Begins with the currency of the organization's country. */
export function HomeCurrencySelect({ value, onChange, ...props }: Parameters<typeof CurrencySelect>[0]) {
  const { organization } = useSession();
  const own = useQuery({ ...organizationQuery(organization?.org_id ?? ""), enabled: organization !== null });
  const home = useHomeCurrency(own.data);
  useEffect(() => {
    if (value == null && home != null) onChange?.(home, { value: home, label: home });
  }, [home]);
  return <CurrencySelect {...props} value={value ?? null} {...(onChange && { onChange })} />;
}
