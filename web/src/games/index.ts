import type { GameFace } from "./face";
import { rukuni } from "./rukuni";
import { ubongo } from "./ubongo";
import { ukuma } from "./ukuma";
import { unikato } from "./unikato";
import { zuma } from "./zuma";

/** Every game the client knows, in the order in which they stand on the shelf: one line a game. */
export const FACES: readonly GameFace[] = [rukuni, unikato, ukuma, zuma, ubongo];

export function faceOf(game: string): GameFace | null {
  return FACES.find(({ name }) => name === game) ?? null;
}
