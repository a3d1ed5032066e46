import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type BoardTable, emptyState } from "../../board/table";
import { say } from "./messages";
import { AutoMove, UkumaSession } from "./session.svelte";
import type { UkumaView } from "./types";

const CARD = "pnob";
const TURNED = "npbo";

function playing(changes: Partial<UkumaView> = {}): { session: UkumaSession; moves: string[] } {
  const moves: string[] = [];
  const view = {
    you: 0,
    white: 0,
    game: 1,
    phase: "playing",
    options: { fits: "hidden" },
    files: 11,
    ranks: 8,
    table: [],
    hands: [[CARD, "llbb", "rrbb"], null],
    fronts: [[], []],
    fits: [],
    ...changes,
  };
  const state = { ...emptyState("T"), status: "playing", synced: true, you: 0, seq: 1 };
  const table = {
    state,
    view,
    connection: "open",
    clearMessage: () => undefined,
    move: (move: string) => moves.push(move),
  };
  return { session: new UkumaSession(table as unknown as BoardTable), moves };
}

it("turns a chosen card by touching it again", () => {
  const { session } = playing();
  session.touch(0);
  expect([session.chosen, session.face(CARD)]).toEqual([CARD, CARD]);
  session.touch(0);
  expect(session.face(CARD)).toBe(TURNED);
});

it("holds a card upright again that was thrown away: it is announced upright when it is drawn", () => {
  const { session, moves } = playing();
  session.touch(0);
  session.turn();
  session.discard();
  expect(moves).toEqual(["discard"]);
  expect(session.face(CARD)).toBe(CARD);
});

const shown = { fits: "shown" } as UkumaView["options"];

it("says with places shown that a card has to be turned, or fits nowhere", () => {
  const { session } = playing({ options: shown, fits: [[`${TURNED}@f4`], [], ["rrbb@f4"]] });
  session.touch(0);
  expect(session.prompt).toBe(say("step.turn"));
  session.turn();
  expect(session.prompt).toBe(say("step.place"));
  session.touch(1);
  expect(session.prompt).toBe(say("step.nowhere"));
  session.touch(2);
  expect(session.prompt).toBe(say("step.place"));
});

it("does not tell where a card fits if the table keeps that to itself", () => {
  const { session } = playing();
  session.touch(0);
  expect(session.prompt).toBe(say("step.place"));
});

it("knows the ways up of Black, who sees every card the other way", () => {
  const { session } = playing({ options: shown, white: 1, fits: [[`${TURNED}@f4`], [], []] });
  session.touch(0);
  expect(session.prompt).toBe(say("step.place"));
  session.turn();
  expect(session.prompt).toBe(say("step.turn"));
});

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
  const autoMove = new AutoMove(table, "ready");
  for (let times = 0; times < 5; times += 1) autoMove.make();
  expect(moves).toEqual(["ready"]);
  Object.assign(table, { state: { ...table.state, seq: 4 } });
  autoMove.make();
  expect(moves).toHaveLength(2);
});

it("waits longer and longer after each refusal, also when something happens meanwhile", () => {
  const table = at(3);
  const autoMove = new AutoMove(table, "ready");
  autoMove.make();
  for (const [refusals, pause] of [2_000, 4_000, 8_000].entries()) {
    autoMove.refused();
    Object.assign(table, { state: { ...table.state, seq: 4 + refusals } });
    autoMove.make();
    vi.advanceTimersByTime(pause - 1);
    autoMove.make();
    expect(moves).toHaveLength(refusals + 1);
    vi.advanceTimersByTime(1);
    autoMove.make();
    expect(moves).toHaveLength(refusals + 2);
  }
});

it("is not said while it is on its way, and never again once the board is gone", () => {
  const table = at(3);
  Object.assign(table.state, { pending: [{ move: "ready", ref: "r" }] });
  const autoMove = new AutoMove(table, "ready");
  autoMove.make();
  expect(moves).toEqual([]);
  autoMove.refused();
  autoMove.stop();
  expect(vi.getTimerCount()).toBe(0);
});
