import countries from "i18n-iso-countries";

/** ISO 3166-1 alpha-2, in upper case as the standard writes it. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && countries.isValid(code);
}
