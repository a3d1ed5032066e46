import { describe, expect, it } from "vitest";
import type { SeatNews, SeatWord } from "../startup/types";
import { historyLines, moment, neighbour, stopsIn } from "./history.svelte";

const stops = [1, 2, 4, 7];
const logged = (...events: unknown[]) =>
  events.map((event, index) => ({ seq: index + 1, at: 0, actor: 0, event }));
const notation = (event: unknown) => (typeof event === "string" ? event : null);
const news = (after: number, what: SeatWord): SeatNews => ({
  after,
  at: 0,
  what,
  seat: 1,
  name: "Jonas",
  level: null,
});
const shown = (...told: Parameters<typeof historyLines>) =>
  historyLines(...told).map((line) => {
    if (line.kind === "news") return line.news.what;
    if (line.kind !== "move") return line.event.type;
    return `${line.number} ${line.text}${line.undone ? " undone" : ""}`;
  });

describe("the history", () => {
  it("lists the events that are moves", () => {
    expect(historyLines(logged(null, "a", "b"), [], notation)).toEqual([
      { kind: "move", seq: 2, text: "a", event: "a", number: 1, undone: false },
      { kind: "move", seq: 3, text: "b", event: "b", number: 2, undone: false },
    ]);
  });

  it("strikes out what was taken back, and gives its numbers again", () => {
    const back = { type: "taken_back", to: 2 };
    expect(shown(logged(null, "a", "b", "c", back, "d"), [], notation)).toEqual([
      "1 a",
      "2 b undone",
      "3 c undone",
      "taken_back",
      "2 d",
    ]);
  });

  it("tells of a pause, at which there is nothing to look at", () => {
    const pauses = [
      { type: "paused", seat: 0 },
      { type: "resumed", seat: 0, behind: 9 },
    ];
    const told = historyLines(logged(null, "a", ...pauses, "b"), [], notation);
    expect(told.map(({ kind }) => kind)).toEqual(["move", "pause", "move"]);
    expect(stopsIn(1, told)).toEqual([1, 2, 5]);
  });

  it("takes back once only", () => {
    const back = { type: "taken_back", to: 1 };
    expect(shown(logged(null, "a", back, "b", back, "c"), [], notation)).toEqual([
      "1 a undone",
      "taken_back",
      "1 b undone",
      "taken_back",
      "1 c",
    ]);
  });

  it("has what happened at the seats in its place", () => {
    const told = [news(0, "sat_down"), news(2, "stood_in"), news(3, "came_back")];
    const resigned = { type: "resigned", seat: 1, away: false };
    expect(shown(logged(null, "a", "b", resigned), told, notation)).toEqual([
      "sat_down",
      "1 a",
      "stood_in",
      "2 b",
      "came_back",
      "resigned",
    ]);
  });

  it("can be looked at where something happened to the game", () => {
    const back = { type: "taken_back", to: 1 };
    const written = historyLines(logged(null, "a", back), [news(1, "left")], notation);
    expect(stopsIn(1, written)).toEqual([1, 2, 3]);
  });
});

it("stands at the end when nobody looks back", () => {
  expect(moment(stops, null)).toBe(3);
  expect(moment(stops, 4)).toBe(2);
  expect(moment(stops, 5)).toBe(2);
  expect(moment(stops, 0)).toBe(0);
});

it("steps no farther than the ends", () => {
  expect(neighbour(stops, 3, -1)).toBe(4);
  expect(neighbour(stops, 1, -Infinity)).toBe(1);
  expect(neighbour(stops, 0, -1)).toBe(1);
  expect(neighbour(stops, 2, 1)).toBeGreaterThanOrEqual(7);
});
