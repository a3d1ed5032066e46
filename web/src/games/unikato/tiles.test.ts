import { describe, expect, it } from "vitest";
import { arranged, BY_HAND, moved, readOrder, sorted } from "./rack-order.svelte";
import { features, marks, RADIUS, tileOf } from "./tiles";

const SIZES = ["1", "2", "3"] as const;
const SHAPES = ["c", "s", "x"] as const;

it.each(SHAPES)("tells the colours of a %s apart without colour", (shape) => {
  for (const size of SIZES) {
    expect(marks(shape, "o", size)).toBe("");
    expect(marks(shape, "p", size)).toMatch(/^(M\S+ \S+L\S+ \S+)+$/);
    expect(marks(shape, "b", size).match(/h0/g)?.length).toBeGreaterThan(3);
  }
});

it.each(SHAPES)("keeps the marks within a %s", (shape) => {
  for (const size of SIZES) {
    const numbers = marks(shape, "p", size).match(/-?\d+\.\d/g) ?? [];
    expect(Math.max(...numbers.map((number) => Math.abs(Number(number))))).toBeLessThan(
      RADIUS[size],
    );
  }
});

const rack = ["co3w", "xb1k", "sp2g", "cb1w"];

describe("a rack", () => {
  it.each([
    ["shape", ["cb1w", "co3w", "sp2g", "xb1k"]],
    ["colour", ["co3w", "sp2g", "cb1w", "xb1k"]],
    ["size", ["cb1w", "xb1k", "sp2g", "co3w"]],
    ["background", ["co3w", "cb1w", "sp2g", "xb1k"]],
  ] as const)("is sorted by %s", (feature, row) => {
    const key = (tile: string) => features(tile)[feature];
    expect(sorted(rack, feature).map(key)).toEqual(row.map(key));
    expect(new Set(sorted(rack, feature))).toEqual(new Set(rack));
  });

  it("is sorted by the other features where the first is equal", () => {
    expect(sorted(["co3w", "co1k", "co1w"], "colour")).toEqual(["co1w", "co1k", "co3w"]);
  });

  it("stays as it was put by hand, new tiles last", () => {
    const order = { by: "hand", row: ["sp2g", "gone", "co3w"] } as const;
    expect(arranged(order, rack)).toEqual(["sp2g", "co3w", "xb1k", "cb1w"]);
    expect(arranged(BY_HAND, rack)).toEqual(rack);
  });

  it("moves a tile to another's place, no farther than the ends", () => {
    expect(moved(rack, "co3w", 2).row).toEqual(["xb1k", "sp2g", "co3w", "cb1w"]);
    expect(moved(rack, "cb1w", 0).row).toEqual(["cb1w", "co3w", "xb1k", "sp2g"]);
    expect(moved(rack, "cb1w", 99).row).toEqual(rack);
    expect(moved(rack, "co3w", -1)).toEqual({ by: "hand", row: rack });
  });

  it("is read back as it was kept, or starts anew", () => {
    const order = { by: "size", row: ["co3w"] };
    expect(readOrder(JSON.stringify(order))).toEqual(order);
    expect(readOrder(null)).toBe(BY_HAND);
    expect(readOrder('{"by":"smell","row":[]}')).toBe(BY_HAND);
    expect(readOrder('{"by":"hand","row":7}')).toBe(BY_HAND);
  });
});

it("reads the tile of a chain's part", () => {
  expect(["co1w@0,1", "xb3k@-12,-3"].map(tileOf)).toEqual(["co1w", "xb3k"]);
});
