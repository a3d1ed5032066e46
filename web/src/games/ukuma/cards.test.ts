import { describe, expect, it } from "vitest";
import { cardOf, cellAt, edges, isFace, seenBy, spotOf, turned } from "./cards";
import { byCell, flights, held, layText, readLay, wayUp } from "./moves";

const GAMES = [..."lrpn"].flatMap((top) =>
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
    for (const face of GAMES) expect(turned(turned(face))).toBe(face);
  });

  it("belongs to one of 36 cards, whichever way up", () => {
    for (const face of GAMES) expect(cardOf(turned(face))).toBe(cardOf(face));
    expect(new Set(GAMES.map(cardOf)).size).toBe(36);
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

const HAND = ["lpob", "nnoo", "lrbb"];
const sent = (...moves: string[]) => moves.map((move, number) => ({ move, ref: String(number) }));

describe("a hand with cards on their way", () => {
  it("holds what is not on its way, in its place, whichever way up it was laid", () => {
    const flying = flights(sent("lay nnoo@f6", "lay plbo@g6"), []);
    expect(flying.map(({ cell }) => cell)).toEqual(["f6", "g6"]);
    expect(held(HAND, flying)).toEqual([null, null, "lrbb"]);
  });

  it("has a card back that came back, and keeps the others away", () => {
    expect(held(HAND, flights(sent("lay lrbb@g6"), []))).toEqual(["lpob", "nnoo", null]);
    expect(held(HAND, [])).toEqual(HAND);
  });

  it("has lost nothing when the table already shows the card, which has arrived there", () => {
    const flying = flights(sent("lay lpob@f6", "lay nnoo@g6"), [
      { seat: 0, card: "lpob", cell: "f6" },
    ]);
    expect(flying.map(({ cell }) => cell)).toEqual(["g6"]);
    expect(held([null, "nnoo", "lrbb"], flying)).toEqual([null, null, "lrbb"]);
  });

  it("sends more than cards", () => {
    expect(flights(sent("discard", "ready", "start pnob"), [])).toEqual([]);
  });
});

describe("the ways to lay a card", () => {
  const fits = byCell(["pnob@f6", "npbo@g4", "pnob@g4"]);

  it("are known by cell", () => {
    expect([...fits.keys()]).toEqual(["f6", "g4"]);
    expect(fits.get("g4")).toEqual(["npbo", "pnob"]);
  });

  it("turn the card only where it fits no other way", () => {
    expect(wayUp("npbo", fits.get("f6"))).toBe("pnob");
    expect(wayUp("npbo", fits.get("g4"))).toBe("npbo");
    expect(wayUp("npbo", fits.get("a1"))).toBe("npbo");
  });
});
