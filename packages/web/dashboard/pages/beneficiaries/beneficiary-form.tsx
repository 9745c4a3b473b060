import { SegmentedControl, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { BENEFICIARY_TYPES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Body } from "@corridor/shared/operations.ts";
import { CountrySelect } from "../../components/country-select.tsx";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { choiceProps, textOrNull } from "../../components/form-values.ts";
import { BankSelect, NetworkSelect } from "../../components/network-select.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { useWrite } from "../../components/use-write.ts";
import { CHAINS } from "../ramps/ramp-assets.ts";
import { CheckAccount } from "./check-account.tsx";
import { BENEFICIARIES, type Beneficiary } from "./beneficiary.ts";

type NewBeneficiary = Body<"post", "/beneficiaries">;
type AccountType = NewBeneficiary["account_type"];

const ACCOUNT_TYPES: { value: AccountType; label: string }[] = [
  { value: "bank", label: "Bank" },
  { value: "mobile_money", label: "Mobile money" },
  { value: "crypto", label: "Crypto" },
];

const stringOf = (details: Record<string, unknown> | undefined, name: string): string =>
  typeof details?.[name] === "string" ? (details[name] as string) : "";

function initialValues(beneficiary: Beneficiary | null) {
  return {
    account_type: (beneficiary?.account_type ?? "bank") as AccountType,
    beneficiary_type: (beneficiary?.beneficiary_type ?? "individual") as (typeof BENEFICIARY_TYPES)[number],
    fname: beneficiary?.fname ?? "",
    lname: beneficiary?.lname ?? "",
    email: beneficiary?.email ?? "",
    phone_number: beneficiary?.phone_number ?? "",
    country: beneficiary?.country ?? "",
    currency: beneficiary?.currency ?? "",
    account_number: stringOf(beneficiary?.bank_details, "account_number"),
    account_name: stringOf(beneficiary?.bank_details, "account_name"),
    bank_code: stringOf(beneficiary?.bank_details, "bank_code"),
    bank_name: stringOf(beneficiary?.bank_details, "bank_name"),
    iban: stringOf(beneficiary?.bank_details, "iban"),
    network: stringOf(beneficiary?.momo_details, "provider"),
    momo_number: stringOf(beneficiary?.momo_details, "phone_number"),
    chain: stringOf(beneficiary?.crypto_details, "network"),
    wallet_address: stringOf(beneficiary?.crypto_details, "wallet_address"),
    memo: stringOf(beneficiary?.crypto_details, "memo"),
  };
}

type Values = ReturnType<typeof initialValues>;

function bodyOf(values: Values): NewBeneficiary {
  return {
    account_type: values.account_type,
    beneficiary_type: values.beneficiary_type,
    fname: values.fname.trim(),
    lname: textOrNull(values.lname),
    email: textOrNull(values.email),
    phone_number: textOrNull(values.phone_number),
    country: textOrNull(values.country),
    ...(values.currency === "" ? {} : { currency: values.currency }),
    bank_details:
      values.account_type === "bank"
        ? {
            account_number: textOrNull(values.account_number),
            account_name: textOrNull(values.account_name),
            bank_code: textOrNull(values.bank_code),
            bank_name: textOrNull(values.bank_name),
            iban: textOrNull(values.iban),
          }
        : null,
    momo_details:
      values.account_type === "mobile_money"
        ? { provider: values.network, phone_number: values.momo_number.trim() }
        : null,
    crypto_details:
      values.account_type === "crypto"
        ? { network: values.chain, wallet_address: values.wallet_address.trim(), memo: textOrNull(values.memo) }
        : null,
  };
}

export function BeneficiaryForm({ beneficiary, onClose }: { beneficiary: Beneficiary | null; onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: initialValues(beneficiary),
    validate: {
      fname: (value) => (value.trim() === "" ? "Enter the name" : null),
      country: (value, values) => (value === "" && values.account_type !== "crypto" ? "Choose the country" : null),
      account_number: (value, values) =>
        values.account_type === "bank" && value.trim() === "" && values.iban.trim() === ""
          ? "Enter the account number or the IBAN"
          : null,
      network: (value, values) =>
        values.account_type === "mobile_money" && value === "" ? "Choose the network" : null,
      momo_number: (value, values) =>
        values.account_type === "mobile_money" && value.trim() === "" ? "Enter the number" : null,
      chain: (value, values) => (values.account_type === "crypto" && value === "" ? "Choose the network" : null),
      wallet_address: (value, values) =>
        values.account_type === "crypto" && value.trim() === "" ? "Enter the address" : null,
      currency: (value, values) => (values.account_type === "crypto" && value === "" ? "Choose the asset" : null),
    },
  });
  const save = useWrite({
    write: async (values: Values): Promise<unknown> =>
      beneficiary === null
        ? api.post("/beneficiaries", { body: bodyOf(values) })
        : api.patch("/beneficiaries/{beneficiary_id}", {
            path: { beneficiary_id: beneficiary.beneficiary_id },
            body: bodyOf(values),
          }),
    done: beneficiary === null ? "The beneficiary is added" : "The beneficiary is changed",
    refresh: [BENEFICIARIES],
    onDone: onClose,
  });
  const type = form.values.account_type;
  return (
    <FormModal
      opened
      onClose={onClose}
      title={beneficiary === null ? "New beneficiary" : "Edit beneficiary"}
      submitLabel={beneficiary === null ? "Add the beneficiary" : "Save"}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      error={save.error}
      pending={save.isPending}
      size="lg"
    >
      <SegmentedControl
        fullWidth
        aria-label="Kind of account"
        data={ACCOUNT_TYPES}
        {...form.getInputProps("account_type")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="First or business name"
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps("fname")}
        />
        <TextInput label="Last name" {...form.getInputProps("lname")} />
        <Select
          label="Who it is"
          allowDeselect={false}
          data={BENEFICIARY_TYPES.map((kind) => ({ value: kind, label: wordsOf(kind) }))}
          {...form.getInputProps("beneficiary_type")}
        />
        <CountrySelect
          value={form.values.country === "" ? null : form.values.country}
          onChange={(country) => form.setValues({ country: country ?? "", bank_code: "", bank_name: "", network: "" })}
          error={form.errors["country"]}
        />
        <TextInput label="E-mail" type="email" {...form.getInputProps("email")} />
        <TextInput label="Phone" type="tel" {...form.getInputProps("phone_number")} />
        <CurrencySelect
          label={type === "crypto" ? "Asset" : "Currency"}
          description={type === "crypto" ? undefined : "Empty: the country's own"}
          withAssets={type === "crypto"}
          clearable
          {...choiceProps(form, "currency")}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {type === "bank" && (
          <>
            <BankSelect
              country={form.values.country}
              clearable
              value={form.values.bank_code === "" ? null : form.values.bank_code}
              onBank={(bank) => form.setValues({ bank_code: bank?.code ?? "", bank_name: bank?.name ?? "" })}
              error={form.errors["bank_code"]}
            />
            <TextInput label="Account number" {...form.getInputProps("account_number")} />
            <TextInput label="Account holder" {...form.getInputProps("account_name")} />
            <TextInput
              label="IBAN"
              description="Enter an IBAN instead of a bank and account number"
              {...form.getInputProps("iban")}
            />
          </>
        )}
        {type === "mobile_money" && (
          <>
            <NetworkSelect country={form.values.country} {...form.getInputProps("network")} />
            <TextInput label="Mobile money number" type="tel" {...form.getInputProps("momo_number")} />
          </>
        )}
        {type === "crypto" && (
          <>
            <Select label="Chain" data={CHAINS} {...form.getInputProps("chain")} />
            <TextInput label="Wallet address" {...form.getInputProps("wallet_address")} />
            <TextInput
              label="Memo"
              description="Only if the receiver asks for a memo"
              {...form.getInputProps("memo")}
            />
          </>
        )}
      </SimpleGrid>
      {type === "bank" && (
        <CheckAccount
          account={{
            account_number: form.values.account_number,
            bank_code: form.values.bank_code,
            country: form.values.country,
          }}
          onHolder={(name) => form.setFieldValue("account_name", name)}
        />
      )}
    </FormModal>
  );
}
