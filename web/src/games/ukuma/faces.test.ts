import { describe, expect, it } from "vitest";
import { cardOf, cellAt, edges, isFace, layText, readLay, seenBy, spotOf, turned } from "./faces";

const FACES = [..."lrpn"].flatMap((top) =>
  [..."lrpn"].flatMap((bottom) =>
    [..."ob"].flatMap((left) => [..."ob"].map((right) => top + bottom + left + right)),
  ),
);
const CARD_TABLE = { files: 11, ranks: 8 };

describe("a face", () => {
  it("names its four edges", () => {
    expect(edges("pnob")).toEqual({ top: "p", bottom: "n", left: "o", right: "b" });
    expect(isFace("pnob")).toBe(true);
    expect(isFace("pnox")).toBe(false);
  });

  it("turned upside down changes ends and sides", () => {
    expect(turned("pnob")).toBe("npbo");
    for (const face of FACES) expect(turned(turned(face))).toBe(face);
  });

  it("belongs to one of 36 cards, whichever way up", () => {
    for (const face of FACES) expect(cardOf(turned(face))).toBe(cardOf(face));
    expect(new Set(FACES.map(cardOf)).size).toBe(36);
  });

  it("gives its card the lower name, in the order of the rules", () => {
    expect(cardOf("npbo")).toBe("pnob");
    expect(cardOf("nloo")).toBe("lnoo");
    expect(cardOf("llbo")).toBe("llob");
  });

  it("is upside down for Black", () => {
    expect(seenBy(true, "pnob")).toBe("pnob");
    expect(seenBy(false, "pnob")).toBe("npbo");
  });
});

describe("a cell", () => {
  it("is where its player sees it", () => {
    expect(spotOf("a1", true, CARD_TABLE)).toEqual({ x: 0, y: 0 });
    expect(spotOf("a1", false, CARD_TABLE)).toEqual({ x: 10, y: 7 });
    expect(spotOf("f5", false, CARD_TABLE)).toEqual({ x: 5, y: 3 });
    expect(spotOf("q10", true, { files: 17, ranks: 10 })).toEqual({ x: 16, y: 9 });
  });

  it.each([true, false])("is found again from its spot (White: %s)", (white) => {
    for (const cell of ["a1", "k8", "f4", "c7"]) {
      expect(cellAt(spotOf(cell, white, CARD_TABLE), white, CARD_TABLE)).toBe(cell);
    }
  });
});

it("reads and writes a card in a cell", () => {
  expect(readLay("pnob@f6")).toEqual({ face: "pnob", cell: "f6" });
  expect(layText(readLay("pnob@f10"))).toBe("pnob@f10");
});
