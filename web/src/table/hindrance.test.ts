import { expect, it } from "vitest";
import { hindrance } from "./hindrance";
import { fresh, type TableState } from "./state";

const playing: TableState = { ...fresh("T"), synced: true, status: "playing", you: 0, view: {} };
const pending = [{ move: "x", ref: "r" }];

it.each<[string | null, Partial<TableState>, "open" | "waiting", number[]]>([
  [null, {}, "open", [0]],
  ["not_your_turn", {}, "open", [1]],
  ["pending", { pending }, "open", [0]],
  ["line", {}, "waiting", [0]],
  ["line", { synced: false }, "open", [0]],
  ["watching", { you: null }, "open", [0]],
  ["over", { status: "over" }, "open", []],
  ["looking_back", { status: "over", looking: 1 }, "open", []],
  ["waiting", { status: "open" }, "open", []],
  ["cancelled", { status: "cancelled" }, "open", []],
  ["stopped", { status: "stopped", looking: 1 }, "waiting", []],
])("says %s", (reason, changes, line, awaited) => {
  expect(hindrance({ ...playing, ...changes, awaited }, line)).toBe(reason);
});
