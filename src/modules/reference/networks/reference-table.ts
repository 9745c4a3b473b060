/** How the reference data is written: one line per institution, its code first, under the country it belongs to. */
export type Bank = { readonly name: string; readonly code: string; readonly country: string; readonly currency: string };

export function banksOf(country: string, currency: string, lines: string): Bank[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [, code, name] = /^\s*(\S+)\s+(.+?)\s*$/.exec(line)!;
      return { name: name!, code: code!, country, currency };
    });
}
