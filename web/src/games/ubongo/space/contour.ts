import type { Cell, Cube } from "../geometry";

/** A stretch of the outline's edge, with the cell inside beside it. Cells reach half a cell around their numbers. */
export interface Edge {
  from: Cell;
  to: Cell;
}

const SIDES: readonly (readonly [Cell, Cell, Cell])[] = [
  [
    { x: 0, y: -1 },
    { x: -0.5, y: -0.5 },
    { x: 0.5, y: -0.5 },
  ],
  [
    { x: 1, y: 0 },
    { x: 0.5, y: -0.5 },
    { x: 0.5, y: 0.5 },
  ],
  [
    { x: 0, y: 1 },
    { x: 0.5, y: 0.5 },
    { x: -0.5, y: 0.5 },
  ],
  [
    { x: -1, y: 0 },
    { x: -0.5, y: 0.5 },
    { x: -0.5, y: -0.5 },
  ],
];

function keyOf({ x, y }: Cell): string {
  return `${x} ${y}`;
}

function plus(one: Cell, other: Cell): Cell {
  return { x: one.x + other.x, y: one.y + other.y };
}

/** All stretches of the edge, the inside to their left. */
export function edges(outline: readonly Cell[]): readonly Edge[] {
  const inside = new Set(outline.map(keyOf));
  return outline.flatMap((cell) =>
    SIDES.filter(([side]) => !inside.has(keyOf(plus(cell, side)))).map(([, from, to]) => ({
      from: plus(cell, from),
      to: plus(cell, to),
    })),
  );
}

/** Where the edge turns. */
export function corners(outline: readonly Cell[]): readonly Cell[] {
  const ways = new Map<string, { at: Cell; kinds: Set<boolean> }>();
  for (const { from, to } of edges(outline)) {
    for (const at of [from, to]) {
      const there = ways.get(keyOf(at)) ?? { at, kinds: new Set() };
      there.kinds.add(from.x === to.x);
      ways.set(keyOf(at), there);
    }
  }
  return [...ways.values()].filter(({ kinds }) => kinds.size > 1).map(({ at }) => at);
}

/** The lines of a box frame over the outline: pairs of points, its edge at these heights and posts at its corners. */
export function frame(outline: readonly Cell[], heights: readonly number[]): readonly Cube[] {
  const around = heights.flatMap((z) =>
    edges(outline).flatMap(({ from, to }) => [
      { ...from, z },
      { ...to, z },
    ]),
  );
  const top = Math.max(...heights);
  const posts = corners(outline).flatMap((at) => [
    { ...at, z: 0 },
    { ...at, z: top },
  ]);
  return [...around, ...posts];
}

/** The box around the outline, with a margin. */
export function bounds(outline: readonly Cell[], margin: number) {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  return {
    left: Math.min(...xs) - 0.5 - margin,
    right: Math.max(...xs) + 0.5 + margin,
    near: Math.min(...ys) - 0.5 - margin,
    away: Math.max(...ys) + 0.5 + margin,
  };
}
