/**
 * Names in the letters that the fonts of a PDF write. Amharic is spelled by its syllables, Arabic by its letters, as passports of both countries do without marks; letters with
 * hooks and dots, as Hausa has them, lose these. Other scripts stay as they are. The page of the receipt shows the name as its owner writes it.
 *
 * Fonts of those scripts were weighed: with shaping and writing from right to left they are hundreds of kilobytes and a text engine, for a paper that every browser
 * prints from the page.
 */
export function latinLettersOf(text: string): string {
  return Array.from(text, (character) => (character.codePointAt(0)! <= LAST_LATIN_1 ? character : latinOf(character))).join("");
}

const LAST_LATIN_1 = 0xff;

function latinOf(character: string): string {
  const known = LETTERS.get(character) ?? ethiopicOf(character.codePointAt(0)!);
  if (known !== null) return known;
  const plain = character.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return plain === character ? character : latinLettersOf(plain);
}

/** The rows of eight from U+1200 on: a consonant with each vowel. */
const ETHIOPIC_START = 0x1200;
const ETHIOPIC = "h l h m s r s sh q qw q qw b v t ch h hw n ny ' k kw kh khw w ' z zh y d d j g gw g t ch p ts ts f p".split(" ");
const VOWELS = ["e", "u", "i", "a", "e", "", "o", "wa"];

function ethiopicOf(code: number): string | null {
  const consonant = ETHIOPIC[(code - ETHIOPIC_START) >> 3];
  if (code < ETHIOPIC_START || consonant === undefined) return null;
  const order = code & 7;
  // Two rows have no consonant of their own; their first syllable is an "a".
  if (consonant === "'") return order === 0 ? "a" : order === 5 ? "i" : VOWELS[order]!;
  return consonant + VOWELS[order]!;
}

const ARABIC = "اa أa إi آa بb تt ثth جj حh خkh دd ذdh رr زz سs شsh صs ضd طt ظz ع' غgh فf قq كk لl مm نn هh وw يy ىa ةa ء' ئ' ؤ' پp چch گg ڤv";
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...ARABIC.split(" ").map((pair): [string, string] => [pair[0]!, pair.slice(1)]),
  // Vowel marks, then the marks that are not spoken.
  ["\u064e", "a"],
  ["\u064f", "u"],
  ["\u0650", "i"],
  ...["\u0640", "\u064b", "\u064c", "\u064d", "\u0651", "\u0652"].map((mark): [string, string] => [mark, ""]),
  ...["،,", "؛;", "؟?", "፡ ", "።.", "፣,", "ɓb", "ƁB", "ɗd", "ƊD", "ƙk", "ƘK", "ƴy", "ƳY"].map((pair): [string, string] => [pair[0]!, pair.slice(1)]),
]);
