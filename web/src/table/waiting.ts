import { t } from "../i18n/language.svelte";
import { isFree } from "../i18n/seat-names";
import type { SeatCard } from "../startup/types";

/** What a table still waits for before the game, in one sentence. */
export function waitsFor(seats: readonly SeatCard[], you: number | null): string {
  const free = seats.filter(isFree).length;
  if (free > 0) return t("room.waits.seats", { n: free });
  const unready = seats.flatMap((seat, index) => (isUnready(seat) ? [index] : []));
  if (unready.length === 1 && unready[0] === you) return t("room.waits.you");
  if (unready.length > 0) return t("room.waits.ready", { names: named(seats, unready) });
  const away = seats.flatMap(({ name, here }, index) => (name !== null && !here ? [index] : []));
  if (away.length > 0) return t("room.waits.here", { names: named(seats, away) });
  return t("why.waiting");
}

function isUnready({ name, bot, ready }: SeatCard): boolean {
  return bot === null && name !== null && !ready;
}

function named(seats: readonly SeatCard[], numbers: readonly number[]): string[] {
  return numbers.map((seat) => seats[seat]?.name ?? "");
}

/** Whether the hall lays the game out without asking anybody: one person, and bots for the rest. */
export function beginsByItself(seats: readonly SeatCard[]): boolean {
  const people = seats.filter(({ name, bot }) => bot === null && name !== null);
  return people.length <= 1 && !seats.some(isFree);
}
