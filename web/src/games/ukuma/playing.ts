import { playingOf } from "../face";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import Entry from "./Entry.svelte";
import Rules from "./Rules.svelte";
import { colourOf, headline, inWords, notation, say, tell, tellEnd } from "./speech";
import Tally from "./Tally.svelte";
import type { UkumaEvent, UkumaView } from "./wire";

export const playing = playingOf<UkumaView, UkumaEvent>({
  Board,
  Tally,
  Ending,
  Entry,
  Rules,
  keys: [
    { keys: ["1", "2", "3"], word: "keys.choose" },
    { keys: ["R"], word: "keys.turn" },
    { keys: ["D", "Backspace"], word: "keys.discard" },
    { keys: ["Arrows"], word: "keys.front" },
    { keys: ["Shift", "Arrows"], word: "keys.cells" },
    { keys: ["Enter"], word: "keys.lay" },
    { keys: ["Escape"], word: "keys.down" },
    { keys: ["+", "-"], word: "keys.zoom" },
    { keys: ["Tab", "Arrows"], word: "keys.pan" },
  ],
  progress: ({ game: n, options: { best_of: games } }) =>
    games > 1 ? say("progress", { n, games }) : null,
  resigns: true,
  seatName: (view, seat) => say(colourOf(view, seat)),
  notation,
  tell,
  inWords: (facts, view, seats) => inWords(facts, view, seats),
  tellEnd: (outcome, view, you, seats) => tellEnd(outcome, view, you, seats),
  headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
});
