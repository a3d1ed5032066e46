/** What the hall shows of a Rukuni table. */
export interface GroupView {
  pegs: string[];
  towers: string[];
  points: number;
}

export interface SideView {
  seat: number;
  pegs_left: number;
  points: number;
  largest: number;
  groups: GroupView[];
}

export type Reach = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface RukuniView {
  position: string;
  turn_number: number;
  to_move: number | null;
  towers: string[];
  white: SideView;
  grey: SideView;
  last: string | null;
  reach: Reach;
}

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

export function writeTurn({ tower, to, peg }: Turn): string {
  return `${tower}-${to}/${peg}`;
}
