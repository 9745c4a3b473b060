import { describe, expect, test } from "vitest";
import { PHRASES } from "./all.ts";
import type { Phrase } from "./en.ts";
import { acceptedTags, directionOf, firstSpoken, type Language, LANGUAGES } from "./language.ts";
import { loadPhrases } from "./load.ts";
import { speechOf } from "./speech.ts";

const OTHERS = LANGUAGES.filter((language) => language !== "en");
const PHRASE_NAMES = Object.keys(PHRASES.en) as Phrase[];
/**
 * A text may be this much longer than the English one before a button or a line of 360 pixels could break; short ones
 * get some letters more.
 */
const LONGEST_RATIO = 1.7;
const ALLOWED_LETTERS = 14;
/** Words that are the same in several languages, names and figures. */
const MAY_BE_EQUAL = /^(mobile_money|email|code|expiryPlaceholder|pay.*|test.*|amount)$/;

describe.each(OTHERS)("the words in %s", (language) => {
  const phrases = PHRASES[language];

  test("lack none, have the same gaps, and none is left in English", () => {
    const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).toSorted();
    expect(Object.keys(phrases).toSorted()).toEqual(PHRASE_NAMES.toSorted());
    for (const phrase of PHRASE_NAMES) {
      expect([phrase, gaps(phrases[phrase])]).toEqual([phrase, gaps(PHRASES.en[phrase])]);
      expect(phrases[phrase].trim()).not.toBe("");
    }
    const english = PHRASE_NAMES.filter(
      (phrase) =>
        PHRASES.en[phrase].length > 12 && !MAY_BE_EQUAL.test(phrase) && phrases[phrase] === PHRASES.en[phrase],
    );
    expect(english).toEqual([]);
  });

  test("are not much longer than the English ones", () => {
    const tooLong = PHRASE_NAMES.filter(
      (phrase) => phrases[phrase].length > PHRASES.en[phrase].length * LONGEST_RATIO + ALLOWED_LETTERS,
    );
    expect(tooLong).toEqual([]);
  });

  test("come as a file of their own", async () => {
    expect(await loadPhrases(language)).toBe(phrases);
  });
});

describe("the language", () => {
  test.each<[string | undefined, Language | undefined]>([
    ["fr-CI,fr;q=0.9,en;q=0.8", "fr"],
    ["de, en-GB;q=0.7", "en"],
    ["en;q=0.1, fr;q=0.9", "fr"],
    ["fr;q=0, en", "en"],
    ["xx", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("of a browser that accepts %s is %s", (header, language) => {
    expect(firstSpoken(acceptedTags(header))).toBe(language);
  });

  test("writes figures in the digits of every bank, whatever its own are", () => {
    for (const language of LANGUAGES)
      expect(speechOf(language, PHRASES[language]).money(1234.5, "GHS")).toMatch(
        /^\u2068?1[.,\s\u00a0\u202f]?234[.,]50\u00a0GHS\u2069?$/,
      );
  });

  test("writes the day before the month in English, and joins facts with its own comma", () => {
    expect(speechOf("en", PHRASES.en, "UTC").time("2026-11-17T17:05:00Z")).toBe("17 Nov 2026, 17:05 UTC");
    const joined = LANGUAGES.map((language) => speechOf(language, PHRASES[language]).list(["a", "b"]));
    expect(joined.filter((text) => text !== "a, b")).toEqual(["a، b", "a፣ b"]);
  });

  test("does not break the name of a network", () => {
    expect(speechOf("en", PHRASES.en).say("approveText", { network: "M-PESA", phone: "•••• 0012" })).toContain(
      "M\u2011PESA sends to ••••\u00a00012",
    );
  });

  test("from right to left keeps a code to dial and a masked number in their own direction", () => {
    const say = (language: Language) => speechOf(language, PHRASES[language]).say("promptAgain", { code: "*170#" });
    expect([say("ar"), say("fr")]).toEqual([
      expect.stringContaining(" \u2068*170#\u2069 "),
      expect.stringContaining(" *170# "),
    ]);
  });

  test("from right to left leaves web addresses as they are, so that their links work", () => {
    const text = speechOf("ar", PHRASES.ar).say("receiptCheck", { address: "https://pay.example/r/ABC" });
    expect(text).toMatch(/ https:\/\/pay\.example\/r\/ABC$/);
  });

  test("quotes a rate by the unit that is worth more", () => {
    const { price } = speechOf("en", PHRASES.en);
    expect([price("0.0806452", "GHS", "USD"), price(1550, "USD", "NGN")]).toEqual([
      "1 USD = 12.4 GHS",
      "1 USD = 1,550 NGN",
    ]);
  });

  test("of a page that runs from right to left says so", () => {
    expect(LANGUAGES.filter((language) => directionOf(language) === "rtl")).toEqual(["ar"]);
  });
});
