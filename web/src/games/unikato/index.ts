import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Ending from "./Ending.svelte";
import Entry from "./Entry.svelte";
import Rules from "./Rules.svelte";
import { headline, notation, tell, tellEnd, words } from "./speech";
import Tally from "./Tally.svelte";

export const unikato: GameFace = {
  name: "unikato",
  seats: [2, 4],
  Cover,
  words,
  playing: {
    Board,
    Tally,
    Ending,
    Entry,
    Rules,
    choices: [
      { option: "rounds", values: [1, 2, 3, 5] },
      { option: "starter", values: ["drawn", "first"] },
      { option: "patience", values: [10, 3, 5, 20, "never"] },
    ],
    quick: { starter: "first" },
    seatName: () => null,
    notation,
    tell,
    tellEnd: (outcome, _view, you, seats) => tellEnd(outcome, you, seats),
    headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
  },
};
