import type { Point } from "../../board/point";

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
