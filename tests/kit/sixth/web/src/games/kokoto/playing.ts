import type { Playing } from "../face";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import Rules from "./Rules.svelte";
import { headline, notation, tell } from "./speech";
import Tally from "./Tally.svelte";

export const playing: Playing = {
  Board,
  Tally,
  Ending,
  Rules,
  seatName: () => null,
  notation,
  tell,
  headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
  tellEnd: (outcome, _view, you, seats) => headline(outcome, you, seats),
};
