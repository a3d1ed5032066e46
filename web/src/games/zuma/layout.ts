import type { Point } from "../../board/points";
import type { Colour, Pole, PoleView } from "./types";

/** The round board as it is drawn: tilted a little, so that what is across the table is farther up and smaller. */
export const TILT = 0.74;
export const RADIUS = 500;
/** How far from the middle poles stand. */
export const POLES_AT = 432;
/** What the drawing shows of the plane around the middle of the board. */
export const FRAME = { left: -520, top: -400, width: 1040, height: 850 } as const;
/** A pole across the board, measured against one in front. */
const FARTHEST = 0.76;

/** In percent of the board's width and height. */
export interface RimPoint extends Point {
  /** 1 in front of the player. */
  scale: number;
}

/** A point some way around the board: 0 is in front of the player, a quarter is to the left, a half across. */
export function rimPoint(around: number, from = POLES_AT): RimPoint {
  const angle = 2 * Math.PI * around;
  const across = -Math.sin(angle) * from;
  const near = Math.cos(angle) * from;
  return {
    x: ((across - FRAME.left) / FRAME.width) * 100,
    y: ((near * TILT - FRAME.top) / FRAME.height) * 100,
    scale: FARTHEST + ((1 - FARTHEST) * (near / RADIUS + 1)) / 2,
  };
}

const FULL = 360;

/** A pole as one seat sees it. */
export interface PoleHere {
  readonly pole: Pole;
  readonly colour: Colour;
  /** Of a whole turn, from right in front, clockwise: a quarter is to the left. */
  readonly around: number;
  readonly holder: number | null;
  /** Milliseconds for a hand from here. */
  readonly reach: number;
  /** What grabs it. */
  readonly key: string;
}

export type Where = "front" | "left" | "across" | "right";

/** Keys that lie side by side on every keyboard of our languages; those in the middle of a row of five. */
const KEYS = "DFGHJ";
const SAME = 0.01;

/** Where an angle of the table is for the one who sits at another: 0 in front, a quarter to the left. */
export function around(angle: number, near: number): number {
  return ((((angle - near) % FULL) + FULL) % FULL) / FULL;
}

/** The poles as this seat sees them, with keys from left to right. */
export function polesFrom(
  poles: readonly PoleView[],
  angles: readonly number[],
  seat: number,
): PoleHere[] {
  const seen = poles.map(({ pole, colour, angle, holder, reach }) => ({
    pole,
    colour,
    holder,
    around: around(angle, angles[seat] ?? 0),
    reach: reach[seat] ?? 0,
  }));
  const order = seen.toSorted((one, other) => {
    const [here, there] = [rimPoint(one.around), rimPoint(other.around)];
    return Math.abs(here.x - there.x) > SAME ? here.x - there.x : there.y - here.y;
  });
  return seen.map((pole) => ({ ...pole, key: KEYS.charAt(order.indexOf(pole)) }));
}

/** Where something is, in a word. */
export function where(part: number): Where {
  const eighth = Math.round(part * 12) % 12;
  if (eighth === 0) return "front";
  if (eighth < 5) return "left";
  return eighth < 8 ? "across" : "right";
}

/** How far the board turns from where it lay, the shorter way: turns, perhaps below 0 or above 1. */
export function nearestTurn(from: number, to: number): number {
  return from + ((((to - from + 0.5) % 1) + 1) % 1) - 0.5;
}

/** A held pole and the hand around it, with the hand's direction in radians, 0 is up. */
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
/** Pixels: narrower poles are hard to hit with a finger. In a replay there is no grabbing. */
export const LEAST_PX = 34;
export const LEAST_REPLAYED_PX = 20;
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

/** The board on the page, in pixels of the room it is given. */
export interface Stage {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly stage: Stage;
  /** The middles of the plates of all seats, one's own first, clockwise. One's own is where cards go out and come in. */
  readonly plates: readonly Point[];
  /** A phone held upright: plates above the board and in its lower corners. */
  readonly narrow: boolean;
}

export interface Plate {
  readonly width: number;
  readonly height: number;
}

const RATIO = FRAME.width / FRAME.height;
/** So much of the board's height a pole across stands out above it. */
const POLE_ABOVE = 0.115;
/** A pole across has its foot so far down the board. */
const FOOT_ACROSS = (-FRAME.top - POLES_AT * TILT) / FRAME.height;
const GAP_PX = 6;
const NARROW_PX = 500;
const FLAT_PX = 330;
/** Between plate and rim, of the board's width: there is room for a pole, if the page has it. */
const APART = 0.15;
/** Cards of one's own go out and come in a little below the rim. */
const OWN = 560;

export function layout(
  width: number,
  height: number,
  seats: number,
  plate: Plate,
  least = LEAST_PX,
): Layout {
  const narrow = isNarrow(width);
  const flat = isFlat(width, height);
  const parts = Array.from({ length: seats }, (_, seat) => seat / seats);
  const above = narrow ? plate.height + GAP_PX : flat ? 0 : topRoom(parts, plate);
  const room = narrow ? width : width - 2 * (plate.width + GAP_PX);
  const out = least * TALL * ABOVE_FOOT;
  const most = Math.min(
    (height - above) / (1 + POLE_ABOVE),
    (height - above - out) / (1 - FOOT_ACROSS),
  );
  const stageWidth = Math.max(0, Math.min(room, most * RATIO));
  const stageHeight = stageWidth / RATIO;
  const poles = Math.max(POLE_ABOVE * stageHeight, out - FOOT_ACROSS * stageHeight);
  const top = above + poles + Math.max(0, height - above - poles - stageHeight) / 2;
  const stage = { left: (width - stageWidth) / 2, top, width: stageWidth, height: stageHeight };
  const place = narrow ? inRows : flat ? inColumns : aroundRim;
  return { stage, plates: place(parts, stage, { width, height }, plate), narrow };
}

/** A phone on its side has no room for a plate above the board. */
export function isFlat(width: number, height: number): boolean {
  return !isNarrow(width) && height < FLAT_PX;
}

/** A phone held upright has no room for plates beside the board. */
export function isNarrow(width: number): boolean {
  return width < NARROW_PX;
}

/** A point of the board in pixels. */
export function at(stage: Stage, part: number, from?: number): Point & { scale: number } {
  const { x, y, scale } = rimPoint(part, from);
  return {
    x: stage.left + (x / 100) * stage.width,
    y: stage.top + (y / 100) * stage.height,
    scale,
  };
}

function isAcross(part: number): boolean {
  return Math.abs(part - 0.5) < 0.1;
}

function topRoom(parts: readonly number[], plate: Plate): number {
  return parts.some(isAcross) ? plate.height + GAP_PX : 0;
}

function aroundRim(parts: readonly number[], stage: Stage, room: Plate, plate: Plate): Point[] {
  const middle = at(stage, 0, 0);
  const aside = asideOf(stage, plate);
  const ahead = (stage.height * RADIUS * TILT) / FRAME.height;
  return parts.map((part, seat) => {
    if (seat === 0) return at(stage, 0, OWN);
    if (isAcross(part) && parts.length % 2 === 0) return { x: middle.x, y: plate.height / 2 };
    const side = Math.sin(2 * Math.PI * part) > 0 ? -1 : 1;
    const y = middle.y + Math.cos(2 * Math.PI * part) * ahead;
    return {
      x: within(middle.x + side * aside, plate.width, room.width),
      y: within(y, plate.height, room.height),
    };
  });
}

/** Two columns beside the board, as they sit; who is across is at the top of the left one. */
function inColumns(parts: readonly number[], stage: Stage, room: Plate, plate: Plate): Point[] {
  const middle = at(stage, 0, 0);
  const left = parts.filter((part) => part > 0 && part <= 0.5);
  const right = parts.filter((part) => part > 0.5).toReversed();
  return parts.map((part, seat) => {
    if (seat === 0) return at(stage, 0, OWN);
    const column = part <= 0.5 ? left : right;
    const side = column === left ? -1 : 1;
    const up = (column.indexOf(part) + 0.5) / column.length;
    return {
      x: within(middle.x + side * asideOf(stage, plate), plate.width, room.width),
      y: within(room.height * (1 - up), plate.height, room.height),
    };
  });
}

function asideOf(stage: Stage, plate: Plate): number {
  return stage.width * (RADIUS / FRAME.width + APART) + plate.width / 2;
}

/** Across the board in a row above it, from left to right; the nearest neighbours in the corners below. */
function inRows(parts: readonly number[], stage: Stage, room: Plate, plate: Plate): Point[] {
  const isAbove = (part: number) => Math.cos(2 * Math.PI * part) < SMALL;
  const above = parts.filter(isAbove);
  const low = Math.min(room.height, stage.top + stage.height) - plate.height / 2;
  return parts.map((part, seat) => {
    if (seat === 0) return at(stage, 0, OWN);
    if (!isAbove(part)) {
      const x = part < 0.5 ? plate.width / 2 : room.width - plate.width / 2;
      return { x, y: low };
    }
    const share = (above.indexOf(part) + 0.5) / above.length;
    return { x: within(room.width * share, plate.width, room.width), y: plate.height / 2 };
  });
}

const SMALL = 0.01;

function within(middle: number, size: number, room: number): number {
  return Math.min(room - size / 2, Math.max(size / 2, middle));
}
