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
  // Where they pull to both sides, neither wins.
  const both = (axis: 0 | 1 | 2) => {
    const along = all.map((by) => by[axis]);
    return Math.max(0, ...along) + Math.min(0, ...along);
  };
  return plus(at, [both(0), both(1), both(2)]);
}
