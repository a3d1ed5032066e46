import { expect, it } from "vitest";
import { blockedBy, emptyState, type TableState } from "./table";

const playing: TableState = {
  ...emptyState("T"),
  synced: true,
  status: "playing",
  you: 0,
  view: {},
};
const pending = [{ move: "x", ref: "r" }];

it.each<[string | null, Partial<TableState>, "open" | "waiting", number[]]>([
  [null, {}, "open", [0]],
  ["not_your_turn", {}, "open", [1]],
  ["pending", { pending }, "open", [0]],
  ["line", {}, "waiting", [0]],
  ["line", { synced: false }, "open", [0]],
  ["paused", { clock: { paused: true, behind: 0, stood: 1 } }, "open", []],
  ["watching", { you: null }, "open", [0]],
  ["over", { status: "over" }, "open", []],
  ["looking_back", { status: "over", looking: 1 }, "open", []],
  ["waiting", { status: "open" }, "open", []],
  ["cancelled", { status: "cancelled" }, "open", []],
  ["stopped", { status: "stopped", looking: 1 }, "waiting", []],
])("says %s", (reason, changes, line, awaited) => {
  expect(blockedBy({ ...playing, ...changes, awaited }, line)).toBe(reason);
});

it("keeps nobody waiting where everybody moves at once", () => {
  expect(blockedBy({ ...playing, pending, awaited: [] }, "open", true)).toBeNull();
  expect(blockedBy({ ...playing, pending, awaited: [] }, "waiting", true)).toBe("line");
});

it("keeps everybody waiting in a pause", () => {
  const clock = { paused: true, behind: 0, stood: 1 };
  expect(blockedBy({ ...playing, clock, awaited: [] }, "open", true)).toBe("paused");
});
