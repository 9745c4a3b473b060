import { useLocalStorage } from "@mantine/hooks";

/** In what a person wants amounts of different currencies added up; kept by the browser. */
export function useBaseCurrency(): [base: string, setBase: (base: string) => void] {
  const [base, setBase] = useLocalStorage({ key: "base-currency", defaultValue: "USD", getInitialValueInEffect: false });
  return [base, setBase];
}
