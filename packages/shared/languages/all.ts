import { type Phrases, phrases as en } from "./en.ts";
import { phrases as am } from "./am.ts";
import { phrases as ar } from "./ar.ts";
import { phrases as es } from "./es.ts";
import { phrases as fr } from "./fr.ts";
import { phrases as ha } from "./ha.ts";
import { phrases as pt } from "./pt.ts";
import { phrases as sw } from "./sw.ts";
import type { Language } from "./language.ts";

/**
 * The texts of all languages, for the service, which keeps them in memory. A browser loads only the language that it
 * needs.
 */
export const PHRASES: Record<Language, Phrases> = { en, fr, pt, sw, ar, ha, am, es };
