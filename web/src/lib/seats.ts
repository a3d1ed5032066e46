import type { Lexicon } from "./catalogues.svelte";
import { lookUp, t } from "./language.svelte";
import type { SeatCard } from "./wire";

export const FREE_SEAT: SeatCard = {
  name: null,
  bot: null,
  stand_in: null,
  ready: false,
  here: false,
  away_since: null,
  longer_from: null,
  lag: null,
  allowance: null,
};

/** A bot in words, with its level. */
export function botLabel(level: string, words?: Lexicon): string {
  return t("seat.bot", { level: lookUp(`level.${level}`, {}, words) ?? level });
}

type Sitting = Pick<SeatCard, "name" | "bot" | "stand_in">;

/** Who plays there, in words: a name, a bot with its level (also for somebody), or a free seat. */
export function seatLabel(seat: Sitting | undefined, words?: Lexicon): string {
  if (seat?.bot) return botLabel(seat.bot, words);
  if (seat?.stand_in && seat.name !== null) {
    return t("seat.for", { bot: botLabel(seat.stand_in, words), name: seat.name });
  }
  return seat?.name ?? t("seat.free");
}

export function isFree({ name, bot }: Pick<SeatCard, "name" | "bot">): boolean {
  return name === null && bot === null;
}

/** Whether a person has the seat, and nobody plays on it now. */
export function isMissed({ name, stand_in, away_since }: SeatCard): boolean {
  return name !== null && stand_in === null && away_since !== null;
}
