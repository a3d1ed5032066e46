import { type Lexicon, Words } from "../lib/catalogues.svelte";
import { voice } from "../lib/language.svelte";
import type en from "./words/en.json";

/** What is said about analyses and hints: loaded by whoever may need it. */
export const words = new Words<typeof en>((language) => import(`./words/${language}.json`));

export const say = voice(words);

/** These words, and a game's own where these have none. */
export function besides(game: Lexicon): Lexicon {
  return { find: (key) => (words as Lexicon).find(key) ?? game.find(key) };
}
