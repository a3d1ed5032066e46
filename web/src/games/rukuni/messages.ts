import { winnersHeadline } from "../../board/game";
import type { TableEventOf } from "../../board/table";
import { translator, Words } from "../../i18n/language.svelte";
import type { Outcome, SeatCard } from "../../startup/types";
import { words } from ".";
import { colourOf, notation, readTurn } from "./moves";
import { decidedByLargest } from "./scoring";
import type { RukuniEvent, RukuniView } from "./types";
import type en from "./words/rules/en.json";

export { words };

/** Says Rukuni's own words. */
export const say = translator(words);

/** The words of its rules, loaded with them. */
export const rulesWords = new Words<typeof en>((chosen) => import(`./words/rules/${chosen}.json`));

/** "Grey: tower a1 to a4, peg b4" */
export function tell({ actor, event }: TableEventOf<RukuniEvent>, view: RukuniView): string | null {
  const turn = readTurn(notation(event) ?? "");
  if (!turn || actor === null) return null;
  const colour = say(colourOf(view, actor));
  return say("told.turn", { colour, ...turn });
}

export function tellEnd(
  outcome: Outcome,
  view: RukuniView,
  you: number | null,
  seats: readonly SeatCard[],
): string {
  const role = (seat: number) => say(colourOf(view, seat));
  const { white, grey } = view;
  const score = say("told.score", { white: white.points, grey: grey.points });
  return `${winnersHeadline(outcome, you, seats, words, role)} ${score}`;
}

/** How the larger group decided, when it did. */
export function tieBreak(view: RukuniView): string | null {
  if (!decidedByLargest(view)) return null;
  const colour = view.white.largest > view.grey.largest ? "white" : "grey";
  const n = view[colour].largest;
  const points = say("tally.points", { n: view.white.points });
  return say("end.tie_break", { colour: say(colour), n, points });
}
