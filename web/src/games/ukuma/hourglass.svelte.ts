import { Deadline } from "../../lib/deadline.svelte";
import type { Play } from "./play.svelte";

/** How long it takes until the hall goes on by itself. It alone says when: this only shows it. */
export class Hourglass {
  private readonly deadline: Deadline;
  readonly seconds = $derived.by(() => Math.max(1, this.deadline.seconds));

  constructor(play: Play) {
    this.deadline = new Deadline(() => play.view.until);
  }
}
