const wish = matchMedia("(prefers-reduced-motion: reduce)");

/** How long something may move: not at all for those who asked for calm. */
export function duration(milliseconds: number): number {
  return wish.matches ? 0 : milliseconds;
}
