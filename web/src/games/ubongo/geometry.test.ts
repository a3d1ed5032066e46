import { expect, it } from "vitest";
import {
  nameCube,
  PIECES,
  putMove,
  readCube,
  readFilling,
  readOutline,
  SHAPES,
  tumbled,
  turned,
  UPRIGHT,
  type Way,
} from "./geometry";

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
