import type { Facts } from "../../../i18n/language.svelte";
import { type Lexicon, language, t, translator, Words } from "../../../i18n/language.svelte";
import type { Hint } from "../../../startup/types";
import { words as gameWords, say as sayRukuni } from "../messages";
import { COLOURS } from "../moves";
import type en from "../words/analysis/en.json";

/** One of two sides: the first is the one whose lead counts as more than nothing. */
export type AnalysisSide = 0 | 1;

/** Words for analyses and hints: loaded when needed. */
export const words = new Words<typeof en>(
  (language) => import(`../words/analysis/${language}.json`),
);

export const say = translator(words);

/** These words, and Rukuni's where these have none. */
export const allWords: Lexicon = {
  find: (key) => (words as Lexicon).find(key) ?? (gameWords as Lexicon).find(key),
};

export function sideName(side: AnalysisSide): string {
  return sayRukuni(COLOURS[side] ?? "white");
}

/** Smaller leads count as even. */
const EVEN = 0.5;

/** "White +7", or that both are level; with a tenth where lines are compared. */
export function leadInWords(lead: number, digits = 0): string {
  const side = lead > 0 ? 0 : 1;
  if (Math.abs(lead) < (digits === 0 ? EVEN : EVEN / 10)) return say("even");
  return say("lead", { side: sideName(side), n: number(Math.abs(lead), digits) });
}

/** How far into the game: "After move 3 of 40". */
export function turnInWords(turn: number, last: number): string {
  return turn === 0 ? t("replay.start") : say("curve.at", { n: turn, of: last });
}

export function number(value: number, digits = 0): string {
  const format = { minimumFractionDigits: 0, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language.now, format).format(value);
}

/** Reasons whose words depend on who is ahead. */
const BY_POINTS = ["ends_game", "keeps_most"];

/** The reason for a turn in one sentence; a plain one for codes the page does not know. */
export function hint({ move, code, facts }: Hint): string {
  const points = Math.round(Number(facts.points ?? 0));
  const way = points > 0 ? "ahead" : points < 0 ? "behind" : "level";
  const key = `hint.${code}${BY_POINTS.includes(code) ? `.${way}` : ""}`;
  const known = (gameWords as Lexicon).find(key) === undefined ? "hint.plain" : key;
  return (sayRukuni as (key: string, facts: Facts) => string)(known, {
    ...facts,
    turn: move,
    pegs: sayRukuni("hint.pegs", { n: Number(facts.pegs ?? 0) }),
    towers: sayRukuni("ending.towers", { n: Number(facts.towers ?? 0) }),
    points: sayRukuni("tally.points", { n: Math.abs(points) }),
  });
}
