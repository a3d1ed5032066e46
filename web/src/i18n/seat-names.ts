import type { SeatCard } from "../startup/types";
import type { Lexicon } from "./language.svelte";
import { lookUp, t } from "./language.svelte";

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
  return t("seat.bot", { level: levelName(level, words) });
}

type Sitting = Pick<SeatCard, "name" | "bot" | "stand_in">;

/** Who plays there, in words: a name, a bot with its level (also as a stand-in), or a free seat. */
export function seatLabel(seat: Sitting | undefined, words?: Lexicon): string {
  if (seat?.bot) return botLabel(seat.bot, words);
  if (seat?.stand_in && seat.name !== null) {
    return t("seat.for", { bot: botLabel(seat.stand_in, words), name: seat.name });
  }
  return seat?.name ?? t("seat.free");
}

/** The same beside others: of several who would be called alike each has a number. */
export function nameAt(seats: readonly Sitting[], seat: number, words?: Lexicon): string {
  return toldApart(seats, seat, (one) => seatLabel(one, words));
}

/** Whose seat it is, also while a stand-in plays. */
export function ownerAt(seats: readonly Sitting[], seat: number, words?: Lexicon): string {
  return toldApart(seats, seat, (one) => one.name ?? seatLabel(one, words));
}

/** Whose seat it is, for where room is short: of a bot the level can be left out. */
export interface ShortName {
  name: string;
  level: string | null;
}

export function shortNameAt(seats: readonly Sitting[], seat: number, words?: Lexicon): ShortName {
  const bot = seats[seat]?.bot ?? null;
  if (bot === null) return { name: ownerAt(seats, seat, words), level: null };
  // Its level may not be shown: bots of other levels count as well, and no person's name is taken.
  const bots = seats.flatMap((one, index) => (one.bot === null ? [] : [index]));
  const read = (name: string) => name.normalize("NFKC").toLowerCase();
  const people = new Set(seats.flatMap((one) => (one.bot || !one.name ? [] : [read(one.name)])));
  const plain = t("seat.bot.short");
  const numbered = Array.from({ length: 2 * seats.length }, (_, n) =>
    t("seat.bot.short.alike", { n: n + 1 }),
  );
  const names = bots.length === 1 && !people.has(read(plain)) ? [plain] : numbered;
  const name = names.filter((one) => !people.has(read(one)))[bots.indexOf(seat)] ?? plain;
  return { name, level: levelName(bot, words) };
}

type Naming<Name> = (seats: readonly Sitting[], seat: number) => Name;

interface Names {
  nameOf: Naming<string>;
  ownerOf: Naming<string>;
  shortName: Naming<ShortName>;
}

/** The three ways to name who sits somewhere, with the levels as a game calls them. */
export function naming(words: Lexicon): Names {
  return {
    nameOf: (seats, seat) => nameAt(seats, seat, words),
    ownerOf: (seats, seat) => ownerAt(seats, seat, words),
    shortName: (seats, seat) => shortNameAt(seats, seat, words),
  };
}

function levelName(level: string, words?: Lexicon): string {
  return lookUp(`level.${level}`, {}, words) ?? level;
}

function toldApart(
  seats: readonly Sitting[],
  seat: number,
  label: (sitting: Sitting) => string,
): string {
  const sitting = seats[seat] ?? FREE_SEAT;
  const name = label(sitting);
  if (isFree(sitting)) return name;
  const alike = seats.flatMap((one, index) => (label(one) === name ? [index] : []));
  return alike.length > 1 ? t("seat.alike", { name, n: alike.indexOf(seat) + 1 }) : name;
}

export function isFree({ name, bot }: Pick<SeatCard, "name" | "bot">): boolean {
  return name === null && bot === null;
}

/** Whether a person has the seat, is absent, and has no stand-in. */
export function isMissed({ name, stand_in, away_since }: SeatCard): boolean {
  return name !== null && stand_in === null && away_since !== null;
}
