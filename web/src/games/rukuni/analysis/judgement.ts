import type { Point } from "../../../board/points";
import type { Analysis } from "../../../startup/types";
import type { Step } from "./path";

/** A move of the game that cost its player points. */
export interface Loss {
  /** Which move of the game it was, from 1. */
  turn: number;
  points: number;
  /** What would have been better, with the answers to it. */
  better: readonly string[];
}

/** Smaller losses are within the analysis's error. */
const WORTH_TELLING = 3;
const MOST = 5;

type Judged = (position: string) => Analysis | null;
type ToMove = (position: string) => 0 | 1;

/** What a step's move cost, as far as it is known: nothing for what the hall would have played itself. */
export function lossAt(before: Step, played: Step, judged: Judged, toMove: ToMove): number | null {
  const earlier = judged(before.position);
  // Two values of one search compare better than values of two searches.
  const same = earlier?.lines.find(({ moves }) => moves[0] === played.move);
  const later = same ?? judged(played.position);
  if (!earlier || !later) return null;
  const gained = later.lead - earlier.lead;
  return Math.max(0, toMove(before.position) === 0 ? -gained : gained);
}

/** The moves that cost most, in the order of the game: of both sides, or of one. */
export function losses(
  stem: readonly Step[],
  judged: Judged,
  toMove: ToMove,
  side: 0 | 1 | null = null,
): Loss[] {
  const found: Loss[] = [];
  for (const [index, before] of stem.slice(0, -1).entries()) {
    if (side !== null && toMove(before.position) !== side) continue;
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

/** A move that costs so many points counts half. */
export const HALF_AT_POINTS = 7;

/**
 * How well a side has played, from 0 to 100: the mean of its moves, of which the best counts 1, and half as
 * much for every so many points that it costs. Null while not all of them are known.
 */
export function accuracy(
  stem: readonly Step[],
  judged: Judged,
  toMove: ToMove,
  side: 0 | 1,
): number | null {
  const shares: number[] = [];
  for (const [index, before] of stem.slice(0, -1).entries()) {
    if (toMove(before.position) !== side) continue;
    const lost = lossAt(before, stem[index + 1] as Step, judged, toMove);
    if (lost === null) return null;
    shares.push(2 ** (-lost / HALF_AT_POINTS));
  }
  if (shares.length === 0) return null;
  return Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length);
}

/** The curve of a game as points on a drawing: no colours, no words. */
export interface Drawing {
  width: number;
  height: number;
  /** The lead at the upper edge. */
  most: number;
  /** The game's last turn. */
  last: number;
}

export interface TurnPoint extends Point {
  turn: number;
}

/** Smallest scale, so that small leads look small. */
const LEAST = 10;
const ROUND = 5;

/** The lead that the drawing has room for. */
export function scaleOf(leads: readonly (number | null)[]): number {
  const most = Math.max(LEAST, ...leads.map((lead) => Math.abs(lead ?? 0)));
  return Math.ceil(most / ROUND) * ROUND;
}

/** Runs of turns that are known one after the other. */
export function runsOf(
  leads: readonly (number | null)[],
  { width, height, most, last }: Drawing,
): TurnPoint[][] {
  const runs: TurnPoint[][] = [];
  let run: TurnPoint[] = [];
  for (const [turn, lead] of leads.entries()) {
    if (lead === null) {
      if (run.length > 0) runs.push(run);
      run = [];
      continue;
    }
    const x = (turn / Math.max(1, last)) * width;
    run.push({ turn, x: tenth(x), y: tenth(height / 2 - (lead / most) * (height / 2)) });
  }
  return run.length > 0 ? [...runs, run] : runs;
}

/** Between the curve and the zero line. */
export function areas(runs: readonly (readonly TurnPoint[])[], { height }: Drawing): string[] {
  return runs.map((run) => {
    const way = run.map(({ x, y }) => `L${x} ${y}`).join("");
    return `M${run[0]?.x ?? 0} ${height / 2}${way}L${run.at(-1)?.x ?? 0} ${height / 2}Z`;
  });
}

function tenth(length: number): number {
  return Math.round(length * 10) / 10;
}
