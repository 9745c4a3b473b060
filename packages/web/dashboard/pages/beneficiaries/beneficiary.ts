import type { Row } from "@corridor/shared/operations.ts";

export type Beneficiary = Row<"/beneficiaries">;

export const BENEFICIARIES = ["beneficiaries"] as const;

export function nameOf(beneficiary: Beneficiary): string {
  return [beneficiary.fname, beneficiary.lname].filter((part) => part !== undefined && part !== "").join(" ");
}

/** A person's last word is the family name; a business has one name. */
export function namesOf(name: string, type: Beneficiary["beneficiary_type"]): { fname: string; lname: string | null } {
  const words = name.trim().split(/\s+/);
  if (type === "business" || words.length === 1) return { fname: words.join(" "), lname: null };
  return { fname: words.slice(0, -1).join(" "), lname: words.at(-1)! };
}

export function accountOf(beneficiary: Beneficiary): string {
  const text = (details: Record<string, unknown>, name: string) =>
    typeof details[name] === "string" ? (details[name] as string) : "";
  switch (beneficiary.account_type) {
    case "bank":
      return [text(beneficiary.bank_details, "bank_name"), text(beneficiary.bank_details, "account_number")]
        .filter((part) => part !== "")
        .join(" · ");
    case "mobile_money":
      return [text(beneficiary.momo_details, "provider"), text(beneficiary.momo_details, "phone_number")].join(" · ");
    case "crypto":
      return [text(beneficiary.crypto_details, "network"), text(beneficiary.crypto_details, "wallet_address")].join(
        " · ",
      );
  }
}
