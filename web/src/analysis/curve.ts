import type { Point } from "../board/point";

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

/** A level game is not to look like a wild one. */
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

/** Between the curve and the line of nobody ahead. */
export function areas(runs: readonly (readonly TurnPoint[])[], { height }: Drawing): string[] {
  return runs.map((run) => {
    const way = run.map(({ x, y }) => `L${x} ${y}`).join("");
    return `M${run[0]?.x ?? 0} ${height / 2}${way}L${run.at(-1)?.x ?? 0} ${height / 2}Z`;
  });
}

function tenth(length: number): number {
  return Math.round(length * 10) / 10;
}
