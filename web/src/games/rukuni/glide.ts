import type { Attachment } from "svelte/attachments";
import { lasting } from "../../lib/calm";

export const GLIDE = 200;
export const DROP = 150;

export interface Spot {
  x: number;
  y: number;
}

const former = new WeakMap<Element, Spot>();

export function at({ x, y }: Spot): string {
  return `translate(${x}px, ${y}px)`;
}

/** Stands at a spot, and glides there from where it stood before. In the hand it just follows. */
export function glide(spot: Spot, held: boolean): Attachment<SVGGElement> {
  return (node) => {
    const from = former.get(node);
    former.set(node, spot);
    node.style.transform = at(spot);
    if (!from || held || (from.x === spot.x && from.y === spot.y)) return;
    node.animate([{ transform: at(from) }, { transform: at(spot) }], {
      duration: lasting(GLIDE),
      easing: "cubic-bezier(0.3, 0, 0.2, 1)",
    });
  };
}

/** A peg drops into its hollow, after the tower has arrived if one is on its way. */
export function drop(_node: Element, { delay }: { delay: number }) {
  return {
    delay: lasting(delay),
    duration: lasting(DROP),
    css: (there: number) =>
      `opacity: ${Math.min(1, there * 2)}; transform: translateY(${(there - 1) * 60}px)`,
  };
}
