/** Checks the format only, not whether the sort code exists or the account is open. */
export type UkAccountCheck = { readonly validated: boolean; readonly message: string };

const SORT_CODE = /^\d{2}-\d{2}-\d{2}$/;
const ACCOUNT_NUMBER = /^\d{8}$/;

export function checkUkAccount(sortCode: string, accountNumber: string): UkAccountCheck {
  const problems = [
    ...(SORT_CODE.test(sortCode) ? [] : ["sortCode must have the format NN-NN-NN"]),
    ...(ACCOUNT_NUMBER.test(accountNumber) ? [] : ["accountNumber must have 8 digits"]),
  ];
  return problems.length === 0
    ? { validated: true, message: "The account details have a valid format" }
    : { validated: false, message: problems.join("; ") };
}
