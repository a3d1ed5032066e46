import { describe, expect, it } from "vitest";
import type { Moment } from "../startup/types";
import {
  advanced,
  LONGEST_PAUSE_MS,
  lengthOf,
  SHORTEST_MOVE_MS,
  stepped,
  stopAt,
  stopsOf,
  stopWith,
} from "./replay.svelte";

const moment = (
  seq: number,
  at: number,
  actor: number | null,
  event: unknown = "move",
): Moment => ({
  seq,
  at,
  actor,
  event,
  view: `view ${seq}`,
});
const isMove = (event: unknown) => event === "move";

const game = [
  moment(1, 1000, null, "deal"),
  moment(2, 1000, null, "call"),
  moment(3, 2500, 0),
  moment(4, 2500, 0, "draw"),
  moment(5, 60_000, 1),
  moment(6, 60_001, 0),
];
const turns = stopsOf(game, false, isMove);
const starts = turns.map(({ start }) => start);

describe("the stops of a game", () => {
  it("are its moves, each with what came of it", () => {
    expect(turns.map(({ seq }) => seq)).toEqual([2, 4, 5, 6]);
    expect(turns[1]?.moments.map(({ seq }) => seq)).toEqual([3, 4]);
  });

  it("come after shortened pauses in a game of turns, and each is long enough to be seen", () => {
    expect(starts).toEqual([
      0,
      1500,
      1500 + LONGEST_PAUSE_MS,
      1500 + LONGEST_PAUSE_MS + SHORTEST_MOVE_MS,
    ]);
  });

  it("come at their own time where several act at once", () => {
    const live = stopsOf(game, true, isMove);
    expect(live.map(({ start }) => start)).toEqual([0, 1500, 59_000, 59_001]);
    expect(lengthOf(live)).toBe(59_001);
  });

  it("tell moves apart that were made at the same moment", () => {
    const quick = [moment(1, 5, 0), moment(2, 5, 0), moment(3, 5, 1), moment(4, 4, 0)];
    const live = stopsOf(quick, true, isMove);
    expect(live.map(({ seq, start }) => [seq, start])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
    ]);
  });

  it("are found by time and by event", () => {
    expect([0, 1499, 1500, 1e9].map((time) => stopAt(turns, time))).toEqual([0, 0, 1, 3]);
    expect([0, 1, 3, 4, 5, 6, 99].map((seq) => stopWith(turns, seq))).toEqual([
      0, 0, 1, 1, 2, 3, 3,
    ]);
    expect([stopAt([], 5), lengthOf([])]).toEqual([0, 0]);
  });
});

describe("playing", () => {
  const begun = { time: 1400, index: 0, playing: true };

  it("shows the next stop when its time has come", () => {
    expect(advanced(turns, begun, 100, 1)).toEqual({ time: 1500, index: 1, playing: true });
  });

  it("takes twice as long in half time", () => {
    expect(advanced(turns, begun, 100, 0.5)).toEqual({ time: 1450, index: 0, playing: true });
    expect(advanced(turns, begun, 200, 0.5)).toMatchObject({ time: 1500, index: 1 });
  });

  it("stands still at the end", () => {
    const near = { time: lengthOf(turns) - 1, index: 2, playing: true };
    expect(advanced(turns, near, 100, 1)).toEqual({
      time: lengthOf(turns),
      index: 3,
      playing: false,
    });
  });

  it("goes on from where it was when the page was put aside", () => {
    expect(advanced(turns, begun, 3_600_000, 1).time).toBe(1650);
  });

  it("does not go back behind a stop that was stepped to", () => {
    const live = stopsOf([moment(1, 0, 0), moment(2, 0, 1), moment(3, 9, 0)], true, isMove);
    expect(advanced(live, { time: 0, index: 1, playing: true }, 1, 1).index).toBe(1);
  });
});

it("steps no farther than the ends, and stands there", () => {
  expect(stepped(turns, 1, 1)).toEqual({ time: starts[2], index: 2, playing: false });
  expect(stepped(turns, 0, -1)).toEqual({ time: 0, index: 0, playing: false });
  expect(stepped(turns, 1, Infinity).index).toBe(3);
  expect(stepped(turns, 1, -Infinity).index).toBe(0);
});
