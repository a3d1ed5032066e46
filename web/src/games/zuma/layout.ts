import type { Point } from "../../board/point";
import { ABOVE_FOOT, LEAST, TALL } from "./holding";
import { FRAME, POLES_AT, RADIUS, rimPoint, TILT } from "./rim";

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
const GAP = 6;
const NARROW = 500;
const FLAT = 330;
/** Between plate and rim, of the board's width: there is room for a pole, if the page has it. */
const APART = 0.15;
/** Cards of one's own go out and come in a little below the rim. */
const OWN = 560;

export function layout(
  width: number,
  height: number,
  seats: number,
  plate: Plate,
  least = LEAST,
): Layout {
  const narrow = isNarrow(width);
  const flat = isFlat(width, height);
  const parts = Array.from({ length: seats }, (_, seat) => seat / seats);
  const above = narrow ? plate.height + GAP : flat ? 0 : topRoom(parts, plate);
  const room = narrow ? width : width - 2 * (plate.width + GAP);
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
  return !isNarrow(width) && height < FLAT;
}

/** A phone held upright has no room for plates beside the board. */
export function isNarrow(width: number): boolean {
  return width < NARROW;
}

/** A rimPoint of the board in pixels. */
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
  return parts.some(isAcross) ? plate.height + GAP : 0;
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
