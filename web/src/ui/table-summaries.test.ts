import { describe, expect, it } from "vitest";
import type { Outcome, TableBrief } from "../startup/types";
import {
  ago,
  counted,
  inOrder,
  kindOf,
  laidOut,
  merged,
  resultOf,
  scoreOf,
  settled,
  updated,
} from "./table-summaries";

const SEAT = { name: null, bot: null, stand_in: null };

function summary(table: string, facts: Partial<TableBrief> = {}): TableBrief {
  return {
    table,
    game: "rukuni",
    status: "playing",
    seats: [
      { ...SEAT, name: "Mira" },
      { ...SEAT, bot: "1" },
    ],
    you: 0,
    host: true,
    changed: 0,
    awaited: [1],
    score: [],
    outcome: null,
    ...facts,
  };
}

const mine = (table: string, changed = 0) => summary(table, { awaited: [0], changed });
const over = (table: string, changed = 0) =>
  summary(table, { status: "over", awaited: [], changed });
const open = (table: string) => summary(table, { status: "open", awaited: [] });
const names = (shown: readonly { summary: TableBrief }[]) => shown.map((one) => one.summary.table);

describe("the order of the tables", () => {
  it("begins with your turn, and the latest of each kind", () => {
    const all = [
      over("o1", 1),
      over("o2", 2),
      open("w"),
      summary("r"),
      mine("t1", 1),
      mine("t2", 2),
    ];
    expect(inOrder(all).map(({ table }) => table)).toEqual(["t2", "t1", "r", "w", "o2", "o1"]);
    expect(kindOf(summary("s", { status: "stopped" }))).toBe("finished");
  });

  it("stays as it is while somebody looks at it", () => {
    const shown = laidOut([mine("t"), summary("r"), over("o")]);
    const news = { type: "table_news", table: "r", brief: mine("r", 9) } as const;
    const now = updated(shown, news);
    expect(names(now)).toEqual(["t", "r", "o"]);
    expect(now[1]?.summary.awaited).toEqual([0]);
    expect(names(settled(now))).toEqual(["r", "t", "o"]);
  });

  it("has room for a new table below those that go on", () => {
    const shown = laidOut([mine("t"), over("o")]);
    expect(names(updated(shown, { type: "table_news", table: "n", brief: mine("n") }))).toEqual([
      "t",
      "n",
      "o",
    ]);
    expect(names(merged(shown, [over("o"), mine("n"), mine("t")]))).toEqual(["t", "n", "o"]);
    const ended = laidOut([mine("t", 2), summary("r")]).with(0, {
      summary: over("t", 2),
      gone: false,
    });
    expect(names(updated(ended, { type: "table_news", table: "n", brief: mine("n") }))).toEqual([
      "t",
      "r",
      "n",
    ]);
  });

  it("keeps the place of a table that is gone, until the page is left", () => {
    const shown = laidOut([mine("t", 2), summary("r")]);
    const now = updated(shown, { type: "table_news", table: "t", brief: null });
    expect(now.map(({ gone }) => gone)).toEqual([true, false]);
    expect(names(settled(now))).toEqual(["r"]);
    expect(merged(shown, [summary("r")]).map(({ gone }) => gone)).toEqual([true, false]);
    expect(updated(shown, { type: "table_news", table: "x", brief: null })).toEqual(shown);
  });
});

describe("how it ended", () => {
  const ended = (places: number[], you: number) =>
    resultOf(summary("o", { you, outcome: { ending: "", places, points: [] } as Outcome }));

  it.each([
    [[1, 2], 0, { how: "won" }],
    [[1, 2], 1, { how: "lost" }],
    [[1, 1], 1, { how: "drawn" }],
    [[2, 1, 4, 3], 1, { how: "won" }],
    [[2, 1, 4, 3], 0, { how: "placed", place: 2, of: 4 }],
    [[1, 1, 3], 0, { how: "placed", place: 1, of: 3 }],
    [[1, 1, 1], 2, { how: "drawn" }],
    [[1], 0, null],
  ])("%j for seat %i", (places, you, result) => {
    expect(ended(places, you)).toEqual(result);
  });

  it("says nothing while it goes on", () => {
    expect(resultOf(summary("r"))).toBeNull();
  });
});

it("counts one's own points first", () => {
  expect(scoreOf(summary("r", { score: [3, 8, 5], you: 1 }))).toEqual(["8", "3", "5"]);
  expect(scoreOf(summary("r", { score: [0, 0] }))).toEqual([]);
  expect(scoreOf(summary("r"))).toEqual([]);
  expect(scoreOf(summary("r", { score: [-10, 0], you: 0 }))).toEqual(["−10", "0"]);
});

it("names bots of one level once", () => {
  expect(counted(["Bot", "Jonas", "Bot"])).toEqual(["2 × Bot", "Jonas"]);
});

it("says how long ago, in words", () => {
  const now = 1_000_000_000_000;
  const minutes = (n: number) => now - n * 60_000;
  expect(ago(now + 5_000, now, "en")).toBe("now");
  expect(ago(minutes(0.9), now, "de")).toBe("jetzt");
  expect(ago(minutes(3), now, "en")).toBe("3 minutes ago");
  expect(ago(minutes(60 * 25), now, "fr")).toBe("hier");
  expect(ago(minutes(60 * 24 * 15), now, "nl")).toBe("2 weken geleden");
  expect(ago(minutes(60 * 24 * 800), now, "it")).toBe("2 anni fa");
});
