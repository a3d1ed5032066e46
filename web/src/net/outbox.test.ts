import { describe, expect, it, test } from "vitest";
import type { ClientOut, Look, Move, Plan, Refused, Sync } from "../startup/types";
import { isStill, pause } from "./connection";
import { Outbox } from "./outbox";

const move = (ref: string, table = "T"): Move => ({
  type: "move",
  table,
  move: "x",
  answers: 3,
  ref,
});
const plan = (ref: string): Plan => ({ type: "plan", table: "T", parts: ["a"], ref });
const look: Look = { type: "look", table: "T", seq: 2, ref: "look" };
const sync = (accepted: string[] = [], table = "T") =>
  ({ type: "sync", table, accepted }) as unknown as Sync;
const acknowledged = (ref: string) => ({ type: "accepted", table: "T", ref }) as ClientOut;
const refused = (code: string, more: Partial<Refused> = {}): Refused => ({
  type: "refused",
  code,
  facts: {},
  table: null,
  ref: null,
  ...more,
});
const JOIN = { type: "join", table: "T", since: 3, key: null };
const LEAVE = { type: "leave", table: "T" };

/** At a table that is in sync. */
function joined(outbox = new Outbox()): Outbox {
  outbox.join("T", () => 3, null, 0);
  outbox.receive(sync(), 0);
  return outbox;
}

describe("a line that comes back", () => {
  it("joins every table again from where it was left", () => {
    const outbox = new Outbox();
    let seen = 0;
    outbox.join("T", () => seen, "key", 0);
    seen = 12;
    expect(outbox.joins(0)).toEqual([{ type: "join", table: "T", since: 12, key: "key" }]);
    expect(outbox.leave("T")).toEqual(LEAVE);
    expect(outbox.joins(0)).toEqual([]);
  });

  it("holds a move back until its table is in sync", () => {
    const outbox = new Outbox();
    outbox.join("T", () => 3, null, 0);
    expect(outbox.put(move("one"), 0)).toBe(false);
    expect(outbox.receive(sync(), 0).send).toEqual([move("one")]);
    expect(outbox.put(move("two"), 0)).toBe(true);
  });

  it("holds it back again after the line was lost", () => {
    const outbox = joined();
    outbox.joins(0);
    expect(outbox.put(move("one"), 0)).toBe(false);
  });

  it("sends again what nobody acknowledged, with the same ref", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    outbox.put(plan("two"), 0);
    outbox.joins(0);
    expect(outbox.receive(sync(["one"]), 0).send).toEqual([plan("two")]);
    expect(outbox.receive(sync([], "other"), 0).send).toEqual([]);
  });

  it("does not send twice what is on its way on this line", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    expect(outbox.receive(sync(), 0).send).toEqual([]);
  });

  it("forgets what was answered", () => {
    const outbox = joined();
    for (const question of [move("one"), move("two"), plan("three"), look]) outbox.put(question, 0);
    outbox.receive(acknowledged("one"), 0);
    outbox.receive(refused("stale", { table: "T", ref: "two" }), 0);
    outbox.receive(
      { type: "planned", table: "T", ref: "three", next: [], move: null, notes: [] },
      0,
    );
    outbox.receive({ type: "past", table: "T", ref: "look", seq: 2, view: null }, 0);
    expect(outbox.waits).toBe(false);
    outbox.joins(0);
    expect(outbox.receive(sync(), 0).send).toEqual([]);
  });

  it("is tried soon, then less and less often", () => {
    expect(pause(0, 1)).toBe(250);
    expect(pause(0, 0)).toBe(125);
    expect(pause(3, 1)).toBe(2000);
    expect(pause(99, 1)).toBe(12_000);
  });
});

describe("an answer that does not come", () => {
  it("is asked for again with the same ref, then said to be missing, and asked for all the same", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    expect(outbox.overdue(4_999)).toEqual({ send: [], told: [] });
    expect(outbox.overdue(5_000)).toEqual({ send: [move("one")], told: [] });
    expect(outbox.overdue(9_999)).toEqual({ send: [], told: [] });
    const told = [{ type: "unanswered", table: "T", ref: "one" }];
    expect(outbox.overdue(10_000)).toEqual({ send: [move("one")], told });
    expect(outbox.overdue(24_999).send).toEqual([]);
    expect(outbox.overdue(25_000).send).toEqual([move("one")]);
    outbox.receive(acknowledged("one"), 26_000);
    expect(outbox.overdue(99_000)).toEqual({ send: [], told: [] });
  });

  it("is given up for a question, which is worth nothing later", () => {
    const outbox = joined();
    outbox.put(plan("one"), 0);
    outbox.overdue(5_000);
    const told = [{ type: "unanswered", table: "T", ref: "one" }];
    expect(outbox.overdue(10_000)).toEqual({ send: [], told });
    expect(outbox.waits).toBe(false);
  });

  it("is not counted while the line is away", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    outbox.joins(60_000);
    expect(outbox.overdue(60_000)).toEqual({ send: [], told: [] });
    expect(outbox.receive(sync(), 60_100).send).toEqual([move("one")]);
    expect(outbox.overdue(65_000)).toEqual({ send: [], told: [] });
    expect(outbox.overdue(65_100)).toEqual({ send: [move("one")], told: [] });
  });

  it("to a join is asked for again", () => {
    const outbox = new Outbox();
    outbox.join("T", () => 3, null, 0);
    expect(outbox.overdue(5_000).send).toEqual([JOIN]);
  });
});

describe("a refusal", () => {
  it("of one thing ends that, and the page hears it", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    outbox.put(move("two"), 0);
    const reaction = outbox.receive(refused("stale", { table: "T", ref: "one" }), 0);
    expect(reaction).toEqual({ deliver: true, send: [] });
    expect(outbox.unanswered("T")).toEqual([move("two")]);
  });

  it("without table and ref makes us ask again for whatever has no answer", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    outbox.put(plan("two"), 0);
    expect(outbox.receive(refused("slow_down"), 100)).toEqual({ deliver: false, send: [] });
    expect(outbox.overdue(1_099).send).toEqual([]);
    expect(outbox.overdue(1_100).send).toEqual([move("one"), plan("two")]);
  });

  it("for being too fast is no answer: it is said again, as often as it takes", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    for (let now = 0; now < 9_000; now += 1_000) {
      expect(outbox.receive(refused("slow_down", { table: "T", ref: "one" }), now).deliver).toBe(
        false,
      );
      expect(outbox.overdue(now + 1_000)).toEqual({ send: [move("one")], told: [] });
    }
  });

  it("for being too fast to join makes us join a little later", () => {
    const outbox = new Outbox();
    outbox.join("T", () => 3, null, 0);
    expect(outbox.receive(refused("slow_down", { table: "T" }), 0).deliver).toBe(false);
    expect(outbox.overdue(1_000).send).toEqual([JOIN]);
  });

  it("to let us in is deliver, and nobody knocks on", () => {
    const outbox = new Outbox();
    outbox.join("T", () => 3, null, 0);
    expect(outbox.receive(refused("no_such_table", { table: "T" }), 0).deliver).toBe(true);
    expect(outbox.overdue(99_000).send).toEqual([]);
  });

  it("errorText we are not at the table makes us join, and then it is sent again; but not for ever", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    const outside = refused("not_joined", { table: "T", ref: "one" });
    for (let time = 0; time < 2; time += 1) {
      expect(outbox.receive(outside, 0)).toEqual({ deliver: false, send: [JOIN] });
      expect(outbox.receive(sync(), 0).send).toEqual([move("one")]);
    }
    expect(outbox.receive(outside, 0).deliver).toBe(true);
    expect(outbox.unanswered("T")).toEqual([]);
  });
});

describe("a gap in the events", () => {
  it("is asked about once until the sync has come", () => {
    const outbox = joined();
    expect(outbox.rejoin("T", 0)).toEqual(JOIN);
    expect(outbox.rejoin("T", 0)).toBeNull();
    outbox.receive(sync(), 0);
    expect(outbox.rejoin("T", 0)).toEqual(JOIN);
  });
});

describe("a table that is left", () => {
  it("is followed until its last move is answered", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    outbox.put(move("two"), 0);
    outbox.put(plan("three"), 0);
    expect(outbox.leave("T")).toBeNull();
    expect(outbox.joins(0)).toEqual([JOIN]);
    expect(outbox.receive(sync(), 0).send).toEqual([move("one"), move("two")]);
    expect(outbox.receive(acknowledged("one"), 0).send).toEqual([]);
    expect(outbox.receive(acknowledged("two"), 0).send).toEqual([LEAVE]);
    expect(outbox.joins(0)).toEqual([]);
  });

  it("is left with the sync that has accepted it, and when it does not let us in", () => {
    for (const message of [sync(["one"]), refused("no_such_table", { table: "T" })]) {
      const outbox = new Outbox([move("one")]);
      outbox.joins(0);
      expect(outbox.receive(message, 0).send).toEqual([LEAVE]);
      expect(outbox.waits).toBe(false);
    }
  });

  it("shows on coming back what is still on its way", () => {
    const outbox = joined();
    outbox.put(move("one"), 0);
    outbox.leave("T");
    expect(outbox.unanswered("T")).toEqual([move("one")]);
    expect(outbox.join("T", () => 0, null, 0)).toEqual({ ...JOIN, since: 0 });
    expect(outbox.receive(acknowledged("one"), 0).send).toEqual([]);
    expect(outbox.joins(0)).toHaveLength(1);
  });
});

describe("a page that is loaded anew", () => {
  it("finds the moves without an answer, and sends them with their refs", () => {
    let kept: readonly Move[] = [];
    const before = joined(
      new Outbox([], (moves) => {
        kept = moves;
      }),
    );
    for (const question of [move("one"), move("two"), plan("three")]) before.put(question, 0);
    before.receive(acknowledged("one"), 0);
    expect(kept).toEqual([move("two")]);
    const after = new Outbox(kept, (moves) => {
      kept = moves;
    });
    expect(after.waits).toBe(true);
    expect(after.joins(0)).toEqual([JOIN]);
    expect(after.receive(sync(), 0).send).toEqual([move("two")]);
    after.receive(acknowledged("two"), 0);
    expect(kept).toEqual([]);
  });
});

test("whoever the line spoke for at first is still the same, and nobody else is", () => {
  expect(isStill("ada")).toBe(true);
  expect(isStill("ada")).toBe(true);
  expect(isStill("eve")).toBe(false);
  expect(isStill("ada")).toBe(true);
});
