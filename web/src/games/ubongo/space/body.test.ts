import { describe, expect, test } from "vitest";
import { PIECES, type Piece, readOutline, SHAPES } from "../layout";
import { GAP, ROUND, type Skin, skinOf, wireOf } from "./body";
import { DAY } from "./light";
import { bounds, corners, edges, frame, Plate } from "./plate";

function at({ points }: Skin, vertex: number): readonly [number, number, number] {
  return [points[vertex * 3] ?? 0, points[vertex * 3 + 1] ?? 0, points[vertex * 3 + 2] ?? 0];
}

function faces(piece: Piece): number {
  const solid = new Set(SHAPES[piece].map(({ x, y, z }) => `${x} ${y} ${z}`));
  return SHAPES[piece].flatMap(({ x, y, z }) =>
    [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
      [0, 0, 1],
      [0, 0, -1],
    ].filter(([dx = 0, dy = 0, dz = 0]) => !solid.has(`${x + dx} ${y + dy} ${z + dz}`)),
  ).length;
}

function* trios({ triangles }: Skin) {
  for (let first = 0; first < triangles.length; first += 3) {
    yield triangles.slice(first, first + 3) as [number, number, number];
  }
}

/** What the skin encloses; it would be below zero if it were inside out. */
function volume(skin: Skin): number {
  let sum = 0;
  for (const trio of trios(skin)) {
    const [[a, b, c], [d, e, f], [g, h, i]] = trio.map((vertex) => at(skin, vertex)) as [
      readonly [number, number, number],
      readonly [number, number, number],
      readonly [number, number, number],
    ];
    sum += (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) / 6;
  }
  return sum;
}

describe.each(PIECES)("the body of %s", (piece) => {
  const skin = skinOf(piece);

  test("has a grid of points on every outer face", () => {
    expect(skin.points).toHaveLength(faces(piece) * 36 * 3);
    expect(skin.triangles).toHaveLength(faces(piece) * 50 * 3);
    expect(skin.pictures).toHaveLength(faces(piece) * 36 * 2);
    expect(skin.shades).toHaveLength(skin.points.length);
  });

  test("is closed: every edge of the skin belongs to two triangles, once in each direction", () => {
    const names = new Map<string, number>();
    const name = (vertex: number) => {
      const key = at(skin, vertex)
        .map((value) => Math.round(value * 1e4))
        .join();
      return names.get(key) ?? names.set(key, names.size).get(key) ?? 0;
    };
    const edges = new Map<string, number>();
    for (const trio of trios(skin)) {
      const [a, b, c] = trio.map(name) as [number, number, number];
      if (a === b || b === c || c === a) continue;
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
        edges.set(key, (edges.get(key) ?? 0) + (from < to ? 1 : -1));
      }
    }
    expect([...edges.values()].filter((sum) => sum !== 0)).toEqual([]);
  });

  test("is a little smaller than its cubes", () => {
    const cubes = SHAPES[piece].length;
    expect(volume(skin)).toBeLessThan(cubes);
    expect(volume(skin)).toBeGreaterThan(cubes * 0.86);
  });

  test("stays within the box of its cubes, and nearly fills it", () => {
    for (const [axis, side] of (["x", "y", "z"] as const).entries()) {
      const along = skin.points.filter((_, place) => place % 3 === axis);
      const all = SHAPES[piece].map((cube) => cube[side]);
      const half = (Math.max(...all) - Math.min(...all) + 1) / 2 - GAP;
      expect(Math.max(...along)).toBeCloseTo(half, 6);
      expect(Math.min(...along)).toBeCloseTo(-half, 6);
    }
  });

  test("has normals of length one that look outwards", () => {
    for (const [first, second, third] of trios(skin)) {
      const [a, b, c] = [at(skin, first), at(skin, second), at(skin, third)];
      const [u, v] = [b, c].map((point) => point.map((value, axis) => value - (a[axis] ?? 0)));
      if (!u || !v) continue;
      const [ux = 0, uy = 0, uz = 0] = u;
      const [vx = 0, vy = 0, vz = 0] = v;
      const flat = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const normal = skin.normals.slice(first * 3, first * 3 + 3);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 6);
      const along = normal.reduce((sum, value, axis) => sum + value * (flat[axis] ?? 0), 0);
      expect(along).toBeGreaterThan(-1e-9);
    }
  });
});

test("two roundings that meet in an inner corner meet on its diagonal", () => {
  const skin = skinOf("C");
  // Without the cube at 1 0, the upper end of its inner edge is at 1 1 1, and the middle of the box at 1 1 0.5.
  const inwards = ROUND - (ROUND - GAP) / Math.SQRT2;
  const all = skin.points.flatMap((_, place) => (place % 3 === 0 ? [at(skin, place / 3)] : []));
  const off = all.map(([x, y, z]) => Math.hypot(x + inwards, y - inwards, z - 0.5 + inwards));
  expect(Math.min(...off)).toBeLessThan(1e-9);
});

test("the letters stand upright on the sides: right and up of a picture follow the face", () => {
  const { points, pictures, normals } = skinOf("A");
  const near = pictures.findIndex(
    (_, place) => place % 2 === 0 && (normals[(place / 2) * 3 + 1] ?? 0) < -0.99,
  );
  const vertex = near / 2;
  expect(points[(vertex + 1) * 3]).toBeGreaterThan(points[vertex * 3] ?? 0);
  expect(pictures[near + 2]).toBeGreaterThan(pictures[near] ?? 0);
});

test("the edges of a piece are those where its skin bends", () => {
  // Two cubes in a row are a box with twelve edges, the four long ones in two parts.
  expect(wireOf("A")).toHaveLength(16 * 6);
  // An L of three: eight posts less the two that run on, and eight sides on both levels.
  expect(wireOf("C")).toHaveLength((6 + 16) * 6);
});

const L = readOutline("#./##");

test("the edge of an outline, its corners and its frame", () => {
  expect(edges(L)).toHaveLength(8);
  expect(corners(L)).toHaveLength(6);
  expect(frame(L, [1, 2])).toHaveLength((8 * 2 + 6) * 2);
});

test("a hole has an edge of its own", () => {
  const ring = readOutline("###/#.#/###");
  expect(edges(ring)).toHaveLength(16);
  expect(corners(ring)).toHaveLength(8);
});

test("the inside is to the left of every stretch", () => {
  for (const { from, to } of edges(L)) {
    const left = {
      x: (from.x + to.x) / 2 - (to.y - from.y) / 2,
      y: (from.y + to.y) / 2 + (to.x - from.x) / 2,
    };
    expect(L).toContainEqual({ x: left.x + 0, y: left.y + 0 });
  }
});

test("cells reach half a cell around their numbers", () => {
  expect(bounds(L, 1)).toEqual({ left: -1.5, right: 2.5, near: -1.5, away: 2.5 });
});

test("without a board there is nothing to see, but somewhere to look", () => {
  const plate = new Plate();
  plate.lay([], DAY);
  expect(plate.group.children).toEqual([]);
  expect(plate.sight(1).every(({ x, y, z }) => Number.isFinite(x + y + z))).toBe(true);
});
