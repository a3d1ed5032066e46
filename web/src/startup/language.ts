import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";
import it from "./words/it.json";
import nl from "./words/nl.json";

export const LANGUAGES = ["de", "en", "fr", "it", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Words for when nothing can be loaded: the only ones that come in every language. */
export const FIRST_WORDS = { de, en, fr, it, nl } satisfies Record<Language, typeof en>;

/** The first of the browser's languages that we speak. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}

/** The language to begin with: the one that was chosen last, or else the browser's. */
export function firstLanguage(stored: string | null, wanted: readonly string[]): Language {
  return LANGUAGES.find((language) => language === stored) ?? preferred(wanted);
}
