import type { Playing } from "../face";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import Rules from "./Rules.svelte";
import { headline, notation, say, tell, tellEnd } from "./speech";
import Tally from "./Tally.svelte";
import { colourOf, type RukuniView } from "./turn";

export const playing: Playing = {
  Board,
  Tally,
  Ending,
  Rules,
  position: (view) => (view as RukuniView).position,
  seatName: (view, seat) => say(colourOf(view as RukuniView, seat)),
  notation,
  tell,
  tellEnd,
  headline: (outcome, view, you) => headline(outcome, view as RukuniView, you),
};
