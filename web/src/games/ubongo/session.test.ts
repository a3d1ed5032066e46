import { expect, it } from "vitest";
import { type BoardTable, emptyState, type Pending } from "../../board/table";
import { nameCube } from "./layout";
import { isTied, UbongoSession } from "./session.svelte";
import type { UbongoEvent, UbongoView } from "./types";

interface Sitting {
  session: UbongoSession;
  moves: string[];
}

function board() {
  const tasks = Array<string>(6).fill("BEG");
  return { level: 1, outline: "..#../####./.#...", tasks, numbers: [], grades: [] };
}

function sitting(
  lying: Record<string, string[]> = {},
  events: readonly Partial<UbongoEvent>[] = [],
  pending: readonly Pending[] = [],
): Sitting {
  const moves: string[] = [];
  const side = {
    level: 1,
    board: board(),
    task: "BEG",
    count: 0,
    lying,
    solved: null,
    gems: {},
    points: 0,
    solutions: [],
  };
  const view = {
    you: 0,
    round: 2,
    phase: "building",
    solved: [],
    playoff: [],
    alone: false,
    again: false,
    sides: [side],
  };
  const logged = events.map((event, at) => ({ seq: at + 1, at: 0, actor: 0, event }));
  const state = {
    ...emptyState("T"),
    status: "playing",
    synced: true,
    you: 0,
    seq: 1,
    events: logged,
    pending,
  };
  const table = {
    state,
    view,
    live: true,
    connection: "open",
    clearMessage: () => undefined,
    move: (move: string) => moves.push(move),
  };
  return { session: new UbongoSession(table as unknown as BoardTable), moves };
}

function target(session: UbongoSession): string {
  return (session.held?.target ?? []).map(nameCube).sort().join(" ");
}

it("lays a piece in two gestures: taken, and let go over the board", () => {
  const { session, moves } = sitting();
  session.take("E");
  session.carry({ x: 0.4, y: 0.9 });
  expect(target(session)).toBe("");
  session.tumble("clockwise");
  session.carry({ x: 1, y: 0.6 });
  expect(target(session)).not.toBe("");
  session.drop();
  expect(session.held).toBeNull();
  expect(moves).toHaveLength(1);
  expect(moves[0]).toMatch(/^put 2 E( \w\d\+?){4}$/);
});

it("shows what is on its way, and lets nothing be moved when all lie", () => {
  const pending = [
    { ref: "1", move: "put 2 B c4 d3 d4 c4+" },
    { ref: "2", move: "put 1 E c3 c4 c5 d5" },
  ];
  const { session } = sitting({}, [], pending);
  expect(session.lying.map(({ piece }) => piece)).toEqual(["B"]);
  const rest = ["put 2 E c4+ d4+ e4+ d3+", "put 2 G e4 f4 e5 e5+"].map((move) => ({
    ref: move,
    move,
  }));
  expect(sitting({}, [], [...pending, ...rest]).session.mayBuild).toBe(false);
});

it("takes a piece off the board as it lay, and puts it back into the tray", () => {
  const { session, moves } = sitting({ B: ["c4", "d3", "d4", "c4+"] });
  session.take("B");
  expect(session.lying).toEqual([]);
  expect(target(session)).toBe("c4 c4+ d3 d4");
  session.drop();
  expect(moves).toEqual([]);
  session.take("B");
  session.putBack();
  expect(moves).toEqual(["lift 2 B"]);
});

it("takes changes back one after the other, also after the page was loaded anew", () => {
  const placed = (piece: string, cubes: string[]) =>
    ({ type: "placed", seat: 0, piece, cubes, count: 1 }) as const;
  const events = [
    { type: "dealt" } as const,
    placed("G", ["e4", "f4", "e5", "e5+"]),
    placed("B", ["c4", "d3", "d4", "c4+"]),
    { type: "placed", seat: 1, piece: null, cubes: null, count: 1 } as const,
    { type: "lifted", seat: 0, piece: "G", count: 1 } as const,
  ];
  const { session, moves } = sitting({ B: ["c4", "d3", "d4", "c4+"] }, events);
  session.undo();
  expect(moves).toEqual(["put 2 G e4 e5 f4 e5+"]);
  const next = sitting({ B: ["c4", "d3", "d4", "c4+"], G: ["e4", "f4", "e5", "e5+"] }, events, [
    { ref: "1", move: "put 2 G e4 e5 f4 e5+" },
  ]);
  next.session.undo();
  expect(next.moves).toEqual(["lift 2 B"]);
});

it("takes a change back once, also when it is told before the move is answered", () => {
  const cubes = ["c4", "d3", "d4", "c4+"];
  const events = [
    { type: "dealt" } as const,
    { type: "placed", seat: 0, piece: "B", cubes, count: 1 } as const,
  ];
  const pending = [{ ref: "1", move: `put 2 B ${cubes.join(" ")}` }];
  const { session, moves } = sitting({ B: cubes }, events, pending);
  session.undo();
  expect(moves).toEqual(["lift 2 B"]);
});

it("explains what cannot be done", () => {
  const { session, moves } = sitting();
  session.take("H");
  expect(session.prompt).toContain("H (big yellow)");
  session.undo();
  expect(session.prompt).toBe("There’s nothing to undo.");
  session.take("G");
  session.carry({ x: 9, y: 9 });
  session.drop();
  expect(session.prompt).toContain("stick out");
  expect(moves).toEqual([]);
});

it("explains why the piece in the hand cannot lie there, and keeps it", () => {
  const { session, moves } = sitting({ B: ["c4", "d3", "d4", "c4+"] });
  const said = () => {
    session.explainHeld();
    expect(session.held?.piece).toBe("E");
    return session.prompt;
  };
  session.take("E");
  const usual = session.prompt;
  expect(said()).toBe(usual);
  session.carry({ x: 9, y: 9 });
  expect(said()).toContain("stick out over the outline");
  session.tumble("counterclockwise");
  session.carry({ x: 1, y: 1.5 });
  expect(said()).toContain("doesn’t fit there, because of B");
  session.tumble("clockwise");
  session.tumble("near");
  expect(said()).toContain("higher than two layers");
  expect(moves).toEqual([]);
});

it("walks with keys over the places that fit", () => {
  const { session, moves } = sitting();
  session.take("G");
  session.bringOver();
  const before = target(session);
  expect(before).not.toBe("");
  session.nudge("left");
  session.nudge("right");
  session.drop();
  expect(moves).toHaveLength(1);
});

function after(round: number, points: readonly number[], phase = "between"): UbongoView {
  const sides = points.map((each) => ({ points: each }));
  return { phase, alone: false, round, options: { rounds: 9 }, sides, playoff: [] } as never;
}

it("goes to a playoff only after the last round, and only if several are equal at the top", () => {
  expect(isTied(after(9, [5, 7, 7]))).toBe(true);
  expect(isTied(after(9, [0, 0]))).toBe(true);
  expect(isTied(after(9, [7, 5, 5]))).toBe(false);
  expect(isTied(after(8, [7, 7]))).toBe(false);
  expect(isTied(after(9, [7, 7], "over"))).toBe(false);
});
