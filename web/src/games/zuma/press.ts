import { DRAG_SLACK_PX } from "../../board/drag";
import { distance } from "../../board/points";

/** Pointers that went down on a card and are not up yet: a hand that lies on the cards grabs nothing. */
const onCards = new Set<number>();

/** A card was pressed: until this pointer is lifted no pole is grabbed. */
export function pressCard({ pointerId }: PointerEvent): void {
  onCards.add(pointerId);
  const up = new AbortController();
  for (const kind of ["pointerup", "pointercancel"] as const) {
    const lifted = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      onCards.delete(pointerId);
      up.abort();
    };
    addEventListener(kind, lifted, { signal: up.signal, capture: true });
  }
}

/**
 * A pole was pressed. Once hands are reaching out, and with a mouse, that grabs at once; a finger that may want to
 * scroll grabs when it is lifted on the spot, as scrolling must not cost strokes.
 */
export function touched(event: PointerEvent, atOnce: boolean, grab: () => void): void {
  if (event.button !== 0 || onCards.size > 0) return;
  if (atOnce || event.pointerType === "mouse") {
    grab();
    return;
  }
  const start = { x: event.clientX, y: event.clientY };
  const stop = new AbortController();
  const followed = (act: (other: PointerEvent) => void) => (other: PointerEvent) => {
    if (other.pointerId === event.pointerId) act(other);
  };
  const lifted = followed(({ clientX: x, clientY: y }) => {
    stop.abort();
    if (distance(start, { x, y }) <= DRAG_SLACK_PX && onCards.size === 0) grab();
  });
  addEventListener("pointerup", lifted, { signal: stop.signal });
  addEventListener(
    "pointercancel",
    followed(() => stop.abort()),
    { signal: stop.signal },
  );
}
