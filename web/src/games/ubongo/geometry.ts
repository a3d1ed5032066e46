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

/** The move in notation. */
export function putMove(round: number, piece: Piece, all: readonly Cube[]): string {
  const sorted = [...all].sort(
    (one, other) => one.z - other.z || one.x - other.x || one.y - other.y,
  );
  return `put ${round} ${piece} ${sorted.map(nameCube).join(" ")}`;
}
