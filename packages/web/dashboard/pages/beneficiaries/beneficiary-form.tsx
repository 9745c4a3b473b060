import { SegmentedControl, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
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
import { useHomeCountry } from "../../components/use-home-country.ts";
import { AccountCheckNote, useAccountCheck } from "./check-account.tsx";
import { BENEFICIARIES, type Beneficiary, nameOf, namesOf } from "./beneficiary.ts";
import { PartyFields, partyFrom, partyOf, useNeeds } from "./party-fields.tsx";

type NewBeneficiary = Body<"post", "/beneficiaries">;
type AccountType = NewBeneficiary["account_type"];

const ACCOUNT_TYPES: { value: AccountType; label: string }[] = [
  { value: "bank", label: "Bank" },
  { value: "mobile_money", label: "Mobile money" },
  { value: "crypto", label: "Crypto" },
];

/** What a payout reaches; an asset leaves by a ramp. */
export const PAYABLE = ACCOUNT_TYPES.filter(({ value }) => value !== "crypto");

const stringOf = (details: Record<string, unknown> | undefined, name: string): string =>
  typeof details?.[name] === "string" ? (details[name] as string) : "";

function initialValues(beneficiary: Beneficiary | null, home: string) {
  return {
    account_type: (beneficiary?.account_type ?? "bank") as AccountType,
    beneficiary_type: (beneficiary?.beneficiary_type ?? "individual") as (typeof BENEFICIARY_TYPES)[number],
    name: beneficiary === null ? "" : nameOf(beneficiary),
    email: beneficiary?.email ?? "",
    phone_number: beneficiary?.phone_number ?? "",
    country: beneficiary?.country ?? home,
    currency: beneficiary?.currency ?? "",
    account_number:
      stringOf(beneficiary?.bank_details, "iban") || stringOf(beneficiary?.bank_details, "account_number"),
    bank_code: stringOf(beneficiary?.bank_details, "bank_code"),
    bank_name: stringOf(beneficiary?.bank_details, "bank_name"),
    network: stringOf(beneficiary?.momo_details, "provider"),
    momo_number: stringOf(beneficiary?.momo_details, "phone_number"),
    chain: stringOf(beneficiary?.crypto_details, "network"),
    wallet_address: stringOf(beneficiary?.crypto_details, "wallet_address"),
    memo: stringOf(beneficiary?.crypto_details, "memo"),
    party: partyOf(beneficiary),
  };
}

type Values = ReturnType<typeof initialValues>;

const neededBy = (type: AccountType, message: string) => (value: string, values: Values) =>
  values.account_type === type && value.trim() === "" ? message : null;

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9 ]{8,}$/i;

/** An unchanged name stays divided as it was. */
function namesIn({ name, beneficiary_type: type }: Values, known: Beneficiary | null) {
  if (known !== null && name === nameOf(known)) return { fname: known.fname, lname: known.lname ?? null };
  return namesOf(name, type);
}

export function bodyOf(values: Values, known: Beneficiary | null, holder: string | null): NewBeneficiary {
  const isIban = IBAN.test(values.account_number.trim());
  return {
    account_type: values.account_type,
    beneficiary_type: values.beneficiary_type,
    ...namesIn(values, known),
    email: textOrNull(values.email),
    phone_number: textOrNull(values.phone_number),
    country: textOrNull(values.country),
    ...(values.currency === "" ? {} : { currency: values.currency }),
    bank_details:
      values.account_type === "bank"
        ? {
            ...(isIban
              ? { iban: values.account_number.trim() }
              : { account_number: values.account_number.trim(), account_name: holder }),
            bank_code: textOrNull(values.bank_code),
            bank_name: textOrNull(values.bank_name),
            branch_code: textOrNull(values.party["branch_code"]!),
          }
        : null,
    party: partyFrom(values.party),
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

export function BeneficiaryForm({
  beneficiary,
  onClose,
  onSaved = onClose,
  types = ACCOUNT_TYPES,
}: {
  beneficiary: Beneficiary | null;
  types?: typeof ACCOUNT_TYPES;
  onClose: () => void;
  onSaved?: (saved: Beneficiary) => void;
}) {
  const home = useHomeCountry();
  const form = useForm<Values>({
    initialValues: initialValues(beneficiary, home),
    validate: {
      name: (value) => (value.trim() === "" ? "Enter the name" : null),
      country: (value, values) => (value === "" && values.account_type !== "crypto" ? "Choose the country" : null),
      account_number: (value, values) =>
        values.account_type !== "bank"
          ? null
          : value.trim() === ""
            ? "Enter the account number or the IBAN"
            : check.state === "invalid"
              ? check.problem
              : check.state === "checking"
                ? "The bank is being asked; one moment"
                : null,
      bank_code: (value, values) =>
        values.account_type === "bank" && value === "" && values.bank_name === "" && !IBAN.test(values.account_number)
          ? "Choose the bank"
          : null,
      network: neededBy("mobile_money", "Choose the network"),
      momo_number: neededBy("mobile_money", "Enter the number"),
      chain: neededBy("crypto", "Choose the network"),
      wallet_address: neededBy("crypto", "Enter the address"),
      currency: neededBy("crypto", "Choose the asset"),
    },
  });
  useEffect(() => {
    if (beneficiary === null && home !== "" && !form.isTouched("country")) form.setFieldValue("country", home);
    // Only when it becomes known: what the person chose stays.
  }, [home]);
  const { account_type: type, country, bank_code, account_number } = form.values;
  // The service looks an IBAN up by itself; it needs some code, and the bank's own is in the IBAN.
  const number = account_number.trim();
  const check = useAccountCheck(
    type === "bank"
      ? { account_number: number, bank_code: bank_code || (IBAN.test(number) ? number.slice(4, 12) : ""), country }
      : { account_number: "", bank_code: "", country: "" },
  );
  const needs = useNeeds(country, type);
  const holder = check.state === "found" ? check.holder : null;
  const save = useWrite({
    write: async (values: Values) => {
      const body = bodyOf(values, beneficiary, holder);
      return beneficiary === null
        ? (await api.post("/beneficiaries", { body })).data
        : (
            await api.patch("/beneficiaries/{beneficiary_id}", {
              path: { beneficiary_id: beneficiary.beneficiary_id },
              body,
            })
          ).data;
    },
    done: beneficiary === null ? "The beneficiary is added" : "The beneficiary is changed",
    refresh: [BENEFICIARIES],
    onDone: (saved) => onSaved(saved),
  });
  return (
    <FormModal
      onClose={onClose}
      title={beneficiary === null ? "New beneficiary" : "Edit beneficiary"}
      submitLabel={beneficiary === null ? "Add the beneficiary" : "Save"}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
      size="lg"
    >
      <SegmentedControl fullWidth aria-label="Kind of account" data={types} {...form.getInputProps("account_type")} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          description="Of the person or business that is paid"
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps("name")}
        />
        <CountrySelect
          description="Where the account is"
          value={country === "" ? null : country}
          onChange={(next) => form.setValues({ country: next ?? "", bank_code: "", bank_name: "", network: "" })}
          error={form.errors["country"]}
        />
        {type === "bank" && (
          <>
            <TextInput label="Account number" placeholder="Or an IBAN" {...form.getInputProps("account_number")} />
            {!IBAN.test(number) && (
              <BankSelect
                country={country}
                account={number}
                clearable
                value={bank_code === "" ? null : bank_code}
                onBank={(bank) => form.setValues({ bank_code: bank?.code ?? "", bank_name: bank?.name ?? "" })}
                error={form.errors["bank_code"]}
              />
            )}
          </>
        )}
        {type === "mobile_money" && (
          <>
            <NetworkSelect country={country} {...form.getInputProps("network")} />
            <TextInput label="Mobile money number" type="tel" {...form.getInputProps("momo_number")} />
          </>
        )}
        {type === "crypto" && (
          <>
            <CurrencySelect label="Asset" withAssets {...choiceProps(form, "currency")} />
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
      <PartyFields needs={needs} propsOf={(name) => form.getInputProps(`party.${name}`)} />
      <AccountCheckNote check={check} name={form.values.name} onUseName={(name) => form.setFieldValue("name", name)} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Who it is"
          allowDeselect={false}
          data={BENEFICIARY_TYPES.map((kind) => ({ value: kind, label: wordsOf(kind) }))}
          {...form.getInputProps("beneficiary_type")}
        />
        <TextInput label="E-mail" description="If you have it" type="email" {...form.getInputProps("email")} />
        {beneficiary !== null && type !== "crypto" && (
          <>
            <TextInput label="Phone" type="tel" {...form.getInputProps("phone_number")} />
            <CurrencySelect description="Empty: the country's own" clearable {...choiceProps(form, "currency")} />
          </>
        )}
      </SimpleGrid>
    </FormModal>
  );
}
