import { expect, it } from "vitest";
import { Outbox } from "./outbox";
import { pause } from "./socket";
import type { Move, Sync } from "./wire";

const move = (ref: string): Move => ({ type: "move", table: "T", move: "x", answers: 3, ref });
const sync = (accepted: string[], table = "T") =>
  ({ type: "sync", table, accepted }) as unknown as Sync;

it("joins every table again from where it was left", () => {
  const outbox = new Outbox();
  let seen = 0;
  outbox.join("T", () => seen, "key");
  seen = 12;
  expect(outbox.greetings()).toEqual([{ type: "join", table: "T", since: 12, key: "key" }]);
  outbox.leave("T");
  expect(outbox.greetings()).toEqual([]);
});

it("holds a move back until its table is in sync", () => {
  const outbox = new Outbox();
  outbox.join("T", () => 3, null);
  expect(outbox.put(move("one"))).toBe(false);
  expect(outbox.replies(sync([]))).toEqual([move("one")]);
  expect(outbox.put(move("two"))).toBe(true);
});

it("holds it back again after the line was lost", () => {
  const outbox = new Outbox();
  outbox.join("T", () => 3, null);
  outbox.replies(sync([]));
  outbox.greetings();
  expect(outbox.put(move("one"))).toBe(false);
});

it("sends again what nobody acknowledged, with the same ref", () => {
  const outbox = new Outbox();
  outbox.join("T", () => 3, null);
  outbox.replies(sync([]));
  outbox.put(move("one"));
  outbox.put(move("two"));
  outbox.greetings();
  expect(outbox.replies(sync(["one"]))).toEqual([move("two")]);
  expect(outbox.replies(sync([], "other"))).toEqual([]);
});

it("forgets a move that was acknowledged or refused", () => {
  const outbox = new Outbox();
  outbox.join("T", () => 3, null);
  outbox.replies(sync([]));
  outbox.put(move("one"));
  outbox.put(move("two"));
  outbox.replies({
    type: "update",
    table: "T",
    after: 3,
    seq: 4,
    heard: [],
    view: {},
    awaited: [],
    outcome: null,
    ref: "one",
  });
  outbox.replies({ type: "refused", code: "stale", facts: {}, table: "T", ref: "two" });
  expect(outbox.replies(sync([]))).toEqual([]);
});

it("tries soon, then less and less often", () => {
  expect(pause(0, 1)).toBe(250);
  expect(pause(0, 0)).toBe(125);
  expect(pause(3, 1)).toBe(2000);
  expect(pause(99, 1)).toBe(5000);
});
