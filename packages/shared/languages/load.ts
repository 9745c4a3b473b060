import type { Phrases } from "./en.ts";
import type { Language } from "./language.ts";

/** One file for each language, fetched when it is needed. The page includes the texts of its first language. */
const FILES: Record<Language, () => Promise<{ phrases: Phrases }>> = {
  en: () => import("./en.ts"),
  fr: () => import("./fr.ts"),
  pt: () => import("./pt.ts"),
  sw: () => import("./sw.ts"),
  ar: () => import("./ar.ts"),
  ha: () => import("./ha.ts"),
  am: () => import("./am.ts"),
  es: () => import("./es.ts"),
};

export async function loadPhrases(language: Language): Promise<Phrases> {
  return (await FILES[language]()).phrases;
}
