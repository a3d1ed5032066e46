import { swallowClick, swallowTap } from "./click";
import { distance, type Point } from "./point";

/** So many pixels a press may shake without being a drag. */
export const SLACK = 6;
/** A finger hides what is under it: what it drags is shown so far above. */
export const ABOVE_FINGER = 56;

export interface Dragged {
  /** The pointer is here, on the screen. */
  over(point: Point): void;
  /** Let go there; null when it was broken off. */
  drop(point: Point | null): void;
  /**
   * Pressed and let go on the spot, if that means anything. Browsers send no click for a finger that comes down
   * soon after a quick drag: whoever plays against time is not to lose it.
   */
  tap?(point: Point): void;
}

/** Follows one pointer from its press on something until it is let go. A press without a way is no drag. */
export function drag(press: PointerEvent, dragged: Dragged): void {
  const start = { x: press.clientX, y: press.clientY };
  const stop = new AbortController();
  let moving = false;
  const listen = (
    kind: "pointermove" | "pointerup" | "pointercancel",
    act: (point: Point) => void,
  ) => {
    const heard = (event: PointerEvent) => {
      if (event.pointerId === press.pointerId) act({ x: event.clientX, y: event.clientY });
    };
    addEventListener(kind, heard, { signal: stop.signal });
  };
  listen("pointermove", (point) => {
    moving ||= distance(point, start) > SLACK;
    if (moving) dragged.over(point);
  });
  listen("pointerup", (point) => {
    stop.abort();
    if (!moving) {
      if (dragged.tap) {
        swallowTap();
        dragged.tap(point);
      }
      return;
    }
    swallowClick();
    dragged.drop(point);
  });
  listen("pointercancel", () => {
    stop.abort();
    if (moving) dragged.drop(null);
  });
}

/** A point of the screen in the units of a drawing that fills its room by itself. */
export function inViewBox(svg: SVGSVGElement, { x, y }: Point): Point {
  return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()?.inverse());
}
