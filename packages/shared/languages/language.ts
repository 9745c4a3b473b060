/**
 * The languages of the checkout, under their own names. To add one: its file beside this one, its line here, in load.ts
 * and in all.ts.
 */
export const LANGUAGE_NAMES = {
  en: "English",
  fr: "Français",
  pt: "Português",
  sw: "Kiswahili",
  ar: "العربية",
  ha: "Hausa",
  am: "አማርኛ",
  es: "Español",
} as const;
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar"]);

export function directionOf(language: Language): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

/** The first of these language tags that the checkout supports, ignoring regions. */
export function firstSpoken(tags: readonly string[]): Language | undefined {
  return tags
    .map((tag) => tag.split("-", 1)[0]!.toLowerCase())
    .find((tag): tag is Language => Object.hasOwn(LANGUAGE_NAMES, tag));
}

/** The tags of an Accept-Language header, the most wanted first. */
export function acceptedTags(header: string | undefined): string[] {
  return (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const weight = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((found) => found !== undefined);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
