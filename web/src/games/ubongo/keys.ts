import type { KeyBinding } from "../../board/keys.svelte";
import type { Direction, Piece, Way } from "./layout";
import { asSeen } from "./look.svelte";
import type { UbongoSession } from "./session.svelte";

const WAYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "away",
  ArrowDown: "near",
};

/** What the keyboard does with pieces; afterwards the focus follows the one in the hand. */
export function keysOf(
  session: UbongoSession,
  building: () => boolean,
  follow: () => void,
): readonly KeyBinding[] {
  const act = (deed: (event: KeyboardEvent) => void, needsPiece = false) => {
    return (event: KeyboardEvent): boolean => {
      if (!building() || (needsPiece && session.held === null)) return false;
      deed(event);
      follow();
      return true;
    };
  };
  const turn = act(({ shiftKey }) => tumble(session, shiftKey ? "counterclockwise" : "clockwise"));
  const moved = act(({ key, shiftKey }) => move(session, WAYS[key] ?? "near", shiftKey), true);
  const undo = act(() => session.undo());
  const lay = act(() => session.drop(), true);
  const putBack = act(() => session.putBack(), true);
  return [
    {
      keys: ["A–H"],
      word: "keys.take",
      press: act(({ key }) => pick(session, key.toUpperCase() as Piece)),
    },
    { keys: ["Arrows"], word: "keys.move", press: moved },
    { keys: ["Shift", "Arrows"], word: "keys.tumble", press: moved },
    { keys: ["R"], word: "keys.turn", press: turn },
    { keys: ["Enter"], word: "keys.lay", press: lay },
    { keys: ["Space"], press: lay },
    { keys: ["Backspace"], word: "keys.lift", press: putBack },
    { keys: ["Delete"], press: putBack },
    { keys: ["Escape"], word: "keys.down", press: act(() => session.letGo(), true) },
    { keys: ["U"], word: "keys.undo", press: undo },
    { keys: ["Ctrl+Z"], press: undo },
  ];
}

/** Takes a piece and holds it where it fits; the piece that is held already is turned. */
export function pick(session: UbongoSession, piece: Piece): void {
  if (session.held?.piece === piece) tumble(session, "clockwise");
  else {
    session.take(piece);
    if (session.held?.piece === piece) session.bringOver();
  }
}

function move(session: UbongoSession, way: Direction, over: boolean): void {
  if (over) tumble(session, asSeen(way));
  else session.nudge(asSeen(way));
}

/** Turned with keys, a piece is put over the board as soon as it fits somewhere. */
function tumble(session: UbongoSession, way: Way): void {
  session.tumble(way);
  session.bringOver();
}
