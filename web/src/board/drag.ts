import { distance, type Point } from "./points";

/** Drops the click that browsers send after a drag which ends on the element where it began. */
export function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

const LATE_CLICK_MS = 700;

/** Drops the click that may follow a tap which was handled on pointerup already. */
export function swallowTap(): void {
  const done = new AbortController();
  const swallow = (event: Event) => {
    done.abort();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, signal: done.signal });
  for (const next of ["pointerdown", "keydown"]) {
    addEventListener(next, () => done.abort(), { capture: true, signal: done.signal });
  }
  setTimeout(() => done.abort(), LATE_CLICK_MS);
}

/** So many pixels a press may shake without being a drag. */
export const DRAG_SLACK_PX = 6;
/** A finger hides what is under it: what it drags is shown so far above. */
export const ABOVE_FINGER_PX = 56;

export interface Dragged {
  /** The pointer is here, on the screen. */
  over(point: Point): void;
  /** Released there; null when the drag was cancelled. */
  drop(point: Point | null): void;
  /**
   * Pressed and released on the spot. Browsers send no click for a finger that comes down soon after a quick drag,
   * and games against the clock must not lose that tap.
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
    const forward = (event: PointerEvent) => {
      if (event.pointerId === press.pointerId) act({ x: event.clientX, y: event.clientY });
    };
    addEventListener(kind, forward, { signal: stop.signal });
  };
  listen("pointermove", (point) => {
    moving ||= distance(point, start) > DRAG_SLACK_PX;
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
