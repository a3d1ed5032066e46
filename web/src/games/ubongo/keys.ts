import type { Piece, Way } from "./geometry";
import { PIECES } from "./geometry";
import { asSeen } from "./look.svelte";
import type { Direction } from "./placing";
import type { Play } from "./play.svelte";

const WAYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "away",
  ArrowDown: "near",
};

interface Key {
  key: string;
  shiftKey: boolean;
}

/** What the keyboard does with pieces; true when it did something. */
export function typed(play: Play, { key, shiftKey }: Key): boolean {
  const way = WAYS[key];
  const letter = key.length === 1 ? key.toUpperCase() : "";
  if (way) return play.held !== null && move(play, way, shiftKey);
  if ((PIECES as readonly string[]).includes(letter)) pick(play, letter as Piece);
  else if (letter === "R") tumble(play, shiftKey ? "counterclockwise" : "clockwise");
  else if (letter === "U") play.undo();
  else if (play.held === null) return false;
  else if (key === "Enter" || key === " ") play.drop();
  else if (key === "Delete" || key === "Backspace") play.putBack();
  else if (key === "Escape") play.letGo();
  else return false;
  return true;
}

/** Takes a piece and holds it where it fits; the piece that is held already is turned. */
export function pick(play: Play, piece: Piece): void {
  if (play.held?.piece === piece) tumble(play, "clockwise");
  else {
    play.take(piece);
    if (play.held?.piece === piece) play.bringOver();
  }
}

function move(play: Play, way: Direction, over: boolean): boolean {
  if (over) tumble(play, asSeen(way));
  else play.nudge(asSeen(way));
  return true;
}

/** Whoever turns with keys has it over the board as soon as it fits somewhere. */
function tumble(play: Play, way: Way): void {
  play.tumble(way);
  play.bringOver();
}
