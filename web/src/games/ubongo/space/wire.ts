import { type Piece, SHAPES } from "../geometry";
import { middleOf } from "./body";
import { GAP } from "./rounding";

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
