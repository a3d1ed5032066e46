import { cheapest, distance, type Point } from "../../board/point";

/** The board's geometry for drawing and for the keys: no rules. One unit is the way to the next hollow. */
export interface Place extends Point {
  name: string;
  row: number;
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
export function under(point: Point, within = 0.55): Place | null {
  return cheapest(PLACES, (place) => distance(place, point), within);
}
