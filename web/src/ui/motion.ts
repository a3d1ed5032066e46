/** How long something may move: not at all with reduced motion. */
export function duration(milliseconds: number): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : milliseconds;
}
