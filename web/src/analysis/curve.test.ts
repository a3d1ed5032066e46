import { describe, expect, it } from "vitest";
import { areas, type Drawing, runsOf, scaleOf } from "./curve";

const drawing: Drawing = { width: 300, height: 100, most: 10, last: 3 };

describe("the curve", () => {
  it("stands in the middle while nobody is ahead, above it for the first side", () => {
    expect(runsOf([0, 5, -10, 10], drawing)).toEqual([
      [
        { turn: 0, x: 0, y: 50 },
        { turn: 1, x: 100, y: 25 },
        { turn: 2, x: 200, y: 100 },
        { turn: 3, x: 300, y: 0 },
      ],
    ]);
  });

  it("has gaps where nothing is known yet", () => {
    const runs = runsOf([1, null, 2, 3], drawing);
    expect(runs.map((run) => run.map(({ turn }) => turn))).toEqual([[0], [2, 3]]);
    expect(runsOf([null, null], drawing)).toEqual([]);
  });

  it("is filled down to the line of nobody ahead", () => {
    const [area] = areas(runsOf([5, 5, null, null], drawing), drawing);
    expect(area).toBe("M0 50L0 25L100 25L100 50Z");
  });

  it("has room for the greatest lead, and a level game looks level", () => {
    expect(scaleOf([null, 1, -2])).toBe(10);
    expect(scaleOf([3, -31, 8])).toBe(35);
  });
});
