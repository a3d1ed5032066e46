import { untrack } from "svelte";
import { duration } from "../../ui/motion";
import { nearestTurn } from "./layout";

export interface Span {
  since: number;
  until: number;
}

const CALM = 200;

/** How much of a beat has gone, by the table's clock. The hall alone calls: this only shows it. */
export class BeatClock {
  /** 0 to 1; 0 where no time runs. */
  share = $state(0);

  constructor(
    span: () => Span | null,
    private readonly time: () => number,
  ) {
    $effect(() => {
      const running = span();
      this.look(running);
      if (running === null) return;
      if (duration(1) === 0) {
        const turn = setInterval(() => this.look(running), CALM);
        return () => clearInterval(turn);
      }
      let frame = 0;
      const run = () => {
        this.look(running);
        frame = requestAnimationFrame(run);
      };
      frame = requestAnimationFrame(run);
      return () => cancelAnimationFrame(frame);
    });
  }

  private look(running: Span | null): void {
    if (running === null) this.share = 0;
    else {
      const { since, until } = running;
      this.share = Math.min(1, Math.max(0, (this.time() - since) / Math.max(1, until - since)));
    }
  }
}

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
