import { duration } from "../../lib/motion";

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
