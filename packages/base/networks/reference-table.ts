export type Bank = {
  readonly name: string;
  readonly code: string;
  readonly country: string;
  readonly currency: string;
  readonly also_known_as?: string[];
};

type Place = Pick<Bank, "country" | "currency">;

/** A line of country and currency (`NG NGN`) begins their institutions, each on a line with its code and names. */
export function readTable<T>(table: string, read: (place: Place, code: string, names: string) => T): T[] {
  let place: Place = { country: "", currency: "" };
  return table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, code, names] = /^\s*(\S+)\s+(.+?)\s*$/.exec(line)!;
      if (!/^[A-Z]{2}$/.test(code!)) return [read(place, code!, names!)];
      place = { country: code!, currency: names! };
      return [];
    });
}

/** Other names stand behind the name: `058  Guaranty Trust Bank = GTBank`. */
export function banksOf(table: string): Bank[] {
  return readTable(table, (place, code, names) => {
    const [name, others] = names.split(" = ");
    const bank = { name: name!, code, ...place };
    return others === undefined ? bank : { ...bank, also_known_as: others.split(", ") };
  });
}
