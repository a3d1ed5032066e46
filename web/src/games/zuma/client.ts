import { defineGame, withWords } from "../../board/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import HistoryEntry from "./HistoryEntry.svelte";
import { nameFacts, rulesWords, say, tell, tellEnd } from "./messages";
import { notation } from "./moves";
import sheet from "./rules.json";
import { ZumaSession } from "./session.svelte";
import { sound } from "./sounds";
import Tally from "./Tally.svelte";
import type { ZumaEvent, ZumaView } from "./types";

export const client = defineGame<ZumaView, ZumaEvent, ZumaSession>({
  createSession: (table) => new ZumaSession(table),
  Board,
  Tally,
  Ending,
  sheet,
  rules: () => withWords(import("./Rules.svelte"), rulesWords),
  HistoryEntry,
  progress: ({ cycle, round, opened, options: { cycles } }) => {
    const n = round - opened + 1;
    return cycles > 1 ? say("progress", { cycle, cycles, n }) : say("progress.round", { n });
  },
  keepsTime: true,
  seatName: (view, seat) => (view.master === seat && view.ending === null ? say("master") : null),
  notation,
  tell,
  tellEnd,
  sound,
  nameFacts: (facts, _view, seats) => nameFacts(facts, seats),
});
