import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Phones are kept as E.164 text. `defaultCountry` gives national numbers ("024 123 4567") their meaning; without it they have none. */
const MAX_PHONE_LENGTH = 40;

function parse(text: string, defaultCountry?: string) {
  if (text.length > MAX_PHONE_LENGTH) return null;
  const country = defaultCountry !== undefined && isSupportedCountry(defaultCountry) ? (defaultCountry as CountryCode) : undefined;
  const phone = parsePhoneNumberFromString(text, { extract: false, ...(country === undefined ? {} : { defaultCountry: country }) });
  return phone !== undefined && phone.ext === undefined && phone.isPossible() ? phone : null;
}

/**
 * Possible rather than assigned numbers are accepted: number plans change faster than any table of them, and whether a line exists
 * is the mobile money provider's answer, not ours.
 */
export function toE164(text: string, defaultCountry?: string): string | null {
  const number = parse(text, defaultCountry)?.number ?? null;
  return number === text ? text : number; // The library's is put together with `+`, and writing that as JSON is slow (see ids.ts).
}

/** ISO alpha-2 country of an international number; null when it is shared between countries and cannot be told. */
export function countryOfPhone(text: string, defaultCountry?: string): string | null {
  return parse(text, defaultCountry)?.country ?? null;
}
