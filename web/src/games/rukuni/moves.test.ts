import { describe, expect, it } from "vitest";
import { cursorOn } from "../../board/arrows";
import { onKey } from "./keys";
import { beside, PLACES, place, under } from "./layout";
import {
  after,
  back,
  count,
  type Draft,
  EMPTY,
  follow,
  lit,
  NOTHING,
  OPENING,
  piecesOf,
  readPosition,
  readTurn,
  touch,
  withPiece,
  writePosition,
  writeTurn,
} from "./moves";
import { decidedByLargest, lettered, middle } from "./scoring";
import type { RukuniView, SideView } from "./types";

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

const reach = { a1: { a2: ["a1", "b2"], b1: ["a1"] }, e9: { e8: ["e9"] } };
const towers = ["a1", "e9", "i5"];
const taken: Draft = { step: "to", tower: "a1" };
const put: Draft = { step: "peg", tower: "a1", to: "a2" };

describe("a turn that is begun", () => {
  it("lights up what may come next", () => {
    expect(lit(reach, EMPTY)).toEqual(["a1", "e9"]);
    expect(lit(reach, taken)).toEqual(["a2", "b1"]);
    expect(lit(reach, put)).toEqual(["a1", "b2"]);
  });

  it("goes from tower to hollow to peg", () => {
    expect(touch(reach, towers, EMPTY, "a1")).toEqual({ draft: taken });
    expect(touch(reach, towers, taken, "a2")).toEqual({ draft: put });
    expect(touch(reach, towers, put, "b2")).toEqual({ turn: { tower: "a1", to: "a2", peg: "b2" } });
  });

  it("puts the peg where the tower came from", () => {
    expect(touch(reach, towers, put, "a1")).toEqual({ turn: { tower: "a1", to: "a2", peg: "a1" } });
  });

  it("is given up or taken back by touching the tower again", () => {
    expect(touch(reach, towers, taken, "a1")).toEqual({ draft: EMPTY });
    expect(touch(reach, towers, put, "a2")).toEqual({ draft: taken });
    expect(back(put)).toEqual(taken);
    expect(back(taken)).toEqual(EMPTY);
  });

  it("changes to another tower", () => {
    const other = { draft: { step: "to", tower: "e9" } };
    expect(touch(reach, towers, taken, "e9")).toEqual(other);
    expect(touch(reach, towers, put, "e9")).toEqual(other);
  });

  it.each<[Draft, string, string]>([
    [EMPTY, "c3", "no_tower"],
    [EMPTY, "i5", "shut_in"],
    [taken, "c3", "out_of_reach"],
    [taken, "i5", "shut_in"],
    [put, "c3", "not_beside"],
  ])("says why not: %o %s", (draft, hollow, why) => {
    expect(touch(reach, towers, draft, hollow)).toEqual({ why });
  });
});

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
    expect(under({ x: 0.2, y: -0.2 })?.name).toBe("e5");
    expect(under({ x: 9, y: 9 })).toBeNull();
  });
});

describe("the keys", () => {
  const from = (name: string) => cursorOn(place(name));
  const walked = (name: string, ...keys: string[]) =>
    keys.reduce((cursor, key) => onKey(cursor, key, []) ?? cursor, from(name)).place;

  it("walk along a row to its end", () => {
    expect(walked("e8", "ArrowRight").name).toBe("e9");
    expect(walked("e9", "ArrowRight").name).toBe("e9");
    for (const { name, row } of PLACES) {
      const next = walked(name, "ArrowLeft");
      if (PLACES.some((one) => one.row === row && one.x < place(name).x))
        expect(next.row).toBe(row);
    }
  });

  it("walk straight up and down again", () => {
    const there = walked("e5", "ArrowUp", "ArrowUp", "ArrowUp");
    expect(there.row).toBe(7);
    expect(Math.abs(there.x)).toBeLessThanOrEqual(0.5);
    const back = ["ArrowDown", "ArrowDown", "ArrowDown"];
    expect(walked("e5", "ArrowUp", "ArrowUp", "ArrowUp", ...back).name).toBe("e5");
  });

  it("stay on the board", () => {
    expect(walked("i7", "ArrowUp").name).toBe("i7");
    expect(walked("a1", "ArrowDown").name).toBe("a1");
  });

  it("lead to what lights up, round and round", () => {
    const lit = ["i9", "a1", "e1"];
    const lead = (name: string, key: string, to = lit) => onKey(from(name), key, to)?.place.name;
    expect(lead("b3", "PageDown")).toBe("e1");
    expect(lead("i9", "PageDown")).toBe("a1");
    expect(lead("a1", "PageUp")).toBe("i9");
    expect(lead("a1", "PageUp", [])).toBe("a1");
    expect(onKey(from("a1"), "x", lit)).toBeNull();
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
    const { towers, pegs } = piecesOf(view, { step: "tower" }, null, "grey");
    expect(towers).toEqual(["a1", "e9"]);
    expect(pegs.map(({ hollow, colour }) => hollow + colour)).toEqual([
      "i9white",
      "b1white",
      "b2white",
      "e8grey",
    ]);
  });

  it("shows the tower where it was put", () => {
    const draft = { step: "peg", tower: "a1", to: "a4" } as const;
    expect(piecesOf(view, draft, null, "grey").towers).toEqual(["a4", "e9"]);
  });

  it("shows a turn that was sent, until the hall shows it itself", () => {
    const turn = { tower: "a1", to: "a4", peg: "b4" };
    const sent = piecesOf(view, { step: "tower" }, turn, "grey");
    expect(sent.towers).toEqual(["a4", "e9"]);
    expect(sent.pegs.at(-1)).toEqual({ hollow: "b4", colour: "grey", pending: true });
    const told = { ...view, towers: ["a4", "e9"] };
    expect(piecesOf(told, { step: "tower" }, turn, "grey").pegs).toHaveLength(4);
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
