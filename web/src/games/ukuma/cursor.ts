import type { Size, Spot } from "./faces";

/** Less than half a cell: the middle of a cell always means that cell. */
const NEAR = 0.35;
const WAYS: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** The nearest of these cells in the direction of an arrow key; null when there is none. */
export function toward(spots: readonly Spot[], from: Spot, key: string): Spot | null {
  const way = WAYS[key];
  if (!way) return null;
  const ahead = ({ x, y }: Spot) => (x - from.x) * way.x + (y - from.y) * way.y;
  const aside = ({ x, y }: Spot) => Math.abs((x - from.x) * way.y) + Math.abs((y - from.y) * way.x);
  return least(
    spots.filter((spot) => ahead(spot) > 0),
    (spot) => ahead(spot) + aside(spot) * 2,
  );
}

/** One cell further, but not off the table. */
export function step(from: Spot, key: string, size: Size): Spot {
  const way = WAYS[key];
  if (!way) return from;
  const to = { x: from.x + way.x, y: from.y + way.y };
  return lies(to, size) ? to : from;
}

export function nearest(spots: readonly Spot[], to: Spot): Spot | null {
  return least(spots, ({ x, y }) => Math.hypot(x - to.x, y - to.y));
}

/** The cell that a hand means which lets go at this point: a cell of the front is met from a little beside it. */
export function aimed(point: Spot, fronts: readonly Spot[], size: Size): Spot | null {
  const off = (spot: Spot) => Math.hypot(past(point.x, spot.x), past(point.y, spot.y));
  const close = least(
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

function least(spots: readonly Spot[], cost: (spot: Spot) => number): Spot | null {
  return spots.toSorted((one, other) => cost(one) - cost(other))[0] ?? null;
}
