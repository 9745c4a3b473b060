import { formatAmount } from "../money-text.ts";
import type { Phrase, Phrases } from "./en.ts";
import { directionOf, type Language } from "./language.ts";

/** The texts of the checkout in one language, for the pages with and without scripts. */
export type Speech = {
  language: Language;
  say: (phrase: Phrase, values?: Record<string, string | number>) => string;
  money: (amount: number | string, currency: string) => string;
  /**
   * An exchange rate as people read it, by the unit that is worth more: "1 USD = 12.4 GHS". `rate`: units of `to` for
   * one of `from`.
   */
  price: (rate: number | string, from: string, to: string) => string;
  time: (at: string) => string;
  country: (code: string) => string;
  /** Several short facts in one line. */
  list: (parts: readonly string[]) => string;
};

/** "en" alone would write dates as in the United States; our payers write the day first. */
const REGIONS: Partial<Record<Language, string>> = { en: "en-GB" };
const COMMAS: Partial<Record<Language, string>> = { ar: "، ", am: "፣ " };

/**
 * Amounts are typed into forms and copied into bank apps, so they use the digits of every bank, also in Arabic. A
 * browser without Hausa would write numbers and dates in its own language, such as French; English ones are those of
 * Nigeria.
 */
export function localeOf(language: Language): string {
  const known = Intl.NumberFormat.supportedLocalesOf(language).length > 0 ? language : "en";
  return `${REGIONS[known] ?? known}-u-nu-latn`;
}

/**
 * Some browsers accept Hausa but know none of its names: they would write "GH" and "2026 M11 17". English names are
 * better than none.
 */
function localeOfNames(language: Language): string {
  const locale = localeOf(language);
  return new Intl.DisplayNames([locale], { type: "region", fallback: "none" }).of("GH") === undefined
    ? localeOf("en")
    : locale;
}

const RATE_DIGITS = 6;

/**
 * Isolates an inserted text from the direction of its line: without that, "*170#" and amounts would be shown in another
 * order inside Arabic text.
 */
const isolated = (text: string): string => (WEB_ADDRESS.test(text) ? text : `\u2068${text}\u2069`);
/**
 * Web addresses are not isolated: a mail program that turns addresses into links would make the invisible mark a part
 * of the address.
 */
const WEB_ADDRESS = /^https?:/;

/** A masked number and the name of a network (M-PESA) each stay on one line. */
const unbroken = (text: string, name: string): string =>
  name === "network" ? text.replaceAll("-", "\u2011") : text.replace("•••• ", "••••\u00a0");

/** `timeZone`: if the reader's zone is unknown, the zone in which times are given and named. */
export function speechOf(language: Language, phrases: Phrases, timeZone?: string): Speech {
  const locale = localeOf(language);
  const inserted = directionOf(language) === "rtl" ? isolated : (text: string) => text;
  const names = localeOfNames(language);
  const times = new Intl.DateTimeFormat(names, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...(timeZone === undefined ? {} : { timeZone, timeZoneName: "short" }),
  });
  const rates = new Intl.NumberFormat(locale, { maximumSignificantDigits: RATE_DIGITS });
  const regions = new Intl.DisplayNames([names], { type: "region" });
  return {
    language,
    say: (phrase, values = {}) =>
      phrases[phrase].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
        values[name] === undefined ? whole : inserted(unbroken(String(values[name]), name)),
      ),
    money: (amount, currency) => inserted(`${formatAmount(amount, currency, locale)}\u00a0${currency}`),
    price: (rate, from, to) =>
      Number(rate) < 1
        ? `1 ${to} = ${rates.format(1 / Number(rate))} ${from}`
        : `1 ${from} = ${rates.format(Number(rate))} ${to}`,
    time: (at) => times.format(new Date(at)),
    country: (code) => regions.of(code) ?? code,
    list: (parts) => parts.join(COMMAS[language] ?? ", "),
  };
}
