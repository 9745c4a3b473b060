/**
 * The account number that a customer types to pay by hand, and sees on a prompt. M-PESA allows twelve characters, half
 * of a reference: its time and counter. So an account number nearly always names exactly one reference.
 */
const LENGTH = 12;
const PREFIX = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-/;
const ACCOUNT = /^[0-9a-z]{12}$/;
const PREFIX_BITS = 60n;

/** A reference of ours contains its time; for any other reference the random end is used. */
export function accountOf(reference: string): string {
  const digits = PREFIX.exec(reference)?.slice(1).join("");
  if (digits === undefined) return reference.replaceAll("-", "").slice(-LENGTH).toUpperCase();
  return BigInt(`0x${digits}`).toString(36).padStart(LENGTH, "0").toUpperCase();
}

/** Null when it is not ours. People type it in lower case, and with spaces. */
export function referencesOf(account: string): { from: string; to: string } | null {
  const text = account.replace(/\s/g, "").toLowerCase();
  if (!ACCOUNT.test(text)) return null;
  const value = text.split("").reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  if (value >= 1n << PREFIX_BITS) return null;
  const hex = value.toString(16).padStart(15, "0");
  const prefix = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}`;
  return { from: `${prefix}-0000-000000000000`, to: `${prefix}-ffff-ffffffffffff` };
}
