import type { Room } from "./camera/camera";

/**
 * Tells the size of what an element has room for, at first and whenever it changes. Asked for it right after it was
 * drawn, the browser would have to lay the whole page out at once; as it is, it tells when it has done so, before it
 * paints.
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
