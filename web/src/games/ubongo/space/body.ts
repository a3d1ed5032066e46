import { type Cube, type Piece, SHAPES } from "../layout";

/** The rounded edges of a body that is made of cubes. */

export type Three = readonly [number, number, number];
interface Box {
  low: Three;
  high: Three;
}

export const ROUND = 0.1;
/** Between two pieces that lie side by side. */
export const GAP = 0.012;

export function plus(one: Three, other: Three, times = 1): Three {
  return [one[0] + other[0] * times, one[1] + other[1] * times, one[2] + other[2] * times];
}

export function minus(one: Three, other: Three): Three {
  return plus(one, other, -1);
}

export function has(cubes: readonly Three[], at: Three): boolean {
  return cubes.some((cube) => cube.every((value, axis) => value === at[axis]));
}

/** What is left of a piece when its skin, as thick as the rounding, is taken off: as boxes. */
export function coreOf(cubes: readonly Three[]): readonly Box[] {
  const sides = [-1, 0, 1] as const;
  const reach = (at: number, side: number): readonly [number, number] => {
    if (side < 0) return [at, at + ROUND];
    return side > 0 ? [at + 1 - ROUND, at + 1] : [at + ROUND, at + 1 - ROUND];
  };
  const boxes: Box[] = [];
  for (const cube of cubes) {
    for (const x of sides) {
      for (const y of sides) {
        for (const z of sides) {
          const inside = [0, x].every((dx) =>
            [0, y].every((dy) => [0, z].every((dz) => has(cubes, plus(cube, [dx, dy, dz])))),
          );
          if (!inside) continue;
          const [one, two, three] = [reach(cube[0], x), reach(cube[1], y), reach(cube[2], z)];
          boxes.push({ low: [one[0], two[0], three[0]], high: [one[1], two[1], three[1]] });
        }
      }
    }
  }
  return boxes;
}

function nearest(core: readonly Box[], at: Three): readonly Three[] {
  const found = core.map(({ low, high }): Three => {
    const within = (axis: 0 | 1 | 2) => Math.min(high[axis], Math.max(low[axis], at[axis]));
    return [within(0), within(1), within(2)];
  });
  const far = found.map((point) => Math.hypot(...minus(at, point)));
  const least = Math.min(...far);
  return found.filter((_, place) => (far[place] ?? 0) < least + 1e-6);
}

export function normal(core: readonly Box[], at: Three): Three {
  const [foot] = nearest(core, at);
  const way = minus(at, foot ?? at);
  const length = Math.hypot(...way);
  return [way[0] / length, way[1] / length, way[2] / length];
}

/** A point of the edged skin on the rounded one. Where two roundings meet in an inner corner, it is in both. */
export function rounded(core: readonly Box[], at: Three): Three {
  const all = nearest(core, at).map((foot) => {
    const way = minus(at, foot);
    return minus(plus(foot, way, (ROUND - GAP) / Math.hypot(...way)), at);
  });
  // Opposite directions cancel.
  const both = (axis: 0 | 1 | 2) => {
    const along = all.map((by) => by[axis]);
    return Math.max(0, ...along) + Math.min(0, ...along);
  };
  return plus(at, [both(0), both(1), both(2)]);
}

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
const GAMES: readonly (readonly [Three, Three, Three])[] = [
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
    for (const [out, right, up] of GAMES) {
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

const AROUND = [
  [0, 0],
  [-1, 0],
  [-1, -1],
  [0, -1],
] as const;

/** The edges of a piece's body as pairs of points, the middle of its box at 0. */
export function wireOf(piece: Piece): number[] {
  const cubes = SHAPES[piece].map(({ x, y, z }) => [x, y, z]);
  const solid = new Set(cubes.map(String));
  const seen = new Set<string>();
  const middle = middleOf(SHAPES[piece]);
  const points: number[] = [];
  for (const axis of [0, 1, 2]) {
    const [one, other] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const cube of cubes) {
      for (const [right, up] of [...AROUND].map(([a, b]) => [-a, -b] as const)) {
        const from = [...cube];
        from[one] = (from[one] ?? 0) + right;
        from[other] = (from[other] ?? 0) + up;
        const key = `${axis}:${from}`;
        if (seen.has(key)) continue;
        seen.add(key);
        if (!turns(solid, from, one, other)) continue;
        const to = [...from];
        to[axis] = (to[axis] ?? 0) + 1;
        for (const end of [from, to]) {
          points.push(...end.map((value, along) => (value - (middle[along] ?? 0)) * (1 - GAP)));
        }
      }
    }
  }
  return points;
}

/** Whether the skin bends along an edge: it does not where two cubes side by side, or all four, meet in it. */
function turns(solid: ReadonlySet<string>, from: readonly number[], one: number, other: number) {
  const there = AROUND.map(([right, up]) => {
    const cube = [...from];
    cube[one] = (cube[one] ?? 0) + right;
    cube[other] = (cube[other] ?? 0) + up;
    return solid.has(String(cube));
  });
  const count = there.filter(Boolean).length;
  return count === 1 || count === 3 || (count === 2 && there[0] === there[2]);
}
