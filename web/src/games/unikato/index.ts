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
  Cover,
  words,
  playing: {
    Board,
    Tally,
    Ending,
    Entry,
    Rules,
    quick: { starter: "first" },
    seatName: () => null,
    notation,
    tell,
    tellEnd: (outcome, _view, you, seats) => tellEnd(outcome, you, seats),
    headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
  },
};
