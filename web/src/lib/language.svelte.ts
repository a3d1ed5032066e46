import { recall, remember } from "./stored";
import { type Catalogue, type Facts, LANGUAGES, type Language, preferred, spoken } from "./words";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";
import it from "./words/it.json";
import nl from "./words/nl.json";

const house = { de, en, fr, it, nl } satisfies Record<Language, Catalogue>;

let chosen = $state<Language>(first());

function first(): Language {
  const stored = recall("language");
  return LANGUAGES.find((language) => language === stored) ?? preferred(navigator.languages);
}

export const language = {
  get now(): Language {
    return chosen;
  },
  choose(next: Language): void {
    chosen = next;
    remember("language", next);
  },
};

type Told<C extends Catalogue> = (key: keyof C & string, facts?: Facts) => string;

/** A voice for one set of catalogues: says its words in the language chosen now. */
export function voice<C extends Catalogue>(words: Readonly<Record<Language, C>>): Told<C> {
  return (key, facts) => {
    const word = words[chosen][key];
    return word === undefined ? key : spoken(chosen, word, facts);
  };
}

/** Says the house's own words. */
export const t = voice(house);

/** Says a word that may be missing: looks in the game's catalogue, then in the house's. */
export function lookUp(key: string, facts?: Facts, game?: Record<Language, Catalogue>) {
  const word = game?.[chosen][key] ?? (house[chosen] as Catalogue)[key];
  return word === undefined ? null : spoken(chosen, word, facts);
}

/** The sentence for a refusal's code. */
export function because(code: string, facts?: Facts, game?: Record<Language, Catalogue>): string {
  return lookUp(`error.${code}`, facts, game) ?? t("error.unknown", { code });
}
