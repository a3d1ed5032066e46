import { untrack } from "svelte";
import type { Play } from "./play.svelte";

const OFTEN = 100;
const SECOND = 1_000;

/** How long it takes until the hall goes on by itself. It alone says when: this only shows it. */
export class Hourglass {
  private left = $state(0);
  readonly seconds = $derived(Math.max(1, Math.ceil(this.left / SECOND)));

  constructor(play: Play) {
    this.left = untrack(() => play.left());
    $effect(() => {
      void play.view.until;
      const end = performance.now() + untrack(() => play.left());
      const turn = setInterval(() => {
        this.left = Math.max(0, end - performance.now());
      }, OFTEN);
      return () => clearInterval(turn);
    });
  }
}
