import type { Catalogue, Facts } from "../i18n/language.svelte";
import { type Lexicon, lookUp, translator, Words } from "../i18n/language.svelte";
import type en from "./words/en.json";

/** What the page around a lesson says. */
export const words = new Words<typeof en>((language) => import(`./words/${language}.json`));

export const say = translator(words);

const FILES = import.meta.glob<{ default: Catalogue }>("../games/*/words/learn/*.json");
const known = new Map<string, Words>();

/** The sentences of a game's lesson. */
export function lessonWords(game: string): Words {
  const found = known.get(game) ?? new Words((language) => file(game, language));
  known.set(game, found);
  return found;
}

function file(game: string, language: string): Promise<{ default: Catalogue }> {
  const load = FILES[`../games/${game}/words/learn/${language}.json`];
  return load ? load() : Promise.resolve({ default: {} });
}

/** The first of these words that there is, or nothing. */
export function firstOf(keys: readonly string[], facts: Facts, lexicon: Lexicon): string | null {
  const key = keys.find((one) => lexicon.find(one) !== undefined);
  return key === undefined ? null : lookUp(key, facts, lexicon);
}
