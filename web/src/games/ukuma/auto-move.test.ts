import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type BoardTable, emptyState } from "../../board/table";
import { AutoMove } from "./auto-move.svelte";

const moves: string[] = [];

function at(seq: number): BoardTable {
  return { state: { ...emptyState("T"), seq }, move: (move: string) => moves.push(move) } as never;
}

beforeEach(() => {
  vi.useFakeTimers();
  moves.length = 0;
});
afterEach(() => vi.useRealTimers());

it("is said once until something happens at the table", () => {
  const table = at(3);
  const unasked = new AutoMove(table, "ready");
  for (let times = 0; times < 5; times += 1) unasked.make();
  expect(moves).toEqual(["ready"]);
  Object.assign(table, { state: { ...table.state, seq: 4 } });
  unasked.make();
  expect(moves).toHaveLength(2);
});

it("waits longer and longer after each refusal, also when something happens meanwhile", () => {
  const table = at(3);
  const unasked = new AutoMove(table, "ready");
  unasked.make();
  for (const [refusals, pause] of [2_000, 4_000, 8_000].entries()) {
    unasked.refused();
    Object.assign(table, { state: { ...table.state, seq: 4 + refusals } });
    unasked.make();
    vi.advanceTimersByTime(pause - 1);
    unasked.make();
    expect(moves).toHaveLength(refusals + 1);
    vi.advanceTimersByTime(1);
    unasked.make();
    expect(moves).toHaveLength(refusals + 2);
  }
});

it("is not said while it is on its way, and never again once the board is gone", () => {
  const table = at(3);
  Object.assign(table.state, { pending: [{ move: "ready", ref: "r" }] });
  const unasked = new AutoMove(table, "ready");
  unasked.make();
  expect(moves).toEqual([]);
  unasked.refused();
  unasked.stop();
  expect(vi.getTimerCount()).toBe(0);
});
