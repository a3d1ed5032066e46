import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Ending from "./Ending.svelte";
import Rules from "./Rules.svelte";
import { headline, notation, tell, words } from "./speech";
import Tally from "./Tally.svelte";

export const kokoto: GameFace = {
  name: "kokoto",
  Cover,
  words,
  playing: {
    Board,
    Tally,
    Ending,
    Rules,
    quick: {},
    seatName: () => null,
    notation,
    tell,
    headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
    tellEnd: (outcome, _view, you, seats) => headline(outcome, you, seats),
  },
};
