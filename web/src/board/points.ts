/** A point of a drawing or of the screen. */
export interface Point {
  x: number;
  y: number;
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** The one that costs least, the first of several; null when there is none within the bound. */
export function cheapest<Thing>(
  things: readonly Thing[],
  cost: (thing: Thing) => number,
  within = Infinity,
): Thing | null {
  let best: Thing | null = null;
  let least = within;
  for (const thing of things) {
    const price = cost(thing);
    if (price < least || (best === null && price === within)) [best, least] = [thing, price];
  }
  return best;
}
