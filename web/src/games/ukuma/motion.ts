import { duration } from "../../ui/motion";

const DROP_MS = 170;
const BACK_MS = 180;
const FLIP_MS = 220;

/** The other's card comes down on the table; what one laid oneself is there already. */
export function dropped(_node: Element, { own }: { own: boolean }) {
  return {
    duration: duration(own ? 0 : DROP_MS),
    css: (there: number) =>
      `opacity: ${Math.min(1, there * 3)}; transform: scale(${1.5 - there / 2})`,
  };
}

/** A card comes into the hand: back from where it lay on the table, or turned over. */
export function taken(node: Element, { from }: { from: DOMRect | null }) {
  const to = node.getBoundingClientRect();
  if (!from || to.width === 0) {
    return {
      duration: duration(FLIP_MS),
      css: (there: number) => `transform: rotateY(${(1 - there) * 90}deg)`,
    };
  }
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const small = from.width / to.width;
  return {
    duration: duration(BACK_MS),
    css: (_there: number, away: number) =>
      `transform: translate(${x * away}px, ${y * away}px) scale(${1 + (small - 1) * away})`,
  };
}
