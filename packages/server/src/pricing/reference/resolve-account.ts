import { isCountry } from "@corridor/base/countries.ts";
import { ApiError, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { checkAccount, isAccountNumber, looksLikeIban, readIban } from "@corridor/base/networks/account-format.ts";
import { countriesOfBankCode, findBank } from "@corridor/base/networks/reference-data.ts";
import type { AccountHolder, AccountInQuestion, Provider } from "@corridor/provider-kit/provider.ts";

/** Asks a provider that can look up accounts. Throws when the lookup fails. */
export type AccountResolver = NonNullable<Provider["resolveAccount"]>;

const RESOLVE_TIMEOUT_MS = 10_000;

/** Finds the holder of an account. Requests that our own tables can refuse never reach a bank. */
export async function resolveAccount(
  resolver: AccountResolver,
  request: Omit<AccountInQuestion, "country"> & { country?: string | undefined },
) {
  const bankCode = request.bank_code.trim();
  const country = request.country ?? countryOf(request.account_number, bankCode);
  if (!isCountry(country)) throw invalidField("country", "must be an ISO 3166-1 alpha-2 code");
  const number = request.account_number.trim();
  const problem = checkAccount(country, number, bankCode);
  // A beneficiary may have any number of the right shape: one that no bank gives out is not found.
  if (problem?.field === "account_number" && isAccountNumber(number))
    throw new ApiError(404, "ACCOUNT_NOT_FOUND", `Account not found: account_number ${problem.message}`);
  if (problem !== null) throw invalidField(problem.field, problem.message);

  const account = { account_number: normalizedNumber(request.account_number), bank_code: bankCode, country };
  const found = await ask(resolver, { ...account, account_name: request.account_name });
  if (found === null) throw notFound("Account");
  const holder =
    "verdict" in found
      ? { account_name: "", name_verdict: found.verdict }
      : { account_name: found.account_name, name_verdict: null };
  return { ...account, ...holder, bank_name: findBank(country, bankCode)?.name ?? null };
}

function countryOf(accountNumber: string, bankCode: string): string {
  if (looksLikeIban(accountNumber)) return accountNumber.trim().slice(0, 2).toUpperCase();
  const countries = countriesOfBankCode(bankCode);
  if (countries.length === 1) return countries[0]!;
  throw invalidField(
    "country",
    countries.length === 0
      ? "is required: bank_code is not one we know"
      : `is required: bank_code is in use in ${countries.join(" and ")}`,
  );
}

function normalizedNumber(accountNumber: string): string {
  const trimmed = accountNumber.trim();
  if (!looksLikeIban(trimmed)) return trimmed;
  const read = readIban(trimmed);
  return "iban" in read ? read.iban : trimmed;
}

async function ask(resolver: AccountResolver, account: AccountInQuestion): Promise<AccountHolder | null> {
  try {
    return await resolver(account, AbortSignal.timeout(RESOLVE_TIMEOUT_MS));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(
      502,
      "PROVIDER_UNAVAILABLE",
      "The account could not be looked up because the provider did not answer; try again",
      {},
    );
  }
}
