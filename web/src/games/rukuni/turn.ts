import type { RukuniView } from "./wire";

export type { GroupView, RukuniView, SideView } from "./wire";
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

export function writeTurn({ tower, to, peg }: Turn): string {
  return `${tower}-${to}/${peg}`;
}
