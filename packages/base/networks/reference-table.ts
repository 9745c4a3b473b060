/** One line per institution, its code first; other names stand behind: `058  Guaranty Trust Bank = GTBank`. */
export type Bank = {
  readonly name: string;
  readonly code: string;
  readonly country: string;
  readonly currency: string;
  readonly also_known_as?: string[];
};

export function banksOf(country: string, currency: string, lines: string): Bank[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [, code, name, others] = /^\s*(\S+)\s+(.+?)(?: = (.+?))?\s*$/.exec(line)!;
      const bank = { name: name!, code: code!, country, currency };
      return others === undefined ? bank : { ...bank, also_known_as: others.split(", ") };
    });
}
