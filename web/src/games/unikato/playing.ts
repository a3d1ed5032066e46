import { playingOf } from "../face";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import Entry from "./Entry.svelte";
import Rules from "./Rules.svelte";
import { headline, notation, say, tell, tellEnd } from "./speech";
import Tally from "./Tally.svelte";
import type { UnikatoEvent, UnikatoView } from "./wire";

export const playing = playingOf<UnikatoView, UnikatoEvent>({
  Board,
  Tally,
  Ending,
  Entry,
  Rules,
  keys: [
    { keys: ["←", "→"], word: "keys.rack" },
    { keys: ["Shift", "←", "→"], word: "keys.shift" },
    { keys: ["Arrows"], word: "keys.places" },
    { keys: ["Enter"], word: "keys.choose" },
    { keys: ["Escape"], word: "keys.back" },
    { keys: ["+", "-"], word: "keys.zoom" },
    { keys: ["Tab", "Arrows"], word: "keys.pan" },
  ],
  progress: ({ round: n, rounds }) => (rounds > 1 ? say("progress", { n, rounds }) : null),
  seatName: () => null,
  notation,
  tell,
  tellEnd: (outcome, _view, you, seats) => tellEnd(outcome, you, seats),
  headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
});
