import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Ending from "./Ending.svelte";
import Entry from "./Entry.svelte";
import Rules from "./Rules.svelte";
import { colourOf, headline, inWords, notation, say, tell, tellEnd, words } from "./speech";
import Tally from "./Tally.svelte";
import type { UkumaView } from "./wire";

export const ukuma: GameFace = {
  name: "ukuma",
  seats: [2, 2],
  Cover,
  words,
  playing: {
    Board,
    Tally,
    Ending,
    Entry,
    Rules,
    choices: [
      { option: "size", values: ["card", "cafe", "dining"] },
      { option: "best_of", values: [1, 3] },
      { option: "places", values: ["hidden", "shown"] },
      { option: "white", values: ["drawn", "first", "second"] },
      { option: "handicap", values: ["none", "first", "second"] },
      { option: "countdown", values: [3, 5, 10] },
    ],
    quick: { places: "shown" },
    resigns: true,
    seatName: (view, seat) => say(colourOf(view as UkumaView, seat)),
    notation,
    tell,
    inWords: (facts, view, seats) => inWords(facts, view as UkumaView, seats),
    tellEnd: (outcome, view, you, seats) => tellEnd(outcome, view as UkumaView, you, seats),
    headline: (outcome, _view, you, seats) => headline(outcome, you, seats),
  },
};
