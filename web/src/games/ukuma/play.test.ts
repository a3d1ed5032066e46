import { expect, it } from "vitest";
import { fresh } from "../../table/state";
import type { Table } from "../../table/table.svelte";
import { Play } from "./play.svelte";
import { say } from "./speech";
import type { UkumaView } from "./wire";

const CARD = "pnob";
const TURNED = "npbo";

function playing(changes: Partial<UkumaView> = {}): { play: Play; moves: string[] } {
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

const shown = { fits: "shown" } as UkumaView["options"];

it("says with places shown that a card has to be turned, or fits nowhere", () => {
  const { play } = playing({ options: shown, fits: [[`${TURNED}@f4`], [], ["rrbb@f4"]] });
  play.touch(0);
  expect(play.prompt).toBe(say("step.turn"));
  play.turn();
  expect(play.prompt).toBe(say("step.place"));
  play.touch(1);
  expect(play.prompt).toBe(say("step.nowhere"));
  play.touch(2);
  expect(play.prompt).toBe(say("step.place"));
});

it("does not tell where a card fits if the table keeps that to itself", () => {
  const { play } = playing();
  play.touch(0);
  expect(play.prompt).toBe(say("step.place"));
});

it("knows the ways up of Black, who sees every card the other way", () => {
  const { play } = playing({ options: shown, white: 1, fits: [[`${TURNED}@f4`], [], []] });
  play.touch(0);
  expect(play.prompt).toBe(say("step.place"));
  play.turn();
  expect(play.prompt).toBe(say("step.turn"));
});
