import { untrack } from "svelte";

const OFTEN = 100;
const SECOND = 1_000;

/** How long it takes until the hall goes on by itself. It alone says when: this only shows it. */
export class Deadline {
  private left = $state(0);
  readonly seconds = $derived(Math.max(0, Math.ceil(this.left / SECOND)));

  /** `left` gives the milliseconds that are left by the hall's clock. */
  constructor(left: () => number) {
    this.left = untrack(left);
    $effect(() => {
      const end = performance.now() + left();
      const turn = setInterval(() => {
        this.left = Math.max(0, end - performance.now());
      }, OFTEN);
      return () => clearInterval(turn);
    });
  }
}
