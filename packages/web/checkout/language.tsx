import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from "react";
import type { Phrases } from "@corridor/shared/languages/en.ts";
import { directionOf, firstSpoken, type Language } from "@corridor/shared/languages/language.ts";
import { loadPhrases } from "@corridor/shared/languages/load.ts";
import { type Speech, speechOf } from "@corridor/shared/languages/speech.ts";

type SwitchableSpeech = Speech & { switchLanguage: (language: Language) => void };
export type Words = { language: Language; phrases: Phrases };

const SpeechContext = createContext<SwitchableSpeech | null>(null);
const STORAGE_KEY = "corridor-checkout-language";

/**
 * The visitor's own choice, or the address, or what the service chose by the browser's languages. If storage is
 * forbidden, a choice lasts for this page.
 */
export async function firstWords(): Promise<Words> {
  const brought = JSON.parse(document.getElementById("words")?.textContent || "null") as Words | null;
  const wanted = firstSpoken([storedChoice() ?? "", new URLSearchParams(window.location.search).get("locale") ?? ""]);
  if (brought !== null && (wanted === undefined || wanted === brought.language)) return brought;
  const language = wanted ?? firstSpoken(navigator.languages) ?? "en";
  try {
    return { language, phrases: await loadPhrases(language) };
  } catch (error) {
    if (brought === null) throw error;
    return brought; // Without a network the page keeps the language that it came with.
  }
}

function storedChoice(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function storeChoice(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // The visitor forbids storage, so the choice is not stored.
  }
}

export function SpeechProvider({ first, children }: { first: Words; children: ReactNode }) {
  const [words, setWords] = useState(first);
  // Set before the browser paints, so that no text of the new language is shown in the wrong direction.
  useLayoutEffect(() => {
    document.documentElement.lang = words.language;
    document.documentElement.dir = directionOf(words.language);
  }, [words]);
  const switchLanguage = (language: Language): void => {
    storeChoice(language);
    loadPhrases(language).then(
      (phrases) => setWords({ language, phrases }),
      () => undefined, // Without a network the language stays, and the choice is stored for the next page.
    );
  };
  return (
    <SpeechContext value={{ ...speechOf(words.language, words.phrases), switchLanguage }}>{children}</SpeechContext>
  );
}

export function useSpeech(): SwitchableSpeech {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error("SpeechProvider is missing");
  return speech;
}
