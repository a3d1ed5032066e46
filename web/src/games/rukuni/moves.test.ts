import { describe, expect, it } from "vitest";
import { after, count, NOTHING, OPENING, readPosition, withPiece, writePosition } from "./moves";

describe("a position in notation", () => {
  it.each([
    OPENING,
    "T3T/6/7/8/T7T/8/7/1w4/1T2T g",
    "TTTTT/wgwgwg/Tw5/gggggggg/9/8/7/6/5 w",
    "5/6/7/8/9/8/7/6/5 g",
  ])("%s is read and written again", (text) => {
    const placed = readPosition(text);
    expect(placed && writePosition(placed)).toBe(text);
  });

  it("puts the first letter of the last row on a1", () => {
    expect(readPosition("5/6/7/8/9/8/7/6/T3w g")?.pieces).toEqual(
      new Map([
        ["a1", "tower"],
        ["a5", "white"],
      ]),
    );
  });

  it.each([
    "",
    "nonsense",
    "T3T/6/7/8/T7T/8/7/6/T3T",
    "T3T/6/7/8/T7T/8/7/6/T3T x",
    "T3T/6/7/8/T7T/8/7/6 w",
    "T4T/6/7/8/T7T/8/7/6/T3T w",
    "T3X/6/7/8/T7T/8/7/6/T3T w",
    "T3./6/7/8/T7T/8/7/6/T3T w again",
  ])("is not %j", (text) => {
    expect(readPosition(text)).toBeNull();
  });
});

it("a turn takes the tower along, puts a peg and hands over", () => {
  const once = after(OPENING, "a1-a4/b4");
  expect(once).toBe("T3T/6/7/8/T7T/8/7/3w2/3TT g");
  expect(after(once, "a4-a1/a2")).toBe("T3T/6/7/8/T7T/8/7/3w2/Tg2T w");
});

it("a piece takes the place of another, and nothing of both", () => {
  const tower = withPiece(NOTHING, "e5", "tower");
  expect(count(tower, "tower")).toBe(1);
  expect(count(withPiece(tower, "e5", "grey"), "tower")).toBe(0);
  expect(withPiece(tower, "e5", null)).toEqual(NOTHING);
  expect(count(tower, "tower")).toBe(1);
});
