import { PLACES, type Place } from "./layout";
import type { RukuniEvent, RukuniView } from "./types";

export type { GroupView, RukuniView, SideView } from "./types";
export type Reach = RukuniView["reach"];
export type Colour = "white" | "grey";
export const COLOURS: readonly Colour[] = ["white", "grey"];

export function colourOf(view: RukuniView, seat: number): Colour {
  return view.white.seat === seat ? "white" : "grey";
}

/** A whole turn, taken apart: `a1-a4/b4`. */
export interface Turn {
  tower: string;
  to: string;
  peg: string;
}

export function readTurn(text: string): Turn | null {
  const parts = /^(\w\d)-(\w\d)\/(\w\d)$/.exec(text);
  if (!parts) return null;
  const [, tower = "", to = "", peg = ""] = parts;
  return { tower, to, peg };
}

/** The turn of an event, in notation. */
export function notation(event: RukuniEvent): string | null {
  return event.type === "turned" ? event.turn : null;
}

export function writeTurn({ tower, to, peg }: Turn): string {
  return `${tower}-${to}/${peg}`;
}

export type Piece = "tower" | Colour;

/** What stands where, and who is to move; may be unfinished. */
export interface Placed {
  pieces: ReadonlyMap<string, Piece>;
  toMove: Colour;
}

export const OPENING = "T3T/6/7/8/T7T/8/7/6/T3T w";
export const NOTHING: Placed = { pieces: new Map(), toMove: "white" };
const LETTERS: Readonly<Record<Piece, string>> = { tower: "T", white: "w", grey: "g" };
const PIECES = new Map(Object.entries(LETTERS).map(([piece, letter]) => [letter, piece as Piece]));

/** The board's rows as a position writes them: the uppermost first. */
const ROWS: readonly (readonly Place[])[] = [8, 7, 6, 5, 4, 3, 2, 1, 0].map((wanted) =>
  PLACES.filter(({ row }) => row === wanted),
);

/** What a line of text says; null where it is none. How many pieces there are is another question. */
export function readPosition(text: string): Placed | null {
  const [board = "", mover = "", ...more] = text.trim().split(/\s+/);
  const rows = board.split("/");
  const toMove = COLOURS.find((colour) => LETTERS[colour] === mover);
  if (!toMove || more.length > 0 || rows.length !== ROWS.length) return null;
  const pieces = new Map<string, Piece>();
  for (const [index, places] of ROWS.entries()) {
    const letters = (rows[index] ?? "").replaceAll(/[1-9]/g, (empty) => ".".repeat(Number(empty)));
    if (letters.length !== places.length || /[^.Twg]/.test(letters)) return null;
    for (const [column, { name }] of places.entries()) {
      const piece = PIECES.get(letters[column] ?? "");
      if (piece) pieces.set(name, piece);
    }
  }
  return { pieces, toMove };
}

export function writePosition({ pieces, toMove }: Placed): string {
  const rows = ROWS.map((places) =>
    places
      .map(({ name }) => LETTERS[pieces.get(name) as Piece] ?? ".")
      .join("")
      .replaceAll(/\.+/g, (empty) => String(empty.length)),
  );
  return `${rows.join("/")} ${LETTERS[toMove]}`;
}

/** The same with this piece in a hollow, or nothing in it. */
export function withPiece({ pieces, toMove }: Placed, hollow: string, piece: Piece | null): Placed {
  const next = new Map(pieces);
  if (piece === null) next.delete(hollow);
  else next.set(hollow, piece);
  return { pieces: next, toMove };
}

export function other(colour: Colour): Colour {
  return colour === "white" ? "grey" : "white";
}

/** The position after a turn; both come from the hall, so nothing is checked here. */
export function after(position: string, turn: string): string {
  const placed = readPosition(position);
  const parts = readTurn(turn);
  if (!placed || !parts) return position;
  const moved = withPiece(withPiece(placed, parts.tower, null), parts.to, "tower");
  const { pieces } = withPiece(moved, parts.peg, placed.toMove);
  return writePosition({ pieces, toMove: other(placed.toMove) });
}

export function count({ pieces }: Placed, wanted: Piece): number {
  return [...pieces.values()].filter((piece) => piece === wanted).length;
}

/** A turn that is begun: nothing yet, a tower taken, or the tower put down again. */
export type Draft =
  | { step: "tower" }
  | { step: "to"; tower: string }
  | { step: "peg"; tower: string; to: string };

export const EMPTY: Draft = { step: "tower" };

/** What a touch did: changed the draft, finished the turn, or could not be done (why). */
export type Touched = { draft: Draft } | { turn: Turn } | { why: Why };

export type Why = "no_tower" | "shut_in" | "out_of_reach" | "not_beside";

/** The hollows that may be touched next to get on with the turn. */
export function lit(reach: Reach, draft: Draft): readonly string[] {
  if (draft.step === "tower") return Object.keys(reach);
  const ways = reach[draft.tower] ?? {};
  return draft.step === "to" ? Object.keys(ways) : (ways[draft.to] ?? []);
}

/** Touching a hollow: on with the turn, back a step, or another tower. */
export function touch(
  reach: Reach,
  towers: readonly string[],
  draft: Draft,
  hollow: string,
): Touched {
  if (draft.step !== "tower" && lit(reach, draft).includes(hollow)) return onward(draft, hollow);
  if (draft.step === "peg" && hollow === draft.to) return { draft: back(draft) };
  if (draft.step === "peg" && hollow === draft.tower) return { why: "not_beside" };
  if (draft.step === "to" && hollow === draft.tower) return { draft: EMPTY };
  if (hollow in reach) return { draft: { step: "to", tower: hollow } };
  if (towers.includes(hollow)) return { why: "shut_in" };
  const why = { tower: "no_tower", to: "out_of_reach", peg: "not_beside" } as const;
  return { why: why[draft.step] };
}

function onward(draft: Exclude<Draft, { step: "tower" }>, hollow: string): Touched {
  if (draft.step === "to") return { draft: { step: "peg", tower: draft.tower, to: hollow } };
  return { turn: { tower: draft.tower, to: draft.to, peg: hollow } };
}

/** One step back. */
export function back(draft: Draft): Draft {
  return draft.step === "peg" ? { step: "to", tower: draft.tower } : EMPTY;
}

export interface Tower {
  /** Stays with the tower when it moves, so that it glides instead of jumping. */
  id: number;
  hollow: string;
}

export interface Peg {
  hollow: string;
  colour: Colour;
  /** Sent, and not acknowledged yet. */
  pending: boolean;
}

/** What stands in the hollows: the view, and on top of it what this player has begun or sent. */
export interface Pieces {
  towers: readonly string[];
  pegs: Peg[];
}

export function piecesOf(
  view: RukuniView,
  draft: Draft,
  pending: Turn | null,
  mine: Colour,
): Pieces {
  const pegs = COLOURS.flatMap((colour) =>
    view[colour].groups.flatMap((group) =>
      group.pegs.map((hollow) => ({ hollow, colour, pending: false })),
    ),
  );
  if (pending) {
    if (!view.towers.includes(pending.tower)) return { towers: view.towers, pegs };
    const added = { hollow: pending.peg, colour: mine, pending: true };
    return { towers: moved(view.towers, pending.tower, pending.to), pegs: [...pegs, added] };
  }
  const towers = draft.step === "peg" ? moved(view.towers, draft.tower, draft.to) : view.towers;
  return { towers, pegs };
}

function moved(towers: readonly string[], from: string, to: string): string[] {
  return towers.map((tower) => (tower === from ? to : tower));
}

/** The same towers at their new places: those that stayed keep their names, the others take them over. */
export function follow(former: readonly Tower[], towers: readonly string[]): Tower[] {
  if (former.length !== towers.length) return towers.map((hollow, id) => ({ id, hollow }));
  const arrived = towers.filter((hollow) => !former.some((tower) => tower.hollow === hollow));
  return former.map((tower) =>
    towers.includes(tower.hollow)
      ? tower
      : { id: tower.id, hollow: arrived.shift() ?? tower.hollow },
  );
}
