import { playingOf } from "../face";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import Entry from "./Entry.svelte";
import Rules from "./Rules.svelte";
import { headline, inWords, say, tellEnd } from "./speech";
import Tally from "./Tally.svelte";
import { notation, tell } from "./tell";
import type { ZumaEvent, ZumaView } from "./wire";

export const playing = playingOf<ZumaView, ZumaEvent>({
  Board,
  Tally,
  Ending,
  Entry,
  Rules,
  keys: [
    { keys: ["1–8"], word: "keys.choose" },
    { keys: ["D", "F", "G", "H", "J"], word: "keys.grab" },
    { keys: ["R"], word: "keys.ready" },
    { keys: ["T"], word: "keys.turn" },
    { keys: ["S"], word: "keys.sheet" },
    { keys: ["Arrows"], word: "keys.walk" },
    { keys: ["Enter"], word: "keys.enter" },
  ],
  progress: ({ cycle, round, opened, options: { cycles } }) => {
    const n = round - opened + 1;
    return cycles > 1 ? say("progress", { cycle, cycles, n }) : say("progress.round", { n });
  },
  keepsTime: true,
  seatName: (view, seat) => (view.master === seat && view.ending === null ? say("master") : null),
  notation,
  tell,
  inWords: (facts, _view, seats) => inWords(facts, seats),
  tellEnd,
  headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
});
