import { type Cube, type Piece, SHAPES } from "../geometry";
import { coreOf, has, minus, normal, plus, ROUND, rounded, type Three } from "./rounding";

/** The body of a piece: one skin around all of its cubes, edges rounded, the middle of its box at 0. */
export interface Skin {
  points: number[];
  normals: number[];
  /** Every face of every cube shows the whole of the piece's picture. */
  pictures: number[];
  /** How much light reaches a point: less in the seams between cubes and in inner corners. */
  shades: number[];
  triangles: number[];
}

const STEPS = [0, ROUND / 2, ROUND, 1 - ROUND, 1 - ROUND / 2, 1] as const;
const LAST = STEPS.length - 1;
const SEAM = [0.74, 0.93, 1] as const;
const INNER = [0.5, 0.72, 0.92] as const;
/** Outer side of a face, and what is to the right and up on it. */
const FACES: readonly (readonly [Three, Three, Three])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ],
  [
    [0, 1, 0],
    [-1, 0, 0],
    [0, 0, 1],
  ],
  [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [0, 0, -1],
    [-1, 0, 0],
    [0, 1, 0],
  ],
];

export function skinOf(piece: Piece): Skin {
  const cubes = SHAPES[piece].map(({ x, y, z }): Three => [x, y, z]);
  const middle = middleOf(SHAPES[piece]);
  const core = coreOf(cubes);
  const skin: Skin = { points: [], normals: [], pictures: [], shades: [], triangles: [] };
  for (const cube of cubes) {
    for (const [out, right, up] of FACES) {
      if (has(cubes, plus(cube, out))) continue;
      const first = skin.points.length / 3;
      for (let row = 0; row <= LAST; row += 1) {
        for (let column = 0; column <= LAST; column += 1) {
          const [across, along] = [STEPS[column] ?? 0, STEPS[row] ?? 0];
          const at = onFace(cube, out, right, up, across, along);
          // A hair towards the middle of the face, so that a point on an inner edge knows its side.
          const inwards = onFace(cube, out, right, up, aside(across), aside(along));
          skin.points.push(...minus(rounded(core, at), middle));
          skin.normals.push(...normal(core, inwards));
          skin.pictures.push(across, along);
          const shade = Math.min(
            shadeAt(cubes, cube, out, right, column),
            shadeAt(cubes, cube, out, up, row),
            cornerShade(cubes, cube, out, right, up, column, row),
          );
          skin.shades.push(shade, shade, shade);
        }
      }
      skin.triangles.push(...triangles(first));
    }
  }
  return skin;
}

/** The middle of the box around these cubes, each of which reaches from its numbers to the next ones. */
export function middleOf(cubes: readonly Cube[]): Three {
  const along = (axis: keyof Cube) => {
    const all = cubes.map((cube) => cube[axis]);
    return (Math.min(...all) + Math.max(...all) + 1) / 2;
  };
  return [along("x"), along("y"), along("z")];
}

function aside(step: number): number {
  return 0.5 + (step - 0.5) * 0.998;
}

function onFace(cube: Three, out: Three, right: Three, up: Three, across: number, along: number) {
  const middle = plus(plus(cube, [0.5, 0.5, 0.5]), out, 0.5);
  return plus(plus(middle, right, across - 0.5), up, along - 0.5);
}

/** How far a step is from the nearer side of a face, and which side that is. */
function nearer(step: number): readonly [number, number] {
  return step < STEPS.length / 2 ? [step, -1] : [LAST - step, 1];
}

/** A cube that only looks over the corner darkens it too. */
function cornerShade(
  cubes: readonly Three[],
  cube: Three,
  out: Three,
  right: Three,
  up: Three,
  column: number,
  row: number,
): number {
  const [[across, aside], [along, above]] = [nearer(column), nearer(row)];
  const over = plus(plus(plus(cube, out), right, aside), up, above);
  return has(cubes, over) ? (INNER[Math.max(across, along)] ?? 1) : 1;
}

function shadeAt(cubes: readonly Three[], cube: Three, out: Three, side: Three, step: number) {
  const [from, way] = nearer(step);
  const next = plus(cube, side, way);
  if (has(cubes, plus(next, out))) return INNER[from] ?? 1;
  return has(cubes, next) ? (SEAM[from] ?? 1) : 1;
}

/** Two for each field of a face, parted towards the nearest corner of the face. */
function triangles(first: number): number[] {
  const all: number[] = [];
  for (let row = 0; row < LAST; row += 1) {
    for (let column = 0; column < LAST; column += 1) {
      const a = first + row * STEPS.length + column;
      const [b, c, d] = [a + 1, a + STEPS.length + 1, a + STEPS.length];
      if (row < LAST / 2 === column < LAST / 2) all.push(a, b, c, a, c, d);
      else all.push(a, b, d, b, c, d);
    }
  }
  return all;
}
