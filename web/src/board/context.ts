import { createContext } from "svelte";
import type { GameClient, GameEntry } from "./game";
import { BoardSession } from "./session.svelte";
import type { BoardTable } from "./table";

/** What everything around a board shares: set once for each table, and read by whoever needs it. */
export interface GameContext<Session extends BoardSession = BoardSession> {
  readonly table: BoardTable;
  readonly entry: GameEntry;
  readonly game: GameClient;
  readonly session: Session;
}

const [context, setContext] = createContext<GameContext>();

export function provideGame<Context extends GameContext>(provided: Context): Context {
  setContext(provided);
  return provided;
}

/** The game that is played here, with the session that its client makes. */
export function gameContext<Session extends BoardSession = BoardSession>(): GameContext<Session> {
  return context() as GameContext<Session>;
}

/** The game's session at a table, or a plain one where a move is one touch. */
export function sessionAt(table: BoardTable, game: GameClient, entry: GameEntry): BoardSession {
  return game.createSession?.(table) ?? new BoardSession(table, entry.words, null);
}
