import { cursorOn, walk } from "../../board/arrows";
import { cheapest, distance } from "../../board/points";
import type { Placed } from "./bench";

/** Pieces in space: cubes, turning, and where a piece comes to lie. x is to the right, y away, z up. */

export interface Cell {
  x: number;
  y: number;
}

export interface Cube extends Cell {
  z: number;
}

export type Piece = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H";

/** The same cubes as in `pieces.py`; a test compares. */
export const SHAPES: Readonly<Record<Piece, readonly Cube[]>> = {
  A: cubes("000 010"),
  B: cubes("100 110 010 011"),
  C: cubes("000 010 110"),
  D: cubes("100 110 120 020 021"),
  E: cubes("000 010 020 100"),
  F: cubes("100 110 010 020 021"),
  G: cubes("000 010 110 111"),
  H: cubes("000 010 020 120 011"),
};
export const PIECES = Object.keys(SHAPES) as readonly Piece[];

export const LEVELS = 2;
/** Outlines lie between c3 and g6: there is room around them, where a piece can stick out. */
const MARGIN = 2;
const COLUMNS = "abcdefghi";

function cubes(text: string): readonly Cube[] {
  return text.split(" ").map(([x, y, z]) => ({ x: Number(x), y: Number(y), z: Number(z) }));
}

/** How a piece is turned: the images of the three axes, as columns. */
export type Turn = readonly [Cube, Cube, Cube];

export const UPRIGHT: Turn = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

/** A quarter over in one of these directions, or about the upright axis as seen from above. */
export type Way = "left" | "right" | "near" | "away" | "clockwise" | "counterclockwise";

const QUARTERS: Readonly<Record<Way, (at: Cube) => Cube>> = {
  right: ({ x, y, z }) => ({ x: z, y, z: -x }),
  left: ({ x, y, z }) => ({ x: -z, y, z: x }),
  away: ({ x, y, z }) => ({ x, y: z, z: -y }),
  near: ({ x, y, z }) => ({ x, y: -z, z: y }),
  clockwise: ({ x, y, z }) => ({ x: y, y: -x, z }),
  counterclockwise: ({ x, y, z }) => ({ x: -y, y: x, z }),
};

export function tumbled(turn: Turn, way: Way): Turn {
  const [right, away, up] = turn;
  const quarter = QUARTERS[way];
  return [quarter(right), quarter(away), quarter(up)];
}

const GENERATING: readonly Way[] = ["clockwise", "away", "right"];

/** Every way to turn something in space, the upright one first. */
export const TURNS: readonly Turn[] = (() => {
  const found = new Map([[JSON.stringify(UPRIGHT), UPRIGHT]]);
  for (const turn of found.values()) {
    for (const way of GENERATING) {
      const next = tumbled(turn, way);
      found.set(JSON.stringify(next), next);
    }
  }
  return [...found.values()];
})();

/** The cubes of a turned piece, with its smallest x, y and z at 0. */
export function turned(piece: Piece, [right, away, up]: Turn): readonly Cube[] {
  const all = SHAPES[piece].map(({ x, y, z }) => ({
    x: x * right.x + y * away.x + z * up.x,
    y: x * right.y + y * away.y + z * up.y,
    z: x * right.z + y * away.z + z * up.z,
  }));
  return moved(all, { x: -least(all, "x"), y: -least(all, "y"), z: -least(all, "z") });
}

export function moved(all: readonly Cube[], by: Cube): readonly Cube[] {
  return all.map(({ x, y, z }) => ({ x: x + by.x, y: y + by.y, z: z + by.z }));
}

function least(all: readonly Cube[], axis: keyof Cube): number {
  return Math.min(...all.map((cube) => cube[axis]));
}

/** How far a piece reaches along each axis. */
export function extent(all: readonly Cube[]): Cube {
  const along = (axis: keyof Cube) =>
    1 + Math.max(...all.map((cube) => cube[axis])) - least(all, axis);
  return { x: along("x"), y: along("y"), z: along("z") };
}

// names, as in the notation

export function nameCell({ x, y }: Cell): string {
  return `${COLUMNS[x + MARGIN]}${y + MARGIN + 1}`;
}

export function nameCube(cube: Cube): string {
  return nameCell(cube) + "+".repeat(cube.z);
}

export function readCube(name: string): Cube {
  const [column = "", row = "", ...up] = name;
  return { x: COLUMNS.indexOf(column) - MARGIN, y: Number(row) - MARGIN - 1, z: up.length };
}

/** An outline as the hall writes it: rows from the far side, `#` for a cell. */
export function readOutline(text: string): readonly Cell[] {
  const rows = text.split("/").reverse();
  return rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "#" ? [{ x, y }] : [])));
}

/** The cubes of every piece of a filling: letters of both levels, cells row by row from the near side. */
export function readFilling(
  outline: readonly Cell[],
  text: string,
): ReadonlyMap<Piece, readonly Cube[]> {
  const found = new Map<Piece, Cube[]>();
  text.split("/").forEach((letters, z) => {
    outline.forEach(({ x, y }, place) => {
      const piece = letters[place] as Piece;
      found.set(piece, [...(found.get(piece) ?? []), { x, y, z }]);
    });
  });
  return found;
}

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
