import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { ACCOUNTS } from "../virtual-accounts/virtual-account.ts";

const MAX_OFFERED = 100;

/** A field to choose one of the virtual accounts in the project's currency. */
export function AccountSelect({ currency, ...props }: Omit<SelectProps, "data"> & { currency: string }) {
  const accounts = useQuery({
    queryKey: [...ACCOUNTS, "choice", currency],
    queryFn: () => api.get("/virtual-accounts", { query: { limit: MAX_OFFERED, currency } }),
  });
  return (
    <Select
      label="Virtual account"
      searchable
      nothingFoundMessage={`No account in ${currency}`}
      {...props}
      error={accounts.isError ? "The accounts could not be loaded" : props.error}
      data={(accounts.data?.data ?? [])
        .filter((account) => account.status === "active")
        .map((account) => ({
          value: account.account_id,
          label:
            `${account.virtual_account_name}, ${formatMoney(account.available_balance, account.currency)} ` +
            "available",
        }))}
    />
  );
}
