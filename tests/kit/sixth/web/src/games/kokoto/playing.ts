import { playingOf } from "../face";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import Rules from "./Rules.svelte";
import { headline, notation, tell } from "./speech";
import Tally from "./Tally.svelte";
import type { KokotoEvent, KokotoView } from "./wire";

export const playing = playingOf<KokotoView, KokotoEvent>({
  Board,
  Tally,
  Ending,
  Rules,
  seatName: () => null,
  notation,
  tell,
  headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
  tellEnd: (outcome, _view, you, seats) => headline(outcome, you, seats),
});
