import { cheapest, type Point } from "./points";

/** Cost of a step sideways, for a step ahead of 1: in squares the next place straight on wins. */
const ASIDE = 2;
/** In hexagons the next row is half a place aside. */
export const HEXAGONAL = 1.5;
/** Less than this ahead is beside, not ahead. */
const AHEAD = 0.01;

/** Directions on the screen: down is more. */
const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Where the arrow keys stand, and the line that they keep to while they go on in one direction. */
export interface Cursor<Place extends Point> {
  place: Place;
  line: Point;
}

export function cursorOn<Place extends Point>(place: Place): Cursor<Place> {
  return { place, line: place };
}

export function isArrow(key: string): boolean {
  return key in WAYS;
}

/** The nearest of these places in the direction of an arrow key; the same one when there is none. */
export function walk<Place extends Point>(
  places: readonly Place[],
  { place: from, line }: Cursor<Place>,
  key: string,
  dear = ASIDE,
): Cursor<Place> {
  const way = WAYS[key];
  if (!way) return { place: from, line };
  const ahead = ({ x, y }: Point) => (x - from.x) * way.x + (y - from.y) * way.y;
  const aside = ({ x, y }: Point) =>
    Math.abs((x - line.x) * way.y) + Math.abs((y - line.y) * way.x);
  const place = cheapest(
    places.filter((one) => ahead(one) > AHEAD),
    (one) => ahead(one) + aside(one) * dear,
  );
  if (place === null) return { place: from, line };
  // Up and down keep the column where they began, left and right the row.
  return { place, line: way.x === 0 ? { x: line.x, y: place.y } : { x: place.x, y: line.y } };
}

/** One step in the direction of an arrow key. */
export function stepped(from: Point, key: string): Point {
  const way = WAYS[key] ?? { x: 0, y: 0 };
  return { x: from.x + way.x, y: from.y + way.y };
}

/** The next of these names after the one that the cursor is on, round and round; null when there is none. */
export function next(names: readonly string[], from: string, by: 1 | -1): string | null {
  const sorted = names.toSorted();
  const onward =
    by === 1
      ? (sorted.find((name) => name > from) ?? sorted[0])
      : (sorted.findLast((name) => name < from) ?? sorted.at(-1));
  return onward ?? null;
}
