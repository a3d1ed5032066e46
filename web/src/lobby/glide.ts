import { duration } from "../ui/motion";

const GLIDES = "[data-glides]";
const GLIDE_MS = 220;

interface Place {
  x: number;
  y: number;
}

/** Where everything stands that can be pushed away; call it before that happens. */
export function places(page: Element): ReadonlyMap<HTMLElement, Place> {
  return new Map(
    [...page.querySelectorAll<HTMLElement>(GLIDES)].map((node) => [node, place(node)]),
  );
}

/** What was pushed away glides there: nothing jumps under a finger. */
export function glide(before: ReadonlyMap<HTMLElement, Place>): void {
  const time = duration(GLIDE_MS);
  if (time === 0) return;
  for (const [node, from] of before) {
    const to = place(node);
    const translate = `${from.x - to.x}px ${from.y - to.y}px`;
    if (!node.isConnected || translate === "0px 0px") continue;
    node.animate({ translate: [translate, "0px 0px"] }, { duration: time, easing: "ease-out" });
  }
}

/** On the page, wherever it is on its way just now. */
function place({ offsetLeft: x, offsetTop: y }: HTMLElement): Place {
  return { x, y };
}
