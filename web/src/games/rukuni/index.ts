import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Ending from "./Ending.svelte";
import Rules from "./Rules.svelte";
import { headline, notation, say, tell, tellEnd, words } from "./speech";
import Tally from "./Tally.svelte";
import { colourOf, type RukuniView } from "./turn";

export const rukuni: GameFace = {
  name: "rukuni",
  Cover,
  words,
  playing: {
    Board,
    Tally,
    Ending,
    Rules,
    quick: { white: "first" },
    position: (view) => (view as RukuniView).position,
    seatName: (view, seat) => say(colourOf(view as RukuniView, seat)),
    notation,
    tell,
    tellEnd,
    headline: (outcome, view, you) => headline(outcome, view as RukuniView, you),
  },
};
