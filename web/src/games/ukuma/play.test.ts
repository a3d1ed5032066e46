import { expect, it } from "vitest";
import { fresh } from "../../table/state";
import type { Table } from "../../table/table.svelte";
import { Play } from "./play.svelte";

const CARD = "pnob";
const TURNED = "npbo";

function playing(): { play: Play; moves: string[] } {
  const moves: string[] = [];
  const view = {
    you: 0,
    white: 0,
    game: 1,
    phase: "playing",
    files: 11,
    ranks: 8,
    table: [],
    hands: [[CARD, "llbb", "rrbb"], null],
    fronts: [[], []],
    fits: [],
  };
  const state = { ...fresh("T"), status: "playing", synced: true, you: 0, seq: 1 };
  const table = {
    state,
    view,
    line: "open",
    forgive: () => undefined,
    move: (move: string) => moves.push(move),
  };
  return { play: new Play(table as unknown as Table), moves };
}

it("turns a chosen card by touching it again", () => {
  const { play } = playing();
  play.touch(0);
  expect([play.chosen, play.face(CARD)]).toEqual([CARD, CARD]);
  play.touch(0);
  expect(play.face(CARD)).toBe(TURNED);
});

it("holds a card upright again that was thrown away: it is announced upright when it is drawn", () => {
  const { play, moves } = playing();
  play.touch(0);
  play.turn();
  play.discard();
  expect(moves).toEqual(["discard"]);
  expect(play.face(CARD)).toBe(CARD);
});
