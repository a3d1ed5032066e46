import { duration } from "../../ui/motion";

const DROP = 180;
const BETWEEN = 90;

/** A tile comes down on the table; those of a chain one after the other. */
export function dropped(_node: Element, { step }: { step: number }) {
  return {
    delay: duration(Math.max(0, step) * BETWEEN),
    duration: duration(step < 0 ? 0 : DROP),
    css: (there: number) =>
      `opacity: ${Math.min(1, there * 2)}; transform: translateY(${(there - 1) * 46}px)`,
  };
}
