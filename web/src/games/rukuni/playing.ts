import { playingOf } from "../face";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { hint } from "./hint";
import Rules from "./Rules.svelte";
import { headline, notation, say, tell, tellEnd } from "./speech";
import Tally from "./Tally.svelte";
import { colourOf } from "./turn";
import type { RukuniEvent, RukuniView } from "./wire";

export const playing = playingOf<RukuniView, RukuniEvent>({
  Board,
  Tally,
  Ending,
  Rules,
  keys: [
    { keys: ["Arrows"], word: "keys.walk" },
    { keys: ["PageUp", "PageDown"], word: "keys.next" },
    { keys: ["Enter"], word: "keys.choose" },
    { keys: ["Escape"], word: "keys.back" },
  ],
  position: (view) => view.position,
  seatName: (view, seat) => say(colourOf(view, seat)),
  notation,
  tell,
  tellEnd,
  hint,
  study: async () => (await import("./study")).study,
  headline: (outcome, view, you) => headline(outcome, view, you),
});
