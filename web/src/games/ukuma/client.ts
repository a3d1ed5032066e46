import { defineGame, withWords } from "../../board/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import HistoryEntry from "./HistoryEntry.svelte";
import { colourOf, nameFacts, rulesWords, say, tell, tellEnd } from "./messages";
import { notation } from "./moves";
import sheet from "./rules.json";
import { UkumaSession } from "./session.svelte";
import { sound } from "./sounds";
import Tally from "./Tally.svelte";
import type { UkumaEvent, UkumaView } from "./types";

export const client = defineGame<UkumaView, UkumaEvent, UkumaSession>({
  createSession: (table) => new UkumaSession(table),
  Board,
  Tally,
  Ending,
  sheet,
  rules: () => withWords(import("./Rules.svelte"), rulesWords),
  HistoryEntry,
  progress: ({ game: n, options: { best_of: games } }) =>
    games > 1 ? say("progress", { n, games }) : null,
  resigns: true,
  seatName: (view, seat) => say(colourOf(view, seat)),
  notation,
  tell,
  tellEnd,
  sound,
  nameFacts,
});
