import { beforeEach, describe, expect, it, vi } from "vitest";
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
import type { TableSession } from "./table-session.svelte";

const frames = vi.fn(() => 1);
const ask = vi.fn();
vi.stubGlobal("requestAnimationFrame", frames);
vi.stubGlobal("cancelAnimationFrame", vi.fn());
vi.stubGlobal("fetch", ask);
const { Replay } = await import("./replay.svelte");

const moments = [1, 2].map((seq) => ({ seq, at: seq * 1_000, actor: 0, event: {}, view: {} }));
const page = (some: typeof moments) =>
  Response.json({ moments: some, last: 2, simultaneous: true, remarks: [], seat_news: [] });
const game = { notation: () => "a", tell: () => null, headline: () => "" };

function finished() {
  const table = { state: { table: "T", looking: null }, remarks: [] };
  return Object.assign(table, { layOpen: vi.fn(), showMoment: vi.fn(), now: vi.fn() });
}

beforeEach(() => {
  frames.mockClear();
  ask.mockReset();
});

it("plays once it has come", async () => {
  ask.mockResolvedValueOnce(page(moments));
  const table = finished();
  const replay = new Replay(table as unknown as TableSession, game as never, {} as never, null);
  await replay.load();
  replay.play();
  expect(table.layOpen).toHaveBeenCalledOnce();
  expect(frames).toHaveBeenCalledOnce();
  expect(replay.now.playing).toBe(true);
});

it("shows no pauses, and takes none", async () => {
  const pauses = [
    { seq: 2, at: 1_500, actor: 0, event: { type: "paused", seat: 0 }, view: {} },
    { seq: 3, at: 1_500, actor: 0, event: { type: "resumed", seat: 0, behind: 9 }, view: {} },
    { seq: 4, at: 2_000, actor: 0, event: {}, view: {} },
  ];
  const all = [...moments.slice(0, 1), ...pauses];
  ask.mockResolvedValueOnce(Response.json({ ...(await page(all).json()), moments: all, last: 4 }));
  const replay = new Replay(
    finished() as unknown as TableSession,
    game as never,
    {} as never,
    null,
  );
  await replay.load();
  expect(replay.stops.map(({ seq, start }) => [seq, start])).toEqual([
    [1, 0],
    [4, 1_000],
  ]);
});

it("does nothing more for somebody who has left while it was loading", async () => {
  let arrive: (answer: Response) => void = () => undefined;
  ask.mockReturnValueOnce(
    new Promise((came) => {
      arrive = came;
    }),
  );
  const table = finished();
  const replay = new Replay(table as unknown as TableSession, game as never, {} as never, null);
  const loading = replay.load();
  replay.close();
  arrive(page(moments.slice(0, 1)));
  await loading;
  replay.play();
  expect(ask).toHaveBeenCalledOnce();
  expect(table.layOpen).not.toHaveBeenCalled();
  expect(frames).not.toHaveBeenCalled();
});

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

const played = [
  moment(1, 1000, null, "deal"),
  moment(2, 1000, null, "call"),
  moment(3, 2500, 0),
  moment(4, 2500, 0, "draw"),
  moment(5, 60_000, 1),
  moment(6, 60_001, 0),
];
const turns = stopsOf(played, false, isMove);
const starts = turns.map(({ start }) => start);

describe("the stops of a played", () => {
  it("are its moves, each with what came of it", () => {
    expect(turns.map(({ seq }) => seq)).toEqual([2, 4, 5, 6]);
    expect(turns[1]?.moments.map(({ seq }) => seq)).toEqual([3, 4]);
  });

  it("come after shortened pauses in a played of turns, and each is long enough to be seen", () => {
    expect(starts).toEqual([
      0,
      1500,
      1500 + LONGEST_PAUSE_MS,
      1500 + LONGEST_PAUSE_MS + SHORTEST_MOVE_MS,
    ]);
  });

  it("come at their own time where several act at once", () => {
    const live = stopsOf(played, true, isMove);
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
