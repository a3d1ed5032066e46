import { rimPoint } from "./rim";
import type { Colour, Pole, PoleView } from "./wire";

const FULL = 360;

/** A pole as one seat sees it. */
export interface PoleHere {
  readonly pole: Pole;
  readonly colour: Colour;
  /** Of a whole turn, from right in front, clockwise: a quarter is to the left. */
  readonly around: number;
  readonly holder: number | null;
  /** Milliseconds for a hand from here. */
  readonly reach: number;
  /** What grabs it. */
  readonly key: string;
}

export type Where = "front" | "left" | "across" | "right";

/** Keys that lie side by side on every keyboard of our languages; those in the middle of a row of five. */
const KEYS = "DFGHJ";
const SAME = 0.01;

/** Where an angle of the table is for the one who sits at another: 0 in front, a quarter to the left. */
export function around(angle: number, near: number): number {
  return ((((angle - near) % FULL) + FULL) % FULL) / FULL;
}

/** The poles as this seat sees them, with keys from left to right. */
export function polesFrom(
  poles: readonly PoleView[],
  angles: readonly number[],
  seat: number,
): PoleHere[] {
  const seen = poles.map(({ pole, colour, angle, holder, reach }) => ({
    pole,
    colour,
    holder,
    around: around(angle, angles[seat] ?? 0),
    reach: reach[seat] ?? 0,
  }));
  const order = seen.toSorted((one, other) => {
    const [here, there] = [rimPoint(one.around), rimPoint(other.around)];
    return Math.abs(here.x - there.x) > SAME ? here.x - there.x : there.y - here.y;
  });
  return seen.map((pole) => ({ ...pole, key: KEYS.charAt(order.indexOf(pole)) }));
}

/** Where something is, in a word. */
export function where(part: number): Where {
  const eighth = Math.round(part * 12) % 12;
  if (eighth === 0) return "front";
  if (eighth < 5) return "left";
  return eighth < 8 ? "across" : "right";
}

/** How far the board turns from where it lay, the shorter way: turns, perhaps below 0 or above 1. */
export function nearestTurn(from: number, to: number): number {
  return from + ((((to - from + 0.5) % 1) + 1) % 1) - 0.5;
}
