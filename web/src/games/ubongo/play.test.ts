import { expect, it } from "vitest";
import { HeardLog } from "../../table/heard";
import { fresh, type Pending } from "../../table/state";
import type { Table } from "../../table/table.svelte";
import { nameCube } from "./geometry";
import { Play } from "./play.svelte";
import type { UbongoEvent } from "./wire";

interface Sitting {
  play: Play;
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
  const heard = HeardLog.of(events.map((event, at) => ({ seq: at + 1, at: 0, actor: 0, event })));
  const state = { ...fresh("T"), status: "playing", synced: true, you: 0, seq: 1, heard, pending };
  const table = {
    state,
    view,
    live: true,
    line: "open",
    forgive: () => undefined,
    move: (move: string) => moves.push(move),
  };
  return { play: new Play(table as unknown as Table), moves };
}

function target(play: Play): string {
  return (play.held?.target ?? []).map(nameCube).sort().join(" ");
}

it("lays a piece in two gestures: taken, and let go over the board", () => {
  const { play, moves } = sitting();
  play.take("E");
  play.carry({ x: 0.4, y: 0.9 });
  expect(target(play)).toBe("");
  play.tumble("clockwise");
  play.carry({ x: 1, y: 0.6 });
  expect(target(play)).not.toBe("");
  play.drop();
  expect(play.held).toBeNull();
  expect(moves).toHaveLength(1);
  expect(moves[0]).toMatch(/^put 2 E( \w\d\+?){4}$/);
});

it("shows what is on its way, and lets nothing be moved when all lie", () => {
  const pending = [
    { ref: "1", move: "put 2 B c4 d3 d4 c4+" },
    { ref: "2", move: "put 1 E c3 c4 c5 d5" },
  ];
  const { play } = sitting({}, [], pending);
  expect(play.lying.map(({ piece }) => piece)).toEqual(["B"]);
  const rest = ["put 2 E c4+ d4+ e4+ d3+", "put 2 G e4 f4 e5 e5+"].map((move) => ({
    ref: move,
    move,
  }));
  expect(sitting({}, [], [...pending, ...rest]).play.mayBuild).toBe(false);
});

it("takes a piece off the board as it lay, and puts it back into the tray", () => {
  const { play, moves } = sitting({ B: ["c4", "d3", "d4", "c4+"] });
  play.take("B");
  expect(play.lying).toEqual([]);
  expect(target(play)).toBe("c4 c4+ d3 d4");
  play.drop();
  expect(moves).toEqual([]);
  play.take("B");
  play.putBack();
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
  const { play, moves } = sitting({ B: ["c4", "d3", "d4", "c4+"] }, events);
  play.undo();
  expect(moves).toEqual(["put 2 G e4 e5 f4 e5+"]);
  const next = sitting({ B: ["c4", "d3", "d4", "c4+"], G: ["e4", "f4", "e5", "e5+"] }, events, [
    { ref: "1", move: "put 2 G e4 e5 f4 e5+" },
  ]);
  next.play.undo();
  expect(next.moves).toEqual(["lift 2 B"]);
});

it("takes a change back once, also when it is told before the move is answered", () => {
  const cubes = ["c4", "d3", "d4", "c4+"];
  const events = [
    { type: "dealt" } as const,
    { type: "placed", seat: 0, piece: "B", cubes, count: 1 } as const,
  ];
  const pending = [{ ref: "1", move: `put 2 B ${cubes.join(" ")}` }];
  const { play, moves } = sitting({ B: cubes }, events, pending);
  play.undo();
  expect(moves).toEqual(["lift 2 B"]);
});

it("explains what cannot be done", () => {
  const { play, moves } = sitting();
  play.take("H");
  expect(play.prompt).toContain("H (big yellow)");
  play.undo();
  expect(play.prompt).toBe("There’s nothing to undo.");
  play.take("G");
  play.carry({ x: 9, y: 9 });
  play.drop();
  expect(play.prompt).toContain("stick out");
  expect(moves).toEqual([]);
});

it("explains why the piece in the hand cannot lie there, and keeps it", () => {
  const { play, moves } = sitting({ B: ["c4", "d3", "d4", "c4+"] });
  const said = () => {
    play.explainHeld();
    expect(play.held?.piece).toBe("E");
    return play.prompt;
  };
  play.take("E");
  const usual = play.prompt;
  expect(said()).toBe(usual);
  play.carry({ x: 9, y: 9 });
  expect(said()).toContain("stick out over the outline");
  play.tumble("counterclockwise");
  play.carry({ x: 1, y: 1.5 });
  expect(said()).toContain("doesn’t fit there, because of B");
  play.tumble("clockwise");
  play.tumble("near");
  expect(said()).toContain("higher than two layers");
  expect(moves).toEqual([]);
});

it("walks with keys over the places that fit", () => {
  const { play, moves } = sitting();
  play.take("G");
  play.bringOver();
  const before = target(play);
  expect(before).not.toBe("");
  play.nudge("left");
  play.nudge("right");
  play.drop();
  expect(moves).toHaveLength(1);
});
