import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { formatAmount } from "../lib/money.ts";
import { type Language, type Phrase, PHRASES } from "./translations.ts";

type Speech = {
  language: Language;
  switchLanguage: () => void;
  say: (phrase: Phrase, values?: Record<string, string | number>) => string;
  money: (amount: number, currency: string) => string;
  time: (at: string) => string;
};

const SpeechContext = createContext<Speech | null>(null);
const STORAGE_KEY = "corridor-checkout-language";

/** The visitor's own choice, else the address, else the browser's languages. Storage may be forbidden; then the choice lasts for this page. */
function firstLanguage(): Language {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored === "en" || stored === "fr") return stored;
  } catch {
    // Storage is switched off: the next sources decide.
  }
  const asked = new URLSearchParams(window.location.search).get("locale");
  if (asked === "en" || asked === "fr") return asked;
  return navigator.languages.some((tag) => tag.startsWith("fr")) && !navigator.languages[0]?.startsWith("en") ? "fr" : "en";
}

export function SpeechProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speech: Speech = {
    language,
    switchLanguage: () => {
      const next = language === "en" ? "fr" : "en";
      setLanguage(next);
      try {
        localStorage.setItem(STORAGE_KEY, next);
      } catch {
        // Not remembered, which the visitor chose.
      }
    },
    say: (phrase, values = {}) => PHRASES[language][phrase].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
    money: (amount, currency) => `${formatAmount(amount, currency, language)}\u00a0${currency}`,
    time: (at) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at)),
  };
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error("SpeechProvider is missing");
  return speech;
}
