import type { Cell, Way } from "../geometry";

export type Level = "left" | "right" | "near" | "away";

const WAYS: Readonly<Record<Level, Cell>> = {
  right: { x: 1, y: 0 },
  away: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  near: { x: 0, y: -1 },
};

/** A way on the screen, y downwards, as a way on the board when the view is turned by an angle. */
export function onBoard({ x, y }: Cell, angle: number): Cell {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos + y * sin, y: x * sin - y * cos };
}

/** The way of the board that comes nearest to a way on the screen. */
export function wayOf(swipe: Cell, angle: number): Level {
  const { x, y } = onBoard(swipe, angle);
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? "right" : "left";
  return y >= 0 ? "away" : "near";
}

/** What the player who looks from that side means by a way; about the upright axis it is the same from all. */
export function asSeen<Any extends Way>(way: Any, angle: number): Any {
  if (!(way in WAYS)) return way;
  const { x, y } = WAYS[way as Level];
  return wayOf({ x, y: -y }, angle) as Any;
}
