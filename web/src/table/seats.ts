import { t } from "../i18n/language.svelte";
import { isFree } from "../i18n/seat-names";
import type { SeatCard, TableBrief } from "../startup/types";
import { kindOf, resultOf } from "../ui/table-summaries";

/** The level of the bots, where one person plays against bots of one level alone. */
export function soleLevel(
  seats: readonly Pick<SeatCard, "bot">[],
  you: number | null,
): string | null {
  const levels = new Set(seats.flatMap(({ bot }, seat) => (seat === you ? [] : [bot])));
  const [level] = levels;
  return you !== null && levels.size === 1 && level ? level : null;
}

export interface NextLevel {
  how: "easier" | "harder";
  level: string;
}

const WINS = 2;

/** After a loss the level below is offered, after two wins in a row against a level the one above. */
export function nextLevel(
  table: string,
  tables: readonly TableBrief[],
  levels: readonly string[],
): NextLevel | null {
  const now = tables.find((summary) => summary.table === table);
  const level = now && soleLevel(now.seats, now.you);
  const result = now && resultOf(now);
  if (!now || !level || !result) return null;
  const place = levels.indexOf(level);
  const [below, above] = [levels[place - 1], levels[place + 1]];
  if (result.how === "won") {
    const before = tables
      .filter(({ game, changed }) => game === now.game && changed <= now.changed)
      .filter(
        (summary) =>
          kindOf(summary) === "finished" && soleLevel(summary.seats, summary.you) !== null,
      )
      .sort((one, other) => other.changed - one.changed)
      .slice(0, WINS);
    const row = before.filter(
      (summary) =>
        resultOf(summary)?.how === "won" && soleLevel(summary.seats, summary.you) === level,
    );
    return above && place >= 0 && row.length === WINS ? { how: "harder", level: above } : null;
  }
  const lost = result.how === "lost" || (result.how === "placed" && result.place > 1);
  return lost && below ? { how: "easier", level: below } : null;
}

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

export const BARS = 4;
/** From each of these round trips on a connection shows one bar less. */
const SLOWER_FROM_MS = [40, 100, 200];

export function bars(lag: number): number {
  return BARS - SLOWER_FROM_MS.filter((step) => lag >= step).length;
}
