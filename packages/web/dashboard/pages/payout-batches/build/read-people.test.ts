import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Beneficiary } from "../../beneficiaries/beneficiary.ts";
import { draftsOf, findHeader, readPeople, type World } from "./read-people.ts";

const ikeja = {
  beneficiary_id: "b1",
  fname: "Ikeja",
  lname: "Farms",
  currency: "NGN",
  bank_details: { account_number: "0000014579", bank_code: "011" },
  momo_details: {},
} as unknown as Beneficiary;
const world: World = {
  country: "NG",
  currency: "NGN",
  banks: [
    { code: "011", name: "First Bank of Nigeria", also_known_as: ["FBN", "FirstBank"] },
    { code: "058", name: "Guaranty Trust Bank", also_known_as: ["GTBank"] },
    { code: "044", name: "Access Bank" },
  ],
  networks: ["MTN"],
  beneficiaries: [ikeja],
  checkOf: () => undefined,
};

function peopleIn(lines: string[][], changed: Partial<World> = {}) {
  const { header, columns } = findHeader(lines);
  return readPeople(draftsOf(lines, header, columns), { ...world, ...changed });
}

test("the example's salaries are read as they stand", () => {
  const file = readFileSync(`${import.meta.dirname}/../../../../../../examples/salaries.csv`, "utf8");
  const people = peopleIn(
    file
      .trim()
      .split("\n")
      .map((line) => line.split(",")),
  );
  expect(people.map(({ problems }) => problems)).toEqual([[], [], []]);
  expect(people[1]).toMatchObject({
    amount: 82000,
    currency: "NGN",
    payee: { name: "Chidi Eze", bank: { code: "058" } },
  });
});

describe("a bank's own spreadsheet", () => {
  const HEADER = ["S/N", "Beneficiary Name", "Account No.", "Bank", "Amount (NGN)", "Narration"];
  const list = (...rows: string[][]) => peopleIn([["Zenith Corporate"], ["Salaries, May 2026", ""], HEADER, ...rows]);

  test("is read below its letterhead, and its total is nobody", () => {
    const [one, ...others] = list(
      ["1", "Ada Obi", "14579", "GTB", "70,000.00", "May"],
      ["", "TOTAL", "", "", "70,000.00", ""],
    );
    expect(others).toEqual([]);
    expect(one!.draft).toMatchObject({ line: 4, name: "Ada Obi", description: "May", reference: "" });
  });

  test("finds a payee by the account, whatever a spreadsheet made of its zeros, and by the bank's usual name", () => {
    const [one, other] = list(
      ["1", "IKEJA FARMS", "000014579", "FBN", "NGN 1,000", ""],
      ["2", "Bayo", "0112233441", "GT Bank", "₦5.50", ""],
    );
    expect(one).toMatchObject({ payee: { kind: "known", beneficiary: ikeja }, amount: 1000, otherHolder: null });
    expect(other).toMatchObject({ payee: { kind: "new", bank: { code: "058" } }, amount: 5.5 });
  });

  test("says by line what is wrong, in the words of the list", () => {
    const people = list(
      ["1", "Ada", "0112233441", "Bank of Atlantis", "10", ""],
      ["2", "Ada", "0112233441", "GTBank", "70O", ""],
      ["3", "Ada", "1.12E+09", "GTBank", "10", ""],
      ["4", "", "0112233449", "GTBank", "10", ""],
      ["5", "Obi", "0112233450", "GTBank", "10", ""],
      ["6", "Obi", "0112233450", "GTBank", "10.00", ""],
      ["7", "Uche", "", "GTBank", "10", ""],
    );
    expect(
      people.map(({ draft, problems }) => [
        draft.line,
        ...problems.map(({ field, message }) => `${field}: ${message}`),
      ]),
    ).toEqual([
      [4, "bank: No bank is known as Bank of Atlantis"],
      [5, "amount: 70O is not an amount"],
      [6, "account: The spreadsheet has cut this number; enter it in full"],
      [7, "name: Enter the name"],
      [8],
      [9, "reference: The same payout as line 8. Give it a reference of its own, or leave it out"],
      [10, "account: Enter the account number"],
    ]);
  });

  test("takes the bank's word: no such account is a problem, another holder is told", () => {
    const rows = [["1", "Ada Obi", "0112233441", "GTBank", "10", ""]];
    const lines = [HEADER, ...rows];
    const said = (check: object) => peopleIn(lines, { checkOf: () => check as ReturnType<World["checkOf"]> })[0]!;
    expect(said({ state: "invalid", problem: "No such account" }).problems).toEqual([
      { field: "account", message: "No such account" },
    ]);
    expect(said({ state: "found", holder: "OBI ADA MARY" })).toMatchObject({ problems: [], otherHolder: null });
    expect(said({ state: "found", holder: "Bayo Ade" }).otherHolder).toBe("Bayo Ade");
    expect(said({ state: "unknown" }).problems).toEqual([]);
  });
});
