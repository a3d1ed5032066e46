import type { Attachment } from "svelte/attachments";
import { DRAG_SLACK_PX, swallowClick } from "../drag";
import { distance, type Point } from "../points";
import { type Camera, panned, pinched, zoomed } from "./camera";
import type { Viewport } from "./viewport.svelte";

const WHEEL = 0.0016;

/** Drag to move the table, two fingers or the wheel to come nearer. A press without a way stays a click. */
export function gestures(viewport: Viewport): Attachment<SVGSVGElement> {
  return (table) => {
    const fingers = new Map<number, Point>();
    let start: { camera: Camera; fingers: Map<number, Point> } | null = null;
    let moving = false;
    const stop = new AbortController();
    const { signal } = stop;

    const at = (event: MouseEvent): Point => {
      const { left, top } = table.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const begin = () => {
      start = fingers.size > 0 ? { camera: viewport.camera, fingers: new Map(fingers) } : null;
    };

    table.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button !== 0) return;
        fingers.set(event.pointerId, at(event));
        moving = fingers.size > 1;
        begin();
      },
      { signal },
    );
    addEventListener(
      "pointermove",
      (event) => {
        if (!start || !fingers.has(event.pointerId)) return;
        fingers.set(event.pointerId, at(event));
        moving ||= farthest(start.fingers, fingers) > DRAG_SLACK_PX;
        if (moving) viewport.look(followed(start.camera, start.fingers, fingers));
      },
      { signal },
    );
    for (const kind of ["pointerup", "pointercancel"] as const) {
      addEventListener(
        kind,
        (event) => {
          if (!fingers.delete(event.pointerId)) return;
          if (moving) swallowClick();
          begin();
        },
        { signal },
      );
    }
    table.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        viewport.look(zoomed(viewport.camera, Math.exp(-event.deltaY * WHEEL), at(event)));
      },
      { signal, passive: false },
    );
    return () => stop.abort();
  };
}

function farthest(from: ReadonlyMap<number, Point>, to: ReadonlyMap<number, Point>): number {
  return Math.max(0, ...[...to].map(([finger, at]) => distance(from.get(finger) ?? at, at)));
}

/** Where the camera stands when these fingers have moved from there to here. */
function followed(
  camera: Camera,
  from: ReadonlyMap<number, Point>,
  to: ReadonlyMap<number, Point>,
): Camera {
  const [one, other] = [...from.keys()];
  const ways = [one, other].flatMap((finger) => {
    const [before, after] = [from.get(finger ?? -1), to.get(finger ?? -1)];
    return before && after ? [{ before, after }] : [];
  });
  const [first, second] = ways;
  if (!first) return camera;
  if (!second) {
    return panned(camera, { x: first.after.x - first.before.x, y: first.after.y - first.before.y });
  }
  return pinched(camera, [first.before, second.before], [first.after, second.after]);
}
