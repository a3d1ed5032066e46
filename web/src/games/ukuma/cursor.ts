import { cursorOn, stepped, walk } from "../../board/arrows";
import { cheapest, distance } from "../../board/point";
import type { Size, Spot } from "./faces";

/** Less than half a cell: the middle of a cell always means that cell. */
const NEAR = 0.35;
/** On the screen rows count downwards. */
const flipped = ({ x, y }: Spot): Spot => ({ x, y: -y });

/** The nearest of these cells in the direction of an arrow key; the same one when there is none. */
export function toward(spots: readonly Spot[], from: Spot, key: string): Spot {
  return flipped(walk(spots.map(flipped), cursorOn(flipped(from)), key).place);
}

/** One cell further, but not off the table. */
export function step(from: Spot, key: string, size: Size): Spot {
  const to = flipped(stepped(flipped(from), key));
  return lies(to, size) ? { x: to.x, y: to.y + 0 } : from;
}

export function nearest(spots: readonly Spot[], to: Spot): Spot | null {
  return cheapest(spots, (spot) => distance(spot, to));
}

/** The cell that a hand means which lets go at this point: a cell of the front is met from a little beside it. */
export function aimed(point: Spot, fronts: readonly Spot[], size: Size): Spot | null {
  const off = (spot: Spot) => Math.hypot(past(point.x, spot.x), past(point.y, spot.y));
  const close = cheapest(
    fronts.filter((spot) => off(spot) <= NEAR),
    ({ x, y }) => Math.hypot(point.x - x - 0.5, point.y - y - 0.5),
  );
  if (close) return close;
  const below = { x: Math.floor(point.x), y: Math.floor(point.y) };
  return lies(below, size) ? below : null;
}

/** How far a coordinate is outside of a cell that begins at `from`. */
function past(at: number, from: number): number {
  return Math.max(0, from - at, at - from - 1);
}

function lies({ x, y }: Spot, { files, ranks }: Size): boolean {
  return x >= 0 && y >= 0 && x < files && y < ranks;
}
