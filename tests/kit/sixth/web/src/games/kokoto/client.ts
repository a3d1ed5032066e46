import { defineGame } from "../../board/game";
import Board from "./Board.svelte";
import { notation, tell } from "./messages";
import type { KokotoEvent, KokotoView } from "./types";

/** A move is one touch: there is nothing to begin, and no session of its own. */
export const client = defineGame<KokotoView, KokotoEvent>({
  Board,
  rules: () => import("./Rules.svelte"),
  notation,
  tell,
});
