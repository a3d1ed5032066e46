import type { Catalogue, Facts } from "../i18n/language.svelte";
import { type Lexicon, lookUp, translator, Words } from "../i18n/language.svelte";
import type en from "./words/en.json";

/** What the page around a lesson says. */
export const words = new Words<typeof en>((language) => import(`./words/${language}.json`));

export const say = translator(words);

/** A game's lesson, or its rules, where a figure of them is tried out. */
type Kind = "learn" | "rules";

const FILES = import.meta.glob<{ default: Catalogue }>("../games/*/words/{learn,rules}/*.json");
const known = new Map<string, Words>();

/** The sentences about the tasks of a game. */
export function sentencesOf(game: string, kind: Kind): Words {
  const folder = `../games/${game}/words/${kind}`;
  const found = known.get(folder) ?? new Words((language) => file(folder, language));
  known.set(folder, found);
  return found;
}

function file(folder: string, language: string): Promise<{ default: Catalogue }> {
  const load = FILES[`${folder}/${language}.json`];
  return load ? load() : Promise.resolve({ default: {} });
}

/** The first of these words that there is, or nothing. */
export function firstOf(keys: readonly string[], facts: Facts, lexicon: Lexicon): string | null {
  const key = keys.find((one) => lexicon.find(one) !== undefined);
  return key === undefined ? null : lookUp(key, facts, lexicon);
}
