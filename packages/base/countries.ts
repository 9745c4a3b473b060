import countries from "i18n-iso-countries";

/** Whether a code is an ISO 3166-1 alpha-2 code in upper case. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && countries.isValid(code);
}
