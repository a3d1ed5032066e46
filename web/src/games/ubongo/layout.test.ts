import { expect, it } from "vitest";
import {
  middle,
  nameCube,
  onward,
  PIECES,
  type Piece,
  places,
  readCube,
  readFilling,
  readOutline,
  reasonAgainst,
  SHAPES,
  snapped,
  tumbled,
  turned,
  turnLying,
  UPRIGHT,
  type Way,
} from "./layout";
import { placedIn, putMove } from "./moves";

const SOURCES: Record<string, string> = import.meta.glob(
  "../../../../src/ukumbi/games/ubongo/pieces.py",
  { query: "?raw", import: "default", eager: true },
);

it("has the same pieces as the rules", () => {
  const [source = ""] = Object.values(SOURCES);
  const told = [...source.matchAll(/^ {4}"([A-H])": "([\d ]+)",$/gm)];
  const own = PIECES.map((piece) => [
    piece,
    SHAPES[piece].map(({ x, y, z }) => `${x}${y}${z}`).join(" "),
  ]);
  expect(own).toEqual(told.map(([, piece, cubes]) => [piece, cubes]));
});

const BACK: readonly (readonly [Way, Way])[] = [
  ["left", "right"],
  ["near", "away"],
  ["clockwise", "counterclockwise"],
];

it.each(BACK)("comes back from %s with %s, and after four quarters", (way, other) => {
  expect(turned("F", tumbled(tumbled(UPRIGHT, way), other))).toEqual(turned("F", UPRIGHT));
  const round = [way, way, way, way].reduce(tumbled, UPRIGHT);
  expect(turned("D", round)).toEqual(turned("D", UPRIGHT));
});

it("tips a standing piece over the way it is pushed", () => {
  const standing = tumbled(UPRIGHT, "near");
  const cubes = (way: Way) => new Set(turned("A", tumbled(standing, way)).map(nameCube));
  expect(new Set(turned("A", standing).map(nameCube))).toEqual(new Set(["c3", "c3+"]));
  expect(cubes("right")).toEqual(new Set(["c3", "d3"]));
  expect(cubes("away")).toEqual(new Set(["c3", "c4"]));
});

it("reads and writes as the hall does", () => {
  const outline = readOutline("..#../####./.#...");
  expect(outline.map((cell) => nameCube({ ...cell, z: 0 }))).toEqual([
    "d3",
    "c4",
    "d4",
    "e4",
    "f4",
    "e5",
  ]);
  const filling = readFilling(outline, "BBBGGG/EBEEEG");
  expect(putMove(2, "B", filling.get("B") ?? [])).toBe("put 2 B c4 d3 d4 c4+");
  expect(readCube("c4+")).toEqual({ x: 0, y: 1, z: 1 });
});

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
