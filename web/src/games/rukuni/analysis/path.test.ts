import { describe, expect, it } from "vitest";
import type { Moment } from "../../../startup/types";
import {
  along,
  aside,
  last,
  left,
  onStem,
  type Path,
  stemOf,
  stepAt,
  stepped,
  steps,
  tried,
} from "./path";

const after = (position: string, move: string) => position + move;
const game = along([
  { position: "", move: null },
  { position: "a", move: "a" },
  { position: "ab", move: "b" },
  { position: "abc", move: "c" },
]);
const at = (path: Path) => stepAt(path).position;

describe("stepping", () => {
  it("goes along the game, no farther than its ends", () => {
    expect(at(stepped(game, 2))).toBe("ab");
    expect(at(stepped(game, Infinity))).toBe("abc");
    expect(at(stepped(stepped(game, 2), -Infinity))).toBe("");
  });

  it("goes back along a branch and on again: nothing is lost", () => {
    const branch = tried(tried(stepped(game, 1), ["x"], after), ["y"], after);
    expect(at(branch)).toBe("axy");
    const back = stepped(branch, -2);
    expect([at(back), aside(back)]).toEqual(["a", 0]);
    expect([at(stepped(back, 2)), aside(stepped(back, 2))]).toEqual(["axy", 2]);
  });
});

describe("trying a move", () => {
  it("of the game stays in the game", () => {
    const on = tried(stepped(game, 1), ["b"], after);
    expect([at(on), on.branch.length, last(on)]).toEqual(["ab", 0, 3]);
  });

  it("from within a branch cuts off what came after it", () => {
    const branch = stepped(tried(game, ["x", "y", "z"], after), 1);
    expect(at(branch)).toBe("xy");
    const other = tried(branch, ["q"], after);
    expect(steps(other).map(({ position }) => position)).toEqual(["", "x", "xy", "xyq"]);
  });

  it("from before a branch begins another one", () => {
    const branch = stepped(tried(stepped(game, 2), ["x"], after), -2);
    const other = tried(branch, ["q"], after);
    expect([at(other), other.fork]).toEqual(["aq", 1]);
  });

  it("of a whole line shows the first of it, and the rest is ahead", () => {
    const line = tried(stepped(game, 1), ["x", "y", "z"], after);
    expect([at(line), last(line)]).toEqual(["ax", 4]);
    expect(at(stepped(line, Infinity))).toBe("axyz");
  });
});

describe("leaving a branch", () => {
  const branch = tried(stepped(game, 2), ["x", "y"], after);

  it("leads back to where it began", () => {
    expect([at(left(branch)), left(branch).branch.length]).toEqual(["ab", 0]);
    expect(left(game)).toBe(game);
  });

  it("for a turn of the game leads there", () => {
    expect(at(onStem(branch, 3))).toBe("abc");
    expect(at(onStem(branch, 99))).toBe("abc");
  });
});

function moment(seq: number, actor: number | null, event: object, position: string): Moment {
  return { seq, at: seq, actor, event, view: { position } };
}

it("a game's steps are the moves that counted in the end", () => {
  const { stem, views } = stemOf([
    moment(1, null, { type: "began" }, ""),
    moment(2, 0, { type: "turned", turn: "a" }, "a"),
    moment(3, 1, { type: "turned", turn: "x" }, "ax"),
    moment(4, 1, { type: "taken_back", to: 2 }, "a"),
    moment(5, 1, { type: "turned", turn: "b" }, "ab"),
    moment(6, 0, { type: "resigned", seat: 0, away: false }, "ab"),
  ]);
  expect(stem).toEqual([
    { position: "", move: null, seat: null },
    { position: "a", move: "a", seat: 0 },
    { position: "ab", move: "b", seat: 1 },
  ]);
  expect([...views.keys()]).toEqual(["", "a", "ab"]);
});
