import { useLocalStorage } from "@mantine/hooks";

/** The currency in which a person wants totals over several currencies; stored in the browser. */
export function useBaseCurrency(): [base: string, setBase: (base: string) => void] {
  const [base, setBase] = useLocalStorage({
    key: "base-currency",
    defaultValue: "USD",
    getInitialValueInEffect: false,
  });
  return [base, setBase];
}
