import type { OptionCard } from "../startup/types";
import { type Lexicon, lookUp, t } from "./language.svelte";

type Words = Lexicon;

export type OptionValue = OptionCard["default"];

export interface Chosen {
  option: string;
  value: OptionValue;
}

/** What was chosen for a table, as far as it is not what everybody expects. */
export function unusual(cards: readonly OptionCard[], options: unknown): Chosen[] {
  const chosen = (options ?? {}) as Record<string, OptionValue>;
  return cards.flatMap((card) => {
    const value = chosen[card.name];
    return value === undefined || value === card.default ? [] : [{ option: card.name, value }];
  });
}

/** A level by its number: "3 of 8 · curious". */
export function levelLabel(levels: readonly string[], level: string, words: Words): string {
  const name = lookUp(`level.${level}`, {}, words) ?? level;
  const n = levels.indexOf(level) + 1;
  return n > 0 ? t("choose.level.of", { n, of: levels.length, name }) : name;
}

/** How a bot of this level plays, in a sentence; empty where the game does not say. */
export function levelStyle(level: string, words: Words): string {
  return lookUp(`level.${level}.how`, {}, words) ?? "";
}

/** What a value of an option does, said to who chooses it. Numbers share one sentence. */
export function effect(option: string, value: OptionValue, words: Words): string {
  const own = lookUp(`option.${option}.${value}.what`, {}, words);
  return own ?? lookUp(`option.${option}.what`, { n: Number(value) }, words) ?? "";
}

const SEATS = ["first", "second"];

/** The seat that a value means, if it means one: "me" and "the other" depend on who chose it. */
export function seatMeant(value: OptionValue): number | null {
  const seat = SEATS.indexOf(String(value));
  return seat === -1 ? null : seat;
}

/** What a value does, in words for all players: seats go by their players' names. */
export function effectFor(
  option: string,
  value: OptionValue,
  name: (seat: number) => string,
  words: Words,
): string {
  const seat = seatMeant(value);
  if (seat === null) return effect(option, value, words);
  return lookUp(`option.${option}.seat.what`, { name: name(seat) }, words) ?? "";
}
