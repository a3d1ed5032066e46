import { cursorOn, walk } from "../../board/arrows";
import { cheapest, distance } from "../../board/point";
import type { Placed } from "./bench";
import {
  type Cell,
  type Cube,
  extent,
  LEVELS,
  moved,
  nameCell,
  type Piece,
  TURNS,
  type Turn,
  turned,
  UPRIGHT,
} from "./geometry";

/** What a piece is put on: an outline, and what lies there already. */
export interface Ground {
  outline: readonly Cell[];
  lying: readonly Placed[];
}

export type Direction = "left" | "right" | "near" | "away";

/** A piece lets itself be drawn to a place from so far, in cells. */
const REACH = 1.6;
const ARROWS: Readonly<Record<Direction, string>> = {
  left: "ArrowLeft",
  right: "ArrowRight",
  near: "ArrowDown",
  away: "ArrowUp",
};

function keyOf({ x, y, z }: Cube): string {
  return `${x} ${y} ${z}`;
}

/** The middle of the box around these cubes; the middle of a cell is at its own numbers. */
export function middle(all: readonly Cube[]): Cell {
  const between = (axis: "x" | "y") => {
    const along = all.map((cube) => cube[axis]);
    return (Math.min(...along) + Math.max(...along)) / 2;
  };
  return { x: between("x"), y: between("y") };
}

/** The free cubes of the two levels above the outline. */
function freeCubes({ outline, lying }: Ground): ReadonlySet<string> {
  const free = new Set<string>();
  for (let z = 0; z < LEVELS; z += 1) {
    for (const cell of outline) free.add(keyOf({ ...cell, z }));
  }
  for (const { cubes } of lying) for (const cube of cubes) free.delete(keyOf(cube));
  return free;
}

/** Every place where a piece, turned like this, comes to lie: as deep as it goes. */
export function places(ground: Ground, shape: readonly Cube[]): readonly (readonly Cube[])[] {
  const free = freeCubes(ground);
  const found: (readonly Cube[])[] = [];
  for (const { x, y } of corners(ground.outline, shape)) {
    for (let z = 0; z + extent(shape).z <= LEVELS; z += 1) {
      const there = moved(shape, { x, y, z });
      if (!there.every((cube) => free.has(keyOf(cube)))) continue;
      found.push(there);
      break;
    }
  }
  return found;
}

function corners(outline: readonly Cell[], shape: readonly Cube[]): readonly Cell[] {
  const { x: wide, y: deep } = extent(shape);
  const right = Math.max(...outline.map(({ x }) => x)) + 1 - wide;
  const away = Math.max(...outline.map(({ y }) => y)) + 1 - deep;
  const all: Cell[] = [];
  for (let y = 0; y <= away; y += 1) for (let x = 0; x <= right; x += 1) all.push({ x, y });
  return all;
}

/** The nearest place where the piece fits; null when there is none near. */
export function snapped(
  ground: Ground,
  shape: readonly Cube[],
  at: Cell,
  within = REACH,
): readonly Cube[] | null {
  return cheapest(places(ground, shape), (there) => distance(middle(there), at), within);
}

/** The next place where the piece fits in this direction; the same one when there is none. */
export function onward(
  ground: Ground,
  shape: readonly Cube[],
  from: readonly Cube[],
  way: Direction,
): readonly Cube[] {
  const onScreen = (cubes: readonly Cube[]) => {
    const { x, y } = middle(cubes);
    return { x, y: -y, cubes };
  };
  const all = places(ground, shape).map(onScreen);
  return walk(all, cursorOn(onScreen(from)), ARROWS[way]).place.cubes;
}

/** Why a piece cannot lie where it is held, as the hall would say it. */
export type Reason =
  | { code: "too_high" }
  | { code: "sticks_out"; cells: readonly string[] }
  | { code: "occupied"; by: readonly Piece[] };

export function reasonAgainst(ground: Ground, shape: readonly Cube[], at: Cell): Reason | null {
  if (extent(shape).z > LEVELS) return { code: "too_high" };
  const { x, y } = middle(shape);
  const by = { x: Math.round(at.x - x), y: Math.round(at.y - y), z: 0 };
  const there = moved(shape, by);
  const inside = new Set(ground.outline.map(nameCell));
  const cells = [...new Set(there.map(nameCell))].filter((cell) => !inside.has(cell));
  if (cells.length > 0) return { code: "sticks_out", cells };
  const taken = new Set(there.map(keyOf));
  const others = ground.lying.filter(({ cubes }) => cubes.some((cube) => taken.has(keyOf(cube))));
  return others.length > 0 ? { code: "occupied", by: others.map(({ piece }) => piece) } : null;
}

function shapeKey(all: readonly Cube[]): string {
  return all.map(keyOf).sort().join();
}

/** How a piece is turned that lies there: as it was before if that is possible, for its letters' sake. */
export function turnLying(
  piece: Piece,
  cubes: readonly Cube[],
  before: readonly (Turn | null)[] = [],
): Turn {
  const least = (axis: keyof Cube) => Math.min(...cubes.map((cube) => cube[axis]));
  const shape = shapeKey(moved(cubes, { x: -least("x"), y: -least("y"), z: -least("z") }));
  const all = [...before.filter((turn) => turn !== null), ...TURNS];
  return all.find((turn) => shapeKey(turned(piece, turn)) === shape) ?? UPRIGHT;
}
