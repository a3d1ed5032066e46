import type { Cube } from "../geometry";

interface Point extends Cube {}

/** What is seen at one point of the screen: a line from the eye. */
export interface Ray {
  from: Point;
  way: Point;
}

const AXES = ["x", "y", "z"] as const;

/** Where the ray passes a height; null when it looks past it. */
export function atHeight({ from, way }: Ray, height: number): Point | null {
  const far = (height - from.z) / way.z;
  return Number.isFinite(far) && far > 0 ? along({ from, way }, far) : null;
}

export function along({ from, way }: Ray, far: number): Point {
  return { x: from.x + way.x * far, y: from.y + way.y * far, z: from.z + way.z * far };
}

/** How far away a cube is that stands on its cell; null when the ray misses it. */
export function hitCube({ from, way }: Ray, cube: Cube): number | null {
  let [enter, leave] = [0, Infinity];
  for (const axis of AXES) {
    const low = axis === "z" ? cube.z : cube[axis] - 0.5;
    const [one, other] = [(low - from[axis]) / way[axis], (low + 1 - from[axis]) / way[axis]];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter <= leave ? enter : null;
}

export interface Hit<Thing> {
  thing: Thing;
  far: number;
  at: Point;
}

/** The nearest of things made of cubes. */
export function pick<Thing>(
  ray: Ray,
  things: Iterable<readonly [Thing, readonly Cube[]]>,
): Hit<Thing> | null {
  let best: Hit<Thing> | null = null;
  for (const [thing, cubes] of things) {
    for (const cube of cubes) {
      const far = hitCube(ray, cube);
      if (far === null || (best !== null && far >= best.far)) continue;
      best = { thing, far, at: along(ray, far) };
    }
  }
  return best;
}
