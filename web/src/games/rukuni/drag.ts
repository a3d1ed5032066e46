import { swallowClick } from "../../lib/swallow";
import type { Spot } from "./glide";

const SLACK = 6;

interface Drag {
  start: Spot;
  moving: boolean;
}

export interface Dragged {
  /** Where the pointer is, on the board. */
  over(spot: Spot): void;
  /** Let go there; null when the drag was broken off. */
  drop(spot: Spot | null): void;
}

/** Follows one pointer from its press on a tower until it is let go. A press without a way is no drag. */
export function drag(svg: SVGSVGElement, press: PointerEvent, dragged: Dragged): void {
  const drag: Drag = { start: { x: press.clientX, y: press.clientY }, moving: false };
  const stop = new AbortController();
  const listen = (kind: "pointermove" | "pointerup" | "pointercancel", act: Listener) =>
    addEventListener(kind, (event) => event.pointerId === press.pointerId && act(event), {
      signal: stop.signal,
    });
  listen("pointermove", (event) => {
    drag.moving ||= Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y) > SLACK;
    if (drag.moving) dragged.over(onBoard(svg, event));
  });
  listen("pointerup", (event) => {
    stop.abort();
    if (!drag.moving) return;
    swallowClick();
    dragged.drop(onBoard(svg, event));
  });
  listen("pointercancel", () => {
    stop.abort();
    if (drag.moving) dragged.drop(null);
  });
}

type Listener = (event: PointerEvent) => void;

function onBoard(svg: SVGSVGElement, event: PointerEvent): Spot {
  const toBoard = svg.getScreenCTM()?.inverse();
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(toBoard);
}
