import type { Hint } from "../../lib/forms";
import type { Facts } from "../../lib/words";
import { say, words } from "./speech";

/** Reasons that read otherwise for whoever is ahead, behind, or neither. */
const BY_POINTS = ["ends_game", "keeps_most"];

/** What speaks for a turn, in one sentence; what the client does not know yet, it does not make up. */
export function hint({ move, code, facts }: Hint): string {
  const points = Math.round(Number(facts.points ?? 0));
  const way = points > 0 ? "ahead" : points < 0 ? "behind" : "level";
  const key = `hint.${code}${BY_POINTS.includes(code) ? `.${way}` : ""}`;
  const known =
    (words as { find(key: string): unknown }).find(key) === undefined ? "hint.plain" : key;
  return (say as (key: string, facts: Facts) => string)(known, {
    ...facts,
    turn: move,
    pegs: say("hint.pegs", { n: Number(facts.pegs ?? 0) }),
    towers: say("ending.towers", { n: Number(facts.towers ?? 0) }),
    points: say("tally.points", { n: Math.abs(points) }),
  });
}
