import { playingOf } from "../face";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import Entry from "./Entry.svelte";
import Rules from "./Rules.svelte";
import { headline, inWords, say, tellEnd } from "./speech";
import Tally from "./Tally.svelte";
import { notation, tell } from "./tell";
import type { UbongoEvent, UbongoView } from "./wire";

export const playing = playingOf<UbongoView, UbongoEvent>({
  Board,
  Tally,
  Ending,
  Entry,
  Rules,
  keys: [
    { keys: ["A–H"], word: "keys.take" },
    { keys: ["Arrows"], word: "keys.move" },
    { keys: ["Shift", "Arrows"], word: "keys.tumble" },
    { keys: ["R"], word: "keys.turn" },
    { keys: ["Enter"], word: "keys.lay" },
    { keys: ["Backspace"], word: "keys.lift" },
    { keys: ["Escape"], word: "keys.down" },
    { keys: ["U"], word: "keys.undo" },
  ],
  progress,
  seatName: () => null,
  notation,
  tell,
  inWords: (facts, _view, seats) => inWords(facts, seats),
  tellEnd,
  headline,
});

function progress({ alone, round, done, options, playoff }: UbongoView): string | null {
  const n = Math.max(1, round);
  if (alone) {
    if (options.solo === "daily") return say("solo.daily");
    const of = options.limit;
    return options.solo === "tasks"
      ? say("progress.tasks", { n: Math.min(done + 1, of), of })
      : say("progress.task", { n });
  }
  if (playoff.length > 0) return say("progress.playoff");
  return options.rounds > 1
    ? say("progress", { n: Math.min(n, options.rounds), rounds: options.rounds })
    : null;
}
