import { untrack } from "svelte";
import { duration } from "../../lib/motion";
import { nearestTurn } from "./around";

const TURNING = 250;

/** How the board lies while it is being turned: the shorter way around, in turns. */
export class Turning {
  now = $state(0);

  constructor(to: () => number) {
    this.now = untrack(to);
    $effect(() => {
      const from = untrack(() => this.now);
      const goal = nearestTurn(from, to());
      const takes = duration(TURNING);
      const start = performance.now();
      let frame = 0;
      const run = (moment: number) => {
        const part = takes > 0 ? Math.min(1, Math.max(0, moment - start) / takes) : 1;
        this.now = from + (goal - from) * eased(part);
        if (part < 1) frame = requestAnimationFrame(run);
      };
      run(start);
      return () => cancelAnimationFrame(frame);
    });
  }
}

/** Slow, fast, slow. */
function eased(part: number): number {
  return part * part * (3 - 2 * part);
}
