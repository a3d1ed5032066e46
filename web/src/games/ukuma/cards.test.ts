import { describe, expect, it } from "vitest";
import { byCell, flights, held, wayUp } from "./cards";

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
