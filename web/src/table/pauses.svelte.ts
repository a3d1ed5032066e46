import { untrack } from "svelte";
import { Deadline } from "../board/deadline.svelte";
import type { TableSession } from "./table-session.svelte";

/** A pause may still be under way when its reason has gone. */
const UNDER_WAY_MS = 2_000;

/** Pauses the game while the page of its only person is hidden, and resumes it with a countdown. */
export class Pauses {
  private hidden = $state(document.visibilityState === "hidden");
  /** Since when, in the hall's time, this page has been looked at; null while it is hidden or has no connection. */
  private since: number | null = null;
  /** Asked once each time the page is hidden: play may go on in another tab. A tab opened in the background asks nothing. */
  private asked = this.hidden;
  private readonly start: Deadline;

  constructor(
    private readonly table: TableSession,
    private readonly reading: () => boolean,
  ) {
    this.start = new Deadline(
      () => startOf(table),
      () => table.shownTime(),
    );
    $effect(() => {
      const look = (): void => {
        this.hidden = document.visibilityState === "hidden";
      };
      document.addEventListener("visibilitychange", look);
      return () => document.removeEventListener("visibilitychange", look);
    });
    $effect(() => this.settle());
  }

  readonly playing = $derived.by(() => {
    const { status, outcome, pausable } = this.table.state;
    return pausable && status === "playing" && outcome === null;
  });
  private readonly paused = $derived.by(() => this.table.state.clock.paused);
  private readonly inSync = $derived.by(
    () => this.table.connection === "open" && this.table.state.synced,
  );
  private readonly away = $derived.by(() => this.hidden || this.reading());
  /** The seconds until the game goes on. */
  readonly seconds = $derived.by(() => (this.paused ? 0 : this.start.seconds));
  /** Whether the board is covered: a pause gives no time to think. */
  readonly covered = $derived.by(() => {
    const { status, outcome } = this.table.state;
    return status === "playing" && outcome === null && (this.paused || this.seconds > 0);
  });
  /** Whether only this person can let it go on. */
  readonly waits = $derived.by(() => this.playing && this.paused);

  resume(): void {
    this.table.ask("resume");
  }

  /** Another tab ends a pause that began while this one was looked at. */
  private end(): void {
    if (this.since !== null && this.table.shownTime() < this.since + UNDER_WAY_MS) this.resume();
  }

  private settle(): void {
    const { playing, paused, inSync, away } = this;
    if (!playing) return;
    if (away || !inSync) this.since = null;
    else this.since ??= untrack(() => this.table.shownTime());
    if (!away) this.asked = false;
    if (!inSync || away === paused) return;
    if (!away) {
      untrack(() => this.end());
    } else if (!this.asked) {
      this.asked = true;
      untrack(() => this.table.ask("pause"));
    }
  }
}

/** When the game goes on, or went on, after its latest pause. */
function startOf({ state: { clock } }: TableSession): number | null {
  return clock.paused || clock.stood === 0 ? null : clock.stood + clock.behind;
}
