import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** E.164 text. National numbers ("024 123 4567") need `defaultCountry`; without it they are invalid. */
const MAX_PHONE_LENGTH = 40;

function parse(text: string, defaultCountry?: string) {
  if (text.length > MAX_PHONE_LENGTH) return null;
  const country =
    defaultCountry !== undefined && isSupportedCountry(defaultCountry) ? (defaultCountry as CountryCode) : undefined;
  const phone = parsePhoneNumberFromString(text, {
    extract: false,
    ...(country === undefined ? {} : { defaultCountry: country }),
  });
  return phone !== undefined && phone.ext === undefined && phone.isPossible() ? phone : null;
}

/** Possible rather than assigned numbers: plans change faster than any table, and only the provider knows a line. */
export function toE164(text: string, defaultCountry?: string): string | null {
  const number = parse(text, defaultCountry)?.number ?? null;
  // The library concatenates with `+`, and writing such a string as JSON is slow (see ids.ts).
  return number === text ? text : number;
}

/** ISO alpha-2 country of an international number; null when several countries share the number range. */
export function countryOfPhone(text: string, defaultCountry?: string): string | null {
  return parse(text, defaultCountry)?.country ?? null;
}
