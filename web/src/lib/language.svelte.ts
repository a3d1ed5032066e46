import { type Lexicon, language, Words } from "./catalogues.svelte";
import { type Facts, spoken } from "./words";
import type en from "./words/en.json";

export { language } from "./catalogues.svelte";

/** The house's own words. */
export const house = new Words<typeof en>((chosen) => import(`./words/${chosen}.json`));

type Told<Key extends string> = (key: Key, facts?: Facts) => string;

/** A voice for some words: says them in the language chosen now. */
export function voice<Key extends string>(words: Lexicon<Key>): Told<Key> {
  return (key, facts) => {
    const word = words.find(key);
    return word === undefined ? key : spoken(language.now, word, facts);
  };
}

/** Says the house's own words. */
export const t = voice(house);

/** Says a word that may be missing: looks in the game's words, then in the house's. */
export function lookUp(key: string, facts?: Facts, game?: Lexicon): string | null {
  const word = game?.find(key) ?? (house as Lexicon).find(key);
  return word === undefined ? null : spoken(language.now, word, facts);
}

/** The sentence for a refusal's code. */
export function because(code: string, facts?: Facts, game?: Lexicon): string {
  return lookUp(`error.${code}`, facts, game) ?? t("error.unknown", { code });
}
