import { untrack } from "svelte";
import { hallClock } from "../net/hall-clock";

const TICK_INTERVAL_MS = 100;
const SECOND_MS = 1_000;

/** How long it takes until a moment of the hall's time, or of a table's. The hall alone acts then: this only shows it. */
export class Deadline {
  /** In milliseconds; 0 from that moment on, and where there is none. */
  left = $state(0);
  readonly seconds = $derived(Math.ceil(this.left / SECOND_MS));

  constructor(
    until: () => number | null,
    private readonly time: () => number = () => hallClock.now(),
  ) {
    this.look(untrack(until));
    $effect(() => {
      const moment = until();
      this.look(moment);
      if (moment === null) return;
      // Looked at anew each time: the clock may be put right meanwhile.
      const turn = setInterval(() => this.look(moment), TICK_INTERVAL_MS);
      return () => clearInterval(turn);
    });
  }

  private look(moment: number | null): void {
    this.left = moment === null ? 0 : Math.max(0, moment - this.time());
  }
}
