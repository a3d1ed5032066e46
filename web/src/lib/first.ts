import type { Language } from "./words";
import de from "./words/first/de.json";
import en from "./words/first/en.json";
import fr from "./words/first/fr.json";
import it from "./words/first/it.json";
import nl from "./words/first/nl.json";

/** What has to be said when nothing can be loaded any more: the only words that come in every language. */
export const FIRST_WORDS = { de, en, fr, it, nl } satisfies Record<Language, typeof en>;
