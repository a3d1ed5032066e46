import { expect, it } from "vitest";
import { language } from "../../i18n/language.svelte";
import { recordLine, toBeat } from "./records.svelte";
import type { UbongoOptions, UbongoView } from "./types";

const DAY_MS = 24 * 60 * 60 * 1000;
const BESTS = [
  { category: "time 5 2", value: 7, table: "then", at: 0, beaten: 6 },
  { category: "tasks 10 2", value: 65_000, table: "then", at: 0, beaten: 70_000 },
  { category: "daily 3", value: 9_870, table: "then", at: 0, beaten: null },
];
const game = (solo: UbongoOptions["solo"], limit: UbongoOptions["limit"]): UbongoOptions => ({
  level: 2,
  hourglass: 60,
  rounds: 9,
  solo,
  limit,
});

it("says what is to be beaten: of this variant, limit and level, and today", async () => {
  await language.choose("en");
  expect(toBeat(BESTS, game("time", 5), 2, 0)).toBe("Your record: 7 tasks");
  expect(toBeat(BESTS, game("tasks", 10), 2, 0)).toBe("Your record: 1:05");
  expect(toBeat(BESTS, game("daily", 5), null, 3 * DAY_MS + 5)).toBe("Your record: 9.8\u00a0s");
  expect(toBeat(BESTS, game("time", 5), 3, 0)).toBeNull();
  expect(toBeat(BESTS, game("time", 10), 2, 0)).toBeNull();
  expect(toBeat(BESTS, game("daily", 5), null, 4 * DAY_MS)).toBeNull();
});

it("calls it new at the table where it was reached", async () => {
  await language.choose("en");
  const view = {
    options: game("time", 5),
    sides: [{ level: 2 }],
    since: 0,
  } as unknown as UbongoView;
  expect(recordLine(BESTS, view, "then")).toEqual({ fresh: true, line: "New record!" });
  expect(recordLine(BESTS, view, "now")).toEqual({ fresh: false, line: "Your record: 7 tasks" });
});

it("calls no first result a new record", async () => {
  await language.choose("en");
  const view = {
    options: game("daily", 5),
    sides: [{ level: 2 }],
    since: 3 * DAY_MS,
  } as unknown as UbongoView;
  expect(recordLine(BESTS, view, "then")).toEqual({
    fresh: false,
    line: "Your record: 9.8\u00a0s",
  });
});
