import { DRAG_SLACK_PX } from "../../../board/drag";
import { distance, type Point } from "../../../board/points";

/** What a drag from here moves: the piece in the hand, one that may be taken, or nothing but the view. */
export type Under = "held" | "piece" | "nothing";

/** What gestures do. Points are those of the screen. */
export interface Deeds {
  under(point: Point): Under;
  /** Whether a piece is in the hand, so that a swipe tumbles it. */
  holding(): boolean;
  turnView(dx: number, dy: number): void;
  /** Begins to carry what is under this point. */
  grab(point: Point, touch: boolean): void;
  carry(point: Point, touch: boolean): void;
  /** Lets go; null when the gesture was broken off. */
  letGo(point: Point | null, touch: boolean): void;
  swipe(way: Point): void;
  tap(point: Point): void;
}

/** A swipe is over in this time; what takes longer carries the piece or turns the view. */
export const SWIPE_MS = 230;
/** A swipe goes at least so many pixels, or it was a tap; at most this part of the picture. */
const SWIPE_LEAST_PX = 14;
const SWIPE_MOST = 0.45;

type Doing = "waiting" | "view" | "carrying" | "swiping";

interface Finger {
  start: Point;
  last: Point;
  under: Under;
  doing: Doing;
  touch: boolean;
  /** Until it runs out, the gesture may still become a swipe. */
  patience: ReturnType<typeof setTimeout> | undefined;
}

/** Listens to mouse and fingers on a canvas; the answer is how to stop. */
export function listen(canvas: HTMLCanvasElement, deeds: Deeds): () => void {
  const fingers = new Map<number, Finger>();
  const stop = new AbortController();
  const { signal } = stop;
  const at = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });

  const begin = (finger: Finger) => {
    clearTimeout(finger.patience);
    finger.patience = undefined;
    if (finger.doing !== "waiting" || distance(finger.last, finger.start) <= DRAG_SLACK_PX) return;
    finger.doing = finger.under === "nothing" ? "view" : "carrying";
    if (finger.doing === "carrying") {
      deeds.grab(finger.start, finger.touch);
      deeds.carry(finger.last, finger.touch);
    }
    show(finger);
  };
  const show = (finger: Finger | null) => {
    canvas.dataset.doing = finger?.doing ?? "";
  };

  const down = (event: PointerEvent) => {
    const other = event.button !== 0;
    if (other && event.button !== 2) return;
    canvas.setPointerCapture(event.pointerId);
    const point = at(event);
    const finger: Finger = {
      start: point,
      last: point,
      under: other ? "nothing" : deeds.under(point),
      doing: other ? "view" : "waiting",
      touch: event.pointerType !== "mouse",
      patience: undefined,
    };
    // While one finger carries the piece, another one can tumble it.
    if (fingers.size > 0) finger.doing = "swiping";
    else if (deeds.holding()) finger.patience = setTimeout(begin, SWIPE_MS, finger);
    fingers.set(event.pointerId, finger);
  };

  const move = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    const point = at(event);
    if (!finger) {
      if (event.pointerType === "mouse") canvas.dataset.under = deeds.under(point);
      return;
    }
    const { last } = finger;
    finger.last = point;
    if (finger.doing === "view") deeds.turnView(point.x - last.x, point.y - last.y);
    else if (finger.doing === "carrying") deeds.carry(point, finger.touch);
    else if (finger.doing === "waiting" && !maySwipe(finger)) begin(finger);
  };

  const maySwipe = ({ start, last, patience }: Finger): boolean => {
    if (patience === undefined) return false;
    const { width, height } = canvas.getBoundingClientRect();
    return distance(start, last) < SWIPE_MOST * Math.min(width, height);
  };

  const up = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    clearTimeout(finger.patience);
    show(null);
    const point = at(event);
    const way = { x: point.x - finger.start.x, y: point.y - finger.start.y };
    const swiped = Math.hypot(way.x, way.y) >= SWIPE_LEAST_PX;
    if (finger.doing === "carrying") deeds.letGo(point, finger.touch);
    else if (finger.doing === "swiping") swiped && deeds.swipe(way);
    else if (finger.doing !== "waiting") return;
    else if (swiped && finger.patience !== undefined) deeds.swipe(way);
    else deeds.tap(point);
  };

  const cancel = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    clearTimeout(finger.patience);
    show(null);
    if (finger.doing === "carrying") deeds.letGo(null, finger.touch);
  };

  canvas.addEventListener("pointerdown", down, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", up, { signal });
  canvas.addEventListener("pointercancel", cancel, { signal });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  return () => {
    stop.abort();
    for (const { patience } of fingers.values()) clearTimeout(patience);
  };
}
