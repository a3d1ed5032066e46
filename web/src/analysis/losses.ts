import type { Analysis } from "../lib/forms";
import type { Step } from "./path";

/** A move of the game that cost its player points. */
export interface Loss {
  /** Which move of the game it was, from 1. */
  turn: number;
  points: number;
  /** What would have been better, with the answers to it. */
  better: readonly string[];
}

/** Less than this is within what the hall may be mistaken by. */
const WORTH_TELLING = 3;
const MOST = 5;

type Judged = (position: string) => Analysis | null;
type ToMove = (position: string) => 0 | 1;

/** What a step's move cost, as far as it is known: nothing for what the hall would have played itself. */
function lossAt(before: Step, played: Step, judged: Judged, toMove: ToMove): number | null {
  const [earlier, later] = [judged(before.position), judged(played.position)];
  if (!earlier || !later) return null;
  if (earlier.lines[0]?.moves[0] === played.move) return 0;
  const gained = later.lead - earlier.lead;
  return Math.max(0, toMove(before.position) === 0 ? -gained : gained);
}

/** The moves that cost most, in the order of the game. */
export function losses(stem: readonly Step[], judged: Judged, toMove: ToMove): Loss[] {
  const found: Loss[] = [];
  for (const [index, before] of stem.slice(0, -1).entries()) {
    const played = stem[index + 1] as Step;
    const points = lossAt(before, played, judged, toMove) ?? 0;
    const better = judged(before.position)?.lines[0]?.moves ?? [];
    if (points >= WORTH_TELLING && better.length) found.push({ turn: index + 1, points, better });
  }
  return found
    .toSorted((one, other) => other.points - one.points)
    .slice(0, MOST)
    .toSorted((one, other) => one.turn - other.turn);
}
