import type { Study } from "../games/face";
import { language, t } from "../lib/language.svelte";
import { say } from "./words";

/** Nearer than this is even, as far as anybody can tell. */
const EVEN = 0.5;

/** "White +7", or that both are level; with a tenth where lines are compared. */
export function leadInWords(lead: number, study: Study, digits = 0): string {
  const side = lead > 0 ? 0 : 1;
  if (Math.abs(lead) < (digits === 0 ? EVEN : EVEN / 10)) return say("even");
  return say("lead", { side: study.sideName(side), n: number(Math.abs(lead), digits) });
}

/** How far into the game: "After move 3 of 40". */
export function turnInWords(turn: number, last: number): string {
  return turn === 0 ? t("replay.start") : say("curve.at", { n: turn, of: last });
}

export function number(value: number, digits = 0): string {
  const format = { minimumFractionDigits: 0, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language.now, format).format(value);
}
