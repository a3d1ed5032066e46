import { expect, it } from "vitest";
import { placedIn } from "./changes";
import {
  nameCube,
  type Piece,
  readCube,
  readFilling,
  readOutline,
  tumbled,
  turned,
  UPRIGHT,
} from "./geometry";
import { middle, onward, places, reasonAgainst, snapped, turnLying } from "./placing";

const OUTLINE = readOutline("..#../####./.#...");
const EMPTY = { outline: OUTLINE, lying: [] };
const ALONG = turned("A", tumbled(UPRIGHT, "clockwise"));
const STANDING = turned("A", tumbled(UPRIGHT, "near"));

function names(cubes: readonly { x: number; y: number; z: number }[] | null): string {
  return (cubes ?? []).map(nameCube).sort().join(" ");
}

function lying(piece: Piece, text: string) {
  return { piece, cubes: text.split(" ").map(readCube) };
}

it("snaps to the nearest place where the piece fits", () => {
  expect(names(snapped(EMPTY, ALONG, { x: 0.6, y: 1.2 }))).toBe("c4 d4");
  expect(names(snapped(EMPTY, ALONG, { x: 2.4, y: 0.6 }))).toBe("e4 f4");
  // Its own cells would stick out there: the nearest row takes it.
  expect(names(snapped(EMPTY, ALONG, { x: 1.4, y: 2 }))).toBe("d4 e4");
});

it("does not snap to a place that is far away", () => {
  expect(snapped(EMPTY, ALONG, { x: 6, y: 1 })).toBeNull();
  expect(names(snapped(EMPTY, ALONG, { x: 6, y: 1 }, Infinity))).toBe("e4 f4");
});

it("drops as deep as it goes", () => {
  const ground = { outline: OUTLINE, lying: [lying("C", "c4 d4 d3")] };
  expect(names(snapped(ground, ALONG, { x: 0.5, y: 1 }, 0.2))).toBe("c4+ d4+");
  expect(names(snapped(ground, ALONG, { x: 1.5, y: 1 }, 0.2))).toBe("d4+ e4+");
  expect(names(snapped(ground, ALONG, { x: 2.5, y: 1 }, 0.2))).toBe("e4 f4");
  expect(snapped(ground, STANDING, { x: 1, y: 1 }, 0.2)).toBeNull();
});

it("reaches every filling, whatever the order of the flat pieces on top", () => {
  const filling = placedIn(readFilling(OUTLINE, "BBBGGG/EBEEEG"));
  const ordered = filling.toSorted((one, other) => lowest(one.cubes) - lowest(other.cubes));
  const laid: (typeof filling)[number][] = [];
  for (const { piece, cubes } of ordered) {
    const shape = turned(piece, turnLying(piece, cubes));
    const target = snapped({ outline: OUTLINE, lying: laid }, shape, middle(cubes), 0.1);
    expect(names(target)).toBe(names(cubes));
    laid.push({ piece, cubes });
  }
});

function lowest(cubes: readonly { z: number }[]): number {
  return Math.min(...cubes.map(({ z }) => z));
}

it("walks from place to place in a direction, and stays at the last", () => {
  const from = snapped(EMPTY, ALONG, { x: 0.5, y: 1 }) ?? [];
  const next = onward(EMPTY, ALONG, from, "right");
  expect(names(next)).toBe("d4 e4");
  const last = onward(EMPTY, ALONG, next, "right");
  expect(names(onward(EMPTY, ALONG, last, "right"))).toBe("e4 f4");
  expect(
    names(
      onward(
        EMPTY,
        turned("A", UPRIGHT),
        snapped(EMPTY, turned("A", UPRIGHT), { x: 1, y: 0.5 }) ?? [],
        "away",
      ),
    ),
  ).toBe("e4 e5");
});

it("says why a piece cannot lie where it is held", () => {
  const upright = turned("F", [tumbled(UPRIGHT, "near")][0] ?? UPRIGHT);
  expect(reasonAgainst(EMPTY, upright, { x: 1, y: 1 })).toEqual({ code: "too_high" });
  expect(reasonAgainst(EMPTY, ALONG, { x: 0.5, y: 0 })).toEqual({
    code: "sticks_out",
    cells: ["c3"],
  });
  const ground = { outline: OUTLINE, lying: [lying("C", "c4 d4 d3"), lying("A", "c4+ d4+")] };
  expect(reasonAgainst(ground, STANDING, { x: 1, y: 1 })).toEqual({
    code: "occupied",
    by: ["C", "A"],
  });
});

it("has no place for a piece that stands too high", () => {
  expect(places(EMPTY, turned("F", tumbled(UPRIGHT, "near")))).toEqual([]);
});

it("knows how a piece is turned that lies", () => {
  const cubes = [lying("B", "c4 d3 d4 c4+").cubes][0] ?? [];
  expect(names(turned("B", turnLying("B", cubes)).map(({ x, y, z }) => ({ x, y, z })))).toBe(
    names(cubes.map(({ x, y, z }) => ({ x: x, y: y, z }))),
  );
});
