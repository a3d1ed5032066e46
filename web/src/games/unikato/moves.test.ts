import { describe, expect, it } from "vitest";
import {
  backTo,
  chainOf,
  choose,
  type Draft,
  EMPTY,
  lay,
  nexts,
  planName,
  readPart,
  stepBack,
  swapOf,
  wish,
  writePart,
} from "./moves";

const first = { tile: "co1w", x: 0, y: 1 };
const second = { tile: "co2w", x: -1, y: 1 };
const planned: Draft = lay(lay(EMPTY, first), second);

describe("a plan", () => {
  it("grows tile by tile and forgets what was chosen", () => {
    const draft = lay({ ...EMPTY, tile: "co1w", take: "bag" }, first);
    expect(draft).toEqual({ chain: [first], tile: null, take: null });
    expect(planName(planned.chain)).toBe("co1w@0,1 co2w@-1,1");
  });

  it("goes back step by step", () => {
    const wished = wish(choose(planned, "xb3k"), "bag");
    const steps = [wished, 1, 2, 3, 4].reduce<Draft[]>(
      (so_far) => [...so_far, stepBack(so_far.at(-1) ?? wished)],
      [],
    );
    expect(steps.map(({ chain, tile, take }) => [chain.length, tile, take])).toEqual([
      [2, "xb3k", null],
      [2, null, null],
      [1, null, null],
      [0, null, null],
      [0, null, null],
    ]);
  });

  it("takes back a tile with all that follow it", () => {
    expect(backTo(planned, "co2w").chain).toEqual([first]);
    expect(backTo(planned, "co1w").chain).toEqual([]);
    expect(backTo(planned, "xb3k")).toBe(planned);
  });

  it("chooses a tile, another one, and none", () => {
    const chosen = choose(EMPTY, "co1w");
    expect(choose(chosen, "xb3k").tile).toBe("xb3k");
    expect(choose(chosen, "co1w").tile).toBeNull();
    expect(wish(wish(EMPTY, "bag"), "bag").take).toBeNull();
  });
});

describe("what may be laid next", () => {
  const fits = { co1w: ["0,1", "1,0"], xb3k: ["-2,-3"] };

  it("comes with the view for the first tile", () => {
    expect(nexts(fits, EMPTY, null).map(writePart)).toEqual(["co1w@0,1", "co1w@1,0", "xb3k@-2,-3"]);
  });

  it("comes with the plan's answer for the others, and is nothing until then", () => {
    const following = { next: ["co2w@0,2"], move: "lay co1w@0,1", notes: [] };
    expect(nexts(fits, lay(EMPTY, first), following)).toEqual([readPart("co2w@0,2")]);
    expect(nexts(fits, lay(EMPTY, first), null)).toEqual([]);
  });
});

describe("a swap", () => {
  it("is meant once both tiles are chosen", () => {
    expect(swapOf(choose(EMPTY, "co1w"))).toBeNull();
    expect(swapOf(wish(EMPTY, "bag"))).toBeNull();
    expect(swapOf(wish(choose(EMPTY, "co1w"), "xb3k"))).toBe("swap co1w xb3k");
  });

  it("is not meant while tiles are laid", () => {
    expect(swapOf({ ...planned, tile: "xb3k", take: "bag" })).toBeNull();
  });
});

it("finds the chain of a move that is on its way", () => {
  expect(chainOf("lay co1w@0,1 co2w@-1,1")).toEqual([first, second]);
  expect(chainOf("swap co1w bag")).toEqual([]);
  expect(chainOf("decline")).toEqual([]);
});
