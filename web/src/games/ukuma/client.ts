import { defineGame } from "../../board/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import HistoryEntry from "./HistoryEntry.svelte";
import { colourOf, nameFacts, say, tell, tellEnd } from "./messages";
import { notation } from "./moves";
import { UkumaSession } from "./session.svelte";
import { sound } from "./sounds";
import Tally from "./Tally.svelte";
import type { UkumaEvent, UkumaView } from "./types";

export const client = defineGame<UkumaView, UkumaEvent, UkumaSession>({
  createSession: (table) => new UkumaSession(table),
  Board,
  Tally,
  Ending,
  rules: () => import("./Rules.svelte"),
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
