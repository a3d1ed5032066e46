import type { Playing } from "../face";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import Entry from "./Entry.svelte";
import Rules from "./Rules.svelte";
import { colourOf, headline, inWords, notation, say, tell, tellEnd } from "./speech";
import Tally from "./Tally.svelte";
import type { UkumaView } from "./wire";

export const playing: Playing = {
  Board,
  Tally,
  Ending,
  Entry,
  Rules,
  resigns: true,
  seatName: (view, seat) => say(colourOf(view as UkumaView, seat)),
  notation,
  tell,
  inWords: (facts, view, seats) => inWords(facts, view as UkumaView, seats),
  tellEnd: (outcome, view, you, seats) => tellEnd(outcome, view as UkumaView, you, seats),
  headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
};
