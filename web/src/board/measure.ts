import type { Room } from "./camera/camera";

/**
 * Reports an element's inner size, at first and whenever it changes. Reading it right after rendering would force a
 * layout of the whole page; the observer reports it after layout and before paint.
 */
export function measure(tell: (room: Room) => void) {
  return (node: Element): (() => void) => {
    const sizes = new ResizeObserver(() => {
      tell({ width: node.clientWidth, height: node.clientHeight });
    });
    sizes.observe(node);
    return () => sizes.disconnect();
  };
}
