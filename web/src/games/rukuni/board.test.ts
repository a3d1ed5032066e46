import { describe, expect, it } from "vitest";
import { across, along, beside, nearest, PLACES, place } from "./hollows";
import { cursorOn, walk } from "./keys";
import { decidedByLargest, lettered, middle } from "./scoring";
import { follow, standing } from "./stand";
import type { RukuniView, SideView } from "./view";
import { readTurn, writeTurn } from "./view";

describe("the hollows", () => {
  it("are 61, named from a1 to i9, five on each edge", () => {
    expect(PLACES).toHaveLength(61);
    const row = (letter: string) => PLACES.filter(({ name }) => name.startsWith(letter));
    expect(row("a").map(({ name }) => name)).toEqual(["a1", "a2", "a3", "a4", "a5"]);
    expect(
      row("e")
        .map(({ name }) => name)
        .join(),
    ).toBe("e1,e2,e3,e4,e5,e6,e7,e8,e9");
    expect(row("i").map(({ name }) => name)).toEqual(["i5", "i6", "i7", "i8", "i9"]);
  });

  it("lie around the middle, row i on top", () => {
    expect(place("e5")).toMatchObject({ x: 0, y: 0 });
    expect(place("i5").y).toBeLessThan(place("a1").y);
    expect(place("a1").x).toBe(place("i5").x);
  });

  it("have up to six neighbours", () => {
    const around = (name: string) => PLACES.filter((other) => beside(place(name), other));
    expect(
      around("e5")
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["d4", "d5", "e4", "e6", "f5", "f6"]);
    expect(around("a1")).toHaveLength(3);
  });

  it("are found under a point", () => {
    expect(nearest(0.2, -0.2)?.name).toBe("e5");
    expect(nearest(9, 9)).toBeNull();
  });
});

describe("the keys", () => {
  it("walk along a row to its end", () => {
    expect(along(place("e8"), 1).name).toBe("e9");
    expect(along(place("e9"), 1).name).toBe("e9");
  });

  it("walk straight up and down again", () => {
    const up = ["ArrowUp", "ArrowUp", "ArrowUp"];
    const there = up.reduce((cursor, key) => walk(cursor, key, []) ?? cursor, cursorOn("e5"));
    expect(place(there.hollow).row).toBe(7);
    expect(Math.abs(place(there.hollow).x)).toBeLessThanOrEqual(0.5);
    const down = ["ArrowDown", "ArrowDown", "ArrowDown"];
    const back = down.reduce((cursor, key) => walk(cursor, key, []) ?? cursor, there);
    expect(back.hollow).toBe("e5");
  });

  it("stay on the board", () => {
    expect(across(place("i7"), 1, 0).name).toBe("i7");
    expect(walk(cursorOn("a1"), "ArrowDown", [])?.hollow).toBe("a1");
  });

  it("lead to what lights up, round and round", () => {
    const lit = ["i9", "a1", "e1"];
    expect(walk(cursorOn("b3"), "PageDown", lit)?.hollow).toBe("e1");
    expect(walk(cursorOn("i9"), "PageDown", lit)?.hollow).toBe("a1");
    expect(walk(cursorOn("a1"), "PageUp", lit)?.hollow).toBe("i9");
    expect(walk(cursorOn("a1"), "PageUp", [])?.hollow).toBe("a1");
    expect(walk(cursorOn("a1"), "x", lit)).toBeNull();
  });
});

const side = (seat: number, more: Partial<SideView> = {}): SideView => ({
  seat,
  pegs_left: 25,
  points: 0,
  largest: 0,
  groups: [],
  ...more,
});

const view: RukuniView = {
  position: "",
  turn_number: 3,
  to_move: 1,
  towers: ["a1", "e9"],
  white: side(0, {
    points: 2,
    largest: 2,
    groups: [
      { pegs: ["i9"], towers: [], points: 0 },
      { pegs: ["b1", "b2"], towers: ["a1"], points: 2 },
    ],
  }),
  grey: side(1, { points: 2, largest: 1, groups: [{ pegs: ["e8"], towers: ["e9"], points: 1 }] }),
  last: null,
  reach: {},
};

describe("what stands on the board", () => {
  it("is what the hall says", () => {
    const { towers, pegs } = standing(view, { step: "tower" }, null, "grey");
    expect(towers).toEqual(["a1", "e9"]);
    expect(pegs.map(({ hollow, colour }) => hollow + colour)).toEqual([
      "i9white",
      "b1white",
      "b2white",
      "e8grey",
    ]);
  });

  it("shows the tower where the hand has put it", () => {
    const hand = { step: "peg", tower: "a1", to: "a4" } as const;
    expect(standing(view, hand, null, "grey").towers).toEqual(["a4", "e9"]);
  });

  it("shows a turn that was sent, until the hall shows it itself", () => {
    const turn = { tower: "a1", to: "a4", peg: "b4" };
    const sent = standing(view, { step: "tower" }, turn, "grey");
    expect(sent.towers).toEqual(["a4", "e9"]);
    expect(sent.pegs.at(-1)).toEqual({ hollow: "b4", colour: "grey", pending: true });
    const told = { ...view, towers: ["a4", "e9"] };
    expect(standing(told, { step: "tower" }, turn, "grey").pegs).toHaveLength(4);
  });

  it("keeps every tower's own self when one moves", () => {
    const before = follow([], ["a1", "e9", "i5"]);
    const after = follow(before, ["e9", "i5", "c3"]);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ hollow }) => hollow)).toEqual(["c3", "e9", "i5"]);
  });
});

describe("the count", () => {
  it("letters the groups from White to Grey, X without a tower", () => {
    const letters = lettered(view).map(({ letter, pegs }) => letter + pegs[0]);
    expect(letters).toEqual(["Ab1", "Xi9", "Be8"]);
  });

  it("writes the letter in the middle of the group", () => {
    expect(middle({ pegs: ["e1", "e2", "e3"], towers: [], points: 0 })).toBe("e2");
  });

  it("tells when the largest group decided", () => {
    expect(decidedByLargest(view)).toBe(true);
    expect(decidedByLargest({ ...view, grey: side(1, { points: 2, largest: 2 }) })).toBe(false);
    expect(decidedByLargest({ ...view, grey: side(1, { points: 3, largest: 1 }) })).toBe(false);
  });
});

it("reads and writes turns", () => {
  expect(writeTurn(readTurn("a1-a4/b4") ?? { tower: "", to: "", peg: "" })).toBe("a1-a4/b4");
  expect(readTurn("a1-a4")).toBeNull();
});
