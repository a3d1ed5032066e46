import type { Attachment } from "svelte/attachments";
import { swallowClick } from "../../lib/swallow";
import { type Camera, panned, pinched, type Spot, zoomed } from "./camera";

const SLACK = 6;
const WHEEL = 0.0016;

export interface Looking {
  camera(): Camera;
  look(camera: Camera): void;
}

/** Drag to move the table, two fingers or the wheel to come nearer. A press without a way stays a click. */
export function gestures(looking: Looking): Attachment<SVGSVGElement> {
  return (table) => {
    const fingers = new Map<number, Spot>();
    let start: { camera: Camera; fingers: Map<number, Spot> } | null = null;
    let moving = false;
    const stop = new AbortController();
    const { signal } = stop;

    const spot = (event: MouseEvent): Spot => {
      const { left, top } = table.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const begin = () => {
      start = fingers.size > 0 ? { camera: looking.camera(), fingers: new Map(fingers) } : null;
    };

    table.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button !== 0) return;
        fingers.set(event.pointerId, spot(event));
        moving = fingers.size > 1;
        begin();
      },
      { signal },
    );
    addEventListener(
      "pointermove",
      (event) => {
        if (!start || !fingers.has(event.pointerId)) return;
        fingers.set(event.pointerId, spot(event));
        moving ||= farthest(start.fingers, fingers) > SLACK;
        if (moving) looking.look(followed(start.camera, start.fingers, fingers));
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
        looking.look(zoomed(looking.camera(), Math.exp(-event.deltaY * WHEEL), spot(event)));
      },
      { signal, passive: false },
    );
    return () => stop.abort();
  };
}

function farthest(from: ReadonlyMap<number, Spot>, to: ReadonlyMap<number, Spot>): number {
  return Math.max(0, ...[...to].map(([finger, at]) => apart(from.get(finger) ?? at, at)));
}

function apart(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Where the camera stands when these fingers have moved from there to here. */
function followed(
  camera: Camera,
  from: ReadonlyMap<number, Spot>,
  to: ReadonlyMap<number, Spot>,
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
