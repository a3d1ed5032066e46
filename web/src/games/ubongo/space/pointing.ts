import type { Cell, Cube, Way } from "../layout";

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

export type Level = "left" | "right" | "near" | "away";

const WAYS: Readonly<Record<Level, Cell>> = {
  right: { x: 1, y: 0 },
  away: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  near: { x: 0, y: -1 },
};

/** A way on the screen, y downwards, as a way on the board when the view is turned by an angle. */
export function onBoard({ x, y }: Cell, angle: number): Cell {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos + y * sin, y: x * sin - y * cos };
}

/** The way of the board that comes nearest to a way on the screen. */
export function wayOf(swipe: Cell, angle: number): Level {
  const { x, y } = onBoard(swipe, angle);
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? "right" : "left";
  return y >= 0 ? "away" : "near";
}

/** What the player who looks from that side means by a way; about the upright axis it is the same from all. */
export function asSeen<Any extends Way>(way: Any, angle: number): Any {
  if (!(way in WAYS)) return way;
  const { x, y } = WAYS[way as Level];
  return wayOf({ x, y: -y }, angle) as Any;
}
