import { describe, expect, it } from "vitest";
import type { Analysis } from "../../../startup/types";
import {
  accuracy,
  areas,
  type Drawing,
  HALF_AT_POINTS,
  losses,
  runsOf,
  scaleOf,
} from "./judgement";
import type { Step } from "./path";

/** Positions are numbered; the first side moves in the even ones. */
const stem: Step[] = ["0", "1", "2", "3", "4"].map((position, index) => ({
  position,
  move: index === 0 ? null : `m${index}`,
}));
const toMove = (position: string) => (Number(position) % 2) as 0 | 1;

function judging(leads: (number | null)[], best: Record<number, string> = {}) {
  return (position: string): Analysis | null => {
    const lead = leads[Number(position)] ?? null;
    if (lead === null) return null;
    const moves = [best[Number(position)] ?? "better", "then"];
    return { position, lead, depth: 3, exact: false, lines: [{ moves, lead }] };
  };
}

describe("what cost most", () => {
  it("is told for both sides, each from their own view, in the order of the game", () => {
    const found = losses(stem, judging([4, -8, 1, 1, 1]), toMove);
    expect(found).toEqual([
      { turn: 1, points: 12, better: ["better", "then"] },
      { turn: 2, points: 9, better: ["better", "then"] },
    ]);
  });

  it("is not what the hall would have played itself", () => {
    expect(losses(stem, judging([4, -8, -8, -8, -8], { 0: "m1" }), toMove)).toEqual([]);
  });

  it("is not told before both positions are known, nor when it is little", () => {
    expect(losses(stem, judging([4, null, -20, -20, -22]), toMove)).toEqual([]);
  });

  it("is what gains the other side points, never the own one", () => {
    expect(losses(stem, judging([0, 20, 0, 20, 0]), toMove)).toEqual([]);
  });
});

describe("one side's moves", () => {
  const judged = judging([4, -8, 1, 1, 1]);

  it("are told without those of the other side", () => {
    expect(losses(stem, judged, toMove, 0).map(({ turn }) => turn)).toEqual([1]);
    expect(losses(stem, judged, toMove, 1).map(({ turn }) => turn)).toEqual([2]);
  });

  it("are as accurate as what they cost", () => {
    const half = -HALF_AT_POINTS;
    expect(accuracy(stem, judging([0, 0, 0, 0, 0]), toMove, 0)).toBe(100);
    expect(accuracy(stem, judging([0, half, half, half, half]), toMove, 0)).toBe(75);
    expect(accuracy(stem, judging([0, half, half, 2 * half, 2 * half]), toMove, 0)).toBe(50);
    expect(accuracy(stem, judging([0, half, half, half, half]), toMove, 1)).toBe(100);
  });

  it("have no accuracy before all of them are known", () => {
    expect(accuracy(stem, judging([0, 0, 0, null, 0]), toMove, 0)).toBe(null);
    expect(accuracy(stem.slice(0, 1), judging([0]), toMove, 0)).toBe(null);
  });

  it("are compared within one search where that knows them", () => {
    const known = (position: string): Analysis | null => {
      const analysis = judged(position);
      const played = { moves: ["m1"], lead: 3 };
      return analysis && { ...analysis, lines: [...analysis.lines, played] };
    };
    expect(losses(stem, known, toMove, 0)).toEqual([]);
  });
});

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
