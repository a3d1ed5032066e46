import { defineGame, withWords } from "../../board/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { rulesWords, say, tell, tellEnd } from "./messages";
import { colourOf, notation } from "./moves";
import sheet from "./rules.json";
import { RukuniSession } from "./session.svelte";
import { sound } from "./sounds";
import Tally from "./Tally.svelte";
import type { RukuniEvent, RukuniView } from "./types";

export const client = defineGame<RukuniView, RukuniEvent, RukuniSession>({
  createSession: (table) => new RukuniSession(table),
  Board,
  Tally,
  Ending,
  sheet,
  rules: () => withWords(import("./Rules.svelte"), rulesWords),
  position: (view) => view.position,
  seatName: (view, seat) => say(colourOf(view, seat)),
  notation,
  tell,
  tellEnd,
  sound,
  assist: async () => (await import("./analysis/assist.svelte")).loadAssist(),
});
