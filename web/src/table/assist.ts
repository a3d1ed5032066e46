import type { Assist, GameClient } from "../board/game";
import { cardOf } from "../net/game-list";

/** Hints and analyses, where the game has them and the hall too: their code comes when a table needs it. */
export async function assistFor(
  name: string,
  game: Pick<GameClient, "assist">,
): Promise<Assist | null> {
  try {
    if (!game.assist || !(await cardOf(name))?.analysis) return null;
    return await game.assist();
  } catch {
    return null; // the table works without them
  }
}
