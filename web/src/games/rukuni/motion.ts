import type { Attachment } from "svelte/attachments";
import type { Point } from "../../board/points";
import { duration } from "../../ui/motion";

export const GLIDE_MS = 200;
export const DROP_MS = 150;

const former = new WeakMap<Element, Point>();

function at({ x, y }: Point): string {
  return `translate(${x}px, ${y}px)`;
}

/** Stands at a point, and glides there from where it stood before. In the hand it just follows. */
export function glide(point: Point, held: boolean): Attachment<SVGGElement> {
  return (node) => {
    const from = former.get(node);
    former.set(node, point);
    node.style.transform = at(point);
    if (!from || held || (from.x === point.x && from.y === point.y)) return;
    node.animate([{ transform: at(from) }, { transform: at(point) }], {
      duration: duration(GLIDE_MS),
      easing: "cubic-bezier(0.3, 0, 0.2, 1)",
    });
  };
}

/** Comes down on its place from a little above it. */
export function drop(_node: Element, { delay = 0, from = 60 }: { delay?: number; from?: number }) {
  return {
    delay: duration(delay),
    duration: duration(DROP_MS),
    css: (there: number) =>
      `opacity: ${Math.min(1, there * 2)}; transform: translateY(${(there - 1) * from}px)`,
  };
}
