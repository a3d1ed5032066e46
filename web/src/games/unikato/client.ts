import { defineGame } from "../../board/game";
import { withWords } from "../../board/rules/sheet";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import HistoryEntry from "./HistoryEntry.svelte";
import { nameFacts, rulesWords, say, tell, tellEnd } from "./messages";
import { notation } from "./moves";
import sheet from "./rules.json";
import { UnikatoSession } from "./session.svelte";
import { sound } from "./sounds";
import Tally from "./Tally.svelte";
import type { UnikatoEvent, UnikatoView } from "./types";

export const client = defineGame<UnikatoView, UnikatoEvent, UnikatoSession>({
  createSession: (table) => new UnikatoSession(table),
  Board,
  Tally,
  Ending,
  sheet,
  rules: () => withWords(import("./Rules.svelte"), rulesWords),
  HistoryEntry,
  progress: ({ round: n, rounds }) => (rounds > 1 ? say("progress", { n, rounds }) : null),
  notation,
  tell,
  tellEnd: (outcome, _view, you, seats) => tellEnd(outcome, you, seats),
  sound,
  nameFacts,
});
