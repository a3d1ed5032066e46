import { expect, it, vi } from "vitest";
import { emptyState } from "../board/table";
import { hallClock } from "../net/hall-clock";
import type { PlayClock } from "../startup/types";
import { TableSession } from "./table-session.svelte";

it("runs later for a spectator of a race, by as much as the race is shown later", () => {
  vi.spyOn(hallClock, "now").mockReturnValue(9_000);
  const table = Object.assign(Object.create(TableSession.prototype) as TableSession, {
    state: emptyState(""),
  });
  expect(table.time()).toBe(9_000);
  table.state = { ...table.state, late: 2_000 };
  expect(table.time()).toBe(7_000);
  vi.restoreAllMocks();
});

it("stands still in a pause, and goes on when it has caught up", () => {
  const now = vi.spyOn(hallClock, "now").mockReturnValue(9_000);
  const table = Object.assign(Object.create(TableSession.prototype) as TableSession, {
    state: emptyState(""),
  });
  const at = (clock: PlayClock) => {
    table.state = { ...table.state, clock };
    return table.time();
  };
  expect(at({ paused: true, behind: 500, stood: 4_000 })).toBe(4_000);
  expect(at({ paused: false, behind: 6_000, stood: 4_000 })).toBe(4_000);
  now.mockReturnValue(10_500);
  expect(table.time()).toBe(4_500);
  vi.restoreAllMocks();
});
