import { voice } from "../../lib/language.svelte";
import type { Outcome } from "../../lib/wire";
import type { HeardEvent } from "../../table/heard";
import { decidedByLargest } from "./scoring";
import { colourOf, readTurn } from "./turn";
import type { RukuniEvent, RukuniView } from "./wire";
import { words } from "./words";

export { words };

/** Says Rukuni's own words. */
export const say = voice(words);

/** The turn of an event, in notation. */
export function notation(event: RukuniEvent): string | null {
  return event.type === "turned" ? event.turn : null;
}

/** "Grey: tower a1 to a4, peg b4" */
export function tell(heard: HeardEvent<RukuniEvent>, view: RukuniView): string | null {
  const turn = readTurn(notation(heard.event) ?? "");
  if (!turn || heard.actor === null) return null;
  const colour = say(colourOf(view, heard.actor));
  return say("told.turn", { colour, ...turn });
}

export function tellEnd(outcome: Outcome, view: RukuniView, you: number | null): string {
  const { white, grey } = view;
  const score = say("told.score", { white: white.points, grey: grey.points });
  return `${headline(outcome, view, you)} ${score}`;
}

/** Who has won, in one sentence. */
export function headline(outcome: Outcome, view: RukuniView, you: number | null): string {
  const winners = outcome.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (winners.length > 1) return say("end.draw");
  const winner = winners[0] ?? 0;
  if (you === winner) return say("end.you_win");
  if (you !== null) return say("end.you_lose");
  return say("end.wins", { colour: say(colourOf(view, winner)) });
}

/** How the larger group decided, when it did. */
export function tieBreak(view: RukuniView): string | null {
  if (!decidedByLargest(view)) return null;
  const colour = view.white.largest > view.grey.largest ? "white" : "grey";
  const n = view[colour].largest;
  const points = say("tally.points", { n: view.white.points });
  return say("end.tie_break", { colour: say(colour), n, points });
}
