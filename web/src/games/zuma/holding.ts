import type { Point } from "../../board/point";
import type { Layout, Plate } from "./layout";

/** Where somebody's pole and the hand around it are, and which way that hand points: radians, 0 is up. */
export interface Hold {
  readonly pole: Point;
  readonly hand: Point;
  readonly angle: number;
}

/** Of the units of the board: a pole in front. */
const POLE = 128;
/** A pole's height as part of its width, and how much of that stands above its foot. */
export const TALL = 128 / 68;
export const ABOVE_FOOT = 0.9;
/** Pixels: a narrower one is hard to hit with a finger. Nobody grabs in a replay. */
export const LEAST = 34;
export const LEAST_REPLAYED = 20;
/** A held pole is a little smaller: it is no longer to be had. */
const HELD = 0.8;
/** A hand's width as part of the pole's, and its length as part of its width. */
const HAND = 0.81;
const LONG = 120 / 88;
/** Fingers close around the lower band, so that the face is seen: so much of the pole is below. */
const GRIP = 0.2;
/** Sleeves touch their plates. */
const TOUCH = 1;
const QUARTER = Math.PI / 2;
/** One's own stands in front of the rim, where no other is near: turns to the side that are tried. */
const OWN_SIDES = [0.035, -0.035, 0.07, -0.07, 0.1, -0.1, 0];

/** How wide a pole is drawn on a board with pixels of this size. */
export function poleWidth(unit: number, scale: number, least: number): number {
  return Math.max(least, POLE * unit * scale);
}

/** A pole that is held, and the hand around it. */
export function heldSizes(unit: number, least: number): { pole: Plate; hand: Plate } {
  const width = poleWidth(unit, HELD, least);
  const hand = width * HAND;
  return { pole: { width, height: width * TALL }, hand: { width: hand, height: hand * LONG } };
}

/** With a hand that comes from the side, beside the plate, towards the board; never over it. */
export function holdSpot(
  plate: Point,
  size: Plate,
  { stage, narrow }: Pick<Layout, "stage" | "narrow">,
  { pole, hand }: { pole: Plate; hand: Plate },
): Hold {
  const middle = stage.left + stage.width / 2;
  const side = plate.x < middle + 1 ? 1 : -1;
  const angle = side * QUARTER;
  const away = hand.height / 2 + TOUCH;
  const grip = (foot: Point) => ({ x: foot.x, y: foot.y - pole.height * GRIP });
  const held = (foot: Point) => ({ pole: foot, hand: grip(foot), angle });
  if (!narrow) {
    const x = plate.x + side * (size.width / 2 + away);
    // Its head stays on the table, and the sleeve at its plate.
    const y = Math.max(plate.y + pole.height * GRIP, pole.height * ABOVE_FOOT);
    const lowest = plate.y + size.height / 2 - hand.width / 3;
    return { pole: { x, y }, hand: { x, y: Math.min(grip({ x, y }).y, lowest) }, angle };
  }
  const below = pole.height * (1 - ABOVE_FOOT);
  if (plate.y < stage.top) {
    return held({ x: plate.x, y: plate.y + size.height / 2 + pole.height * ABOVE_FOOT });
  }
  // In its corner a pole is off the board, and the sleeve comes from the edge of the screen.
  const x = plate.x - side * (size.width / 2 - away);
  return held({ x, y: plate.y - size.height / 2 - below });
}

/** How far around one's own pole stands: beside those that are still on the rim. */
export function ownSide(others: readonly number[]): number {
  const apart = (one: number, other: number) => {
    const turns = Math.abs(one - other) % 1;
    return Math.min(turns, 1 - turns);
  };
  const room = (side: number) => Math.min(1, ...others.map((other) => apart(side, other)));
  const enough = OWN_SIDES.find((side) => room(side) > 0.1);
  return enough ?? OWN_SIDES.toSorted((one, other) => room(other) - room(one))[0] ?? 0;
}

/** The same way, told so that a hand turns there by the shorter one. */
export function nearestAngle(from: number, to: number): number {
  const full = 2 * Math.PI;
  return from + ((((to - from + Math.PI) % full) + full) % full) - Math.PI;
}
