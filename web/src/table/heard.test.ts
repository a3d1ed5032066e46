import { describe, expect, it } from "vitest";
import type { Heard, Update } from "../lib/wire";
import { HeardLog } from "./heard";
import { fresh, hear, type TableState } from "./state";

const event = (seq: number): Heard => ({ seq, at: 0, actor: 0, event: { seq } });
const events = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => event(first + index));
const seqs = (log: Iterable<Heard>) => Array.from(log, ({ seq }) => seq);

describe("what was heard at a table", () => {
  it("grows in order, and a shorter list stays what it was", () => {
    const short = HeardLog.of(events(1, 3));
    const long = short.with([event(5), event(6)]);
    expect(seqs(short)).toEqual([1, 2, 3]);
    expect(seqs(long)).toEqual([1, 2, 3, 5, 6]);
    expect([short.length, short.last, short.at(-1), short.at(3)]).toEqual([
      3,
      3,
      event(3),
      undefined,
    ]);
  });

  it("can go on in two ways from the same beginning", () => {
    const short = HeardLog.of(events(1, 2));
    expect(seqs(short.with([event(3)]))).toEqual([1, 2, 3]);
    expect(seqs(short.with([event(4)]))).toEqual([1, 2, 4]);
    expect(seqs(short)).toEqual([1, 2]);
  });

  it("takes what comes late or twice in its place, the latest word counting", () => {
    const whole = { ...event(2), event: "whole" };
    const log = HeardLog.of([event(2), event(4)]).with([event(1), whole, event(5)]);
    expect(seqs(log)).toEqual([1, 2, 4, 5]);
    expect(log.at(1)?.event).toBe("whole");
    expect(log.with([])).toBe(log);
  });

  it("tells what came after an event", () => {
    const log = HeardLog.of([event(2), event(4), event(5)]).with([event(7)]);
    expect(seqs(log.after(4))).toEqual([5, 7]);
    expect(seqs(log.after(0))).toEqual([2, 4, 5, 7]);
    expect(log.after(7)).toEqual([]);
    expect(log.findLast(({ seq }) => seq < 5)).toEqual(event(4));
  });
});

/** How often the events and views that a table knows already are touched when one more comes. */
function work(known: number): number {
  let touched = 0;
  const counted = <Kept extends object>(kept: Kept): Kept =>
    new Proxy(kept, {
      get(target, name) {
        const found = Reflect.get(target, name) as unknown;
        if (name === Symbol.iterator) touched += known;
        if (typeof name === "string" && /^\d+$/.test(name)) touched += 1;
        return typeof found === "function" ? found.bind(target) : found;
      },
    });
  const views = new Map(events(1, known).map(({ seq }) => [seq, seq]));
  const state: TableState = {
    ...fresh("T"),
    seq: known,
    heard: HeardLog.of(counted(events(1, known))),
    views: counted(views),
  };
  const later = hear(state, {
    type: "update",
    table: "T",
    after: known,
    seq: known + 1,
    heard: [event(known + 1)],
    view: null,
    awaited: [],
    outcome: null,
    clock: fresh("T").clock,
  } satisfies Update);
  expect(later.heard.length).toBe(known + 1);
  return touched;
}

it("costs the same for one event more, after ten as after a thousand", () => {
  expect(work(1_000)).toBe(work(10));
});
