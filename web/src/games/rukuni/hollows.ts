/** The board's geometry for drawing and for the keys: no rules. One unit is the way to the next hollow. */
export interface Place {
  name: string;
  row: number;
  x: number;
  y: number;
}

const ROWS = "abcdefghi";
const EDGE = 5;
export const STEP_UP = Math.sqrt(3) / 2;

function places(): Place[] {
  const all: Place[] = [];
  for (let row = 0; row < ROWS.length; row++) {
    const last = Math.min(2 * EDGE - 1, row + EDGE);
    for (let column = Math.max(1, row - EDGE + 2); column <= last; column++) {
      const x = column - EDGE - (row - EDGE + 1) / 2;
      all.push({ name: `${ROWS[row]}${column}`, row, x, y: (EDGE - 1 - row) * STEP_UP });
    }
  }
  return all;
}

/** Every hollow, from a1 up. */
export const PLACES: readonly Place[] = places();

const BY_NAME = new Map(PLACES.map((place) => [place.name, place]));

export function place(name: string): Place {
  const found = BY_NAME.get(name);
  if (!found) throw new Error(`no hollow ${name}`);
  return found;
}

export function beside(one: Place, other: Place): boolean {
  const way = Math.hypot(one.x - other.x, one.y - other.y);
  return way > 0.5 && way < 1.1;
}

/** The hollow under a point of the board, if it is near enough to one. */
export function nearest(x: number, y: number, within = 0.55): Place | null {
  let best: Place | null = null;
  let way = within;
  for (const candidate of PLACES) {
    const off = Math.hypot(candidate.x - x, candidate.y - y);
    if (off < way) [best, way] = [candidate, off];
  }
  return best;
}

/** The next hollow in the row, or the same one at its end. */
export function along(from: Place, by: 1 | -1): Place {
  return PLACES.find(({ row, x }) => row === from.row && Math.abs(x - from.x - by) < 0.1) ?? from;
}

/** The hollow one row up or down that lies nearest to the line `x`, so that a straight walk stays straight. */
export function across(from: Place, by: 1 | -1, x: number): Place {
  const next = PLACES.filter((candidate) => candidate.row === from.row + by);
  return next.reduce((best, it) => (off(it, x) < off(best, x) ? it : best), next[0] ?? from);
}

function off(candidate: Place, x: number): number {
  return Math.abs(candidate.x - x - 0.01);
}
