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
  const now = tables.find((brief) => brief.table === table);
  const level = now && soleLevel(now.seats, now.you);
  const result = now && resultOf(now);
  if (!now || !level || !result) return null;
  const place = levels.indexOf(level);
  const [below, above] = [levels[place - 1], levels[place + 1]];
  if (result.how === "won") {
    const before = tables
      .filter(({ game, changed }) => game === now.game && changed <= now.changed)
      .filter((brief) => kindOf(brief) === "finished" && soleLevel(brief.seats, brief.you) !== null)
      .sort((one, other) => other.changed - one.changed)
      .slice(0, WINS);
    const row = before.filter(
      (brief) => resultOf(brief)?.how === "won" && soleLevel(brief.seats, brief.you) === level,
    );
    return above && place >= 0 && row.length === WINS ? { how: "harder", level: above } : null;
  }
  const lost = result.how === "lost" || (result.how === "placed" && result.place > 1);
  return lost && below ? { how: "easier", level: below } : null;
}
