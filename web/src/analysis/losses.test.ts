import { describe, expect, it } from "vitest";
import type { Analysis } from "../lib/forms";
import { losses } from "./losses";
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
