import { expect, it } from "vitest";
import { runKey } from "../../board/keys.svelte";
import { type BoardTable, emptyState } from "../../board/table";
import { keysOf } from "./keys";
import { ZumaSession } from "./session.svelte";
import type { ZumaView } from "./types";

const POLES = ["red", "blue"] as const;

function playing(changes: Partial<ZumaView> = {}, pending: readonly string[] = []) {
  const moves: string[] = [];
  const view = {
    you: 0,
    phase: "passing",
    round: 2,
    beat: 3,
    master: 0,
    turn: 0,
    angles: [0, 120, 240],
    poles: POLES.map((pole, index) => ({
      pole,
      colour: pole,
      angle: index * 180,
      reach: [0, 0, 0],
      holder: null,
    })),
    hands: [["sun", "sun", "eagle", "zuma"], null, null],
    chosen: [null, null, null],
    has_chosen: [],
    came: [null, null, null],
    grabs: [],
    ready: [],
    cycle: 1,
    accounts: [0, 1, 2].map(() => ({ cycles: [{}], strokes: [] })),
    ...changes,
  };
  const state = {
    ...emptyState("T"),
    status: "playing",
    synced: true,
    you: 0,
    seq: 1,
    pending: pending.map((move, ref) => ({ move, ref: String(ref) })),
  };
  const table = {
    state,
    view,
    live: true,
    connection: "open",
    clearMessage: () => undefined,
    move: (move: string) => moves.push(move),
  };
  return { session: new ZumaSession(table as unknown as BoardTable), moves };
}

function pressKey(session: ZumaSession, key: string): boolean {
  const deeds = { walked: () => false, openSheet: () => undefined };
  const event = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, repeat: false };
  return runKey(keysOf(session, deeds), { ...event, key } as KeyboardEvent);
}

it("passes on the card at a place, for this beat", () => {
  const { session, moves } = playing();
  session.choose(2);
  expect(moves).toEqual(["pass 2.3 eagle"]);
});

it("says nothing twice, and exchanges for another card", () => {
  const { session, moves } = playing({ chosen: ["sun", null, null] });
  session.choose(0);
  session.choose(1);
  expect(moves).toEqual([]);
  expect(session.gap).toBe(1);
  session.choose(3);
  expect(moves).toEqual(["pass 2.3 zuma"]);
});

it("shows at once what was asked for, and forgets it when the beat has passed", () => {
  expect(playing({}, ["pass 2.3 zuma"]).session.chosen).toBe("zuma");
  expect(playing({}, ["pass 2.2 zuma"]).session.chosen).toBeNull();
});

it("never takes a key for a card as one for a pole", () => {
  const { session, moves } = playing();
  for (const key of "12345678") pressKey(session, key);
  expect(moves.length).toBeGreaterThan(0);
  expect(moves.every((move) => move.startsWith("pass"))).toBe(true);
  const before = moves.length;
  for (const { key } of session.poles) pressKey(session, key.toLowerCase());
  expect(moves.slice(before)).toEqual(["grab 2 red", "grab 2 blue"]);
});

it("reaches for no second pole while a hand is on its way, nor when it holds one", () => {
  const { session, moves } = playing({}, ["grab 2 red"]);
  session.grab("blue");
  expect(moves).toEqual([]);
  expect(session.grabs).toHaveLength(1);
});

it("chooses no card any more once somebody has grabbed", () => {
  const { session, moves } = playing({ phase: "grabbing" });
  session.choose(0);
  expect(moves).toEqual([]);
});

it("knows who is left over when all poles are held", () => {
  const held = (holders: readonly (number | null)[]) =>
    playing({
      phase: "grabbing",
      poles: POLES.map((pole, index) => ({
        pole,
        colour: pole,
        angle: index * 180,
        reach: [0, 0, 0],
        holder: holders[index] ?? null,
      })),
    }).session.leftOver;
  expect(held([0, 2])).toBe(1);
  expect(held([0, null])).toBeNull();
});

it("lets the master turn the board on, pole by pole", () => {
  const { session, moves } = playing({ phase: "dealt" });
  pressKey(session, "t");
  expect(moves).toEqual(["turn 2 blue"]);
  expect(pressKey(playing({ phase: "dealt", master: 1 }).session, "t")).toBe(false);
});

it("knows which poles count no more for this player in this cycle", () => {
  const scored = (view: Partial<ZumaView>) => {
    const { session } = playing(view);
    return session.poles.filter((pole) => session.hasScored(pole)).map(({ pole }) => pole);
  };
  const accounts = [
    { cycles: [{ red: 2 }, { blue: 1 }], strokes: [] },
    { cycles: [{}, { red: 1 }], strokes: [] },
  ];
  expect(scored({ accounts })).toEqual(["red"]);
  expect(scored({ accounts, cycle: 2 })).toEqual(["blue"]);
  expect(scored({ accounts, you: 1 })).toEqual([]);
  expect(scored({ accounts, you: null })).toEqual([]);
});
