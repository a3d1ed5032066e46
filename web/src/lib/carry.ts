import { swallowClick } from "./swallow";

const SLACK = 7;

/** A point of the screen. */
export interface Spot {
  x: number;
  y: number;
}

export interface Carried {
  /** The pointer is here, on the screen. */
  over(spot: Spot): void;
  /** Let go there; null when it was broken off. */
  drop(spot: Spot | null): void;
}

/** Follows one pointer from its press on something until it is let go. A press without a way is no carrying. */
export function carry(press: PointerEvent, carried: Carried): void {
  let moving = false;
  const stop = new AbortController();
  const listen = (
    kind: "pointermove" | "pointerup" | "pointercancel",
    act: (spot: Spot) => void,
  ) => {
    const heard = (event: PointerEvent) => {
      if (event.pointerId === press.pointerId) act({ x: event.clientX, y: event.clientY });
    };
    addEventListener(kind, heard, { signal: stop.signal });
  };
  listen("pointermove", (spot) => {
    moving ||= Math.hypot(spot.x - press.clientX, spot.y - press.clientY) > SLACK;
    if (moving) carried.over(spot);
  });
  listen("pointerup", (spot) => {
    stop.abort();
    if (!moving) return;
    swallowClick();
    carried.drop(spot);
  });
  listen("pointercancel", () => {
    stop.abort();
    if (moving) carried.drop(null);
  });
}
