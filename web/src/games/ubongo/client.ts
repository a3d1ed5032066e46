import { defineGame, withWords } from "../../board/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import HistoryEntry from "./HistoryEntry.svelte";
import { headline, nameFacts, rulesWords, say, tell, tellEnd } from "./messages";
import { notation } from "./moves";
import sheet from "./rules.json";
import { UbongoSession } from "./session.svelte";
import { sound } from "./sounds";
import Tally from "./Tally.svelte";
import type { UbongoEvent, UbongoView } from "./types";

export const client = defineGame<UbongoView, UbongoEvent, UbongoSession>({
  createSession: (table) => new UbongoSession(table),
  Board,
  Tally,
  Ending,
  sheet,
  rules: () => withWords(import("./Rules.svelte"), rulesWords),
  HistoryEntry,
  progress,
  notation,
  tell,
  headline,
  tellEnd,
  sound,
  nameFacts: (facts, _view, seats) => nameFacts(facts, seats),
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
