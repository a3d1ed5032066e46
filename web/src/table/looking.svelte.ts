import type { Playing } from "../games/face";
import { lines, moment, neighbour, stopsIn } from "./moments";
import type { Replay } from "./replay.svelte";
import type { Table } from "./table.svelte";

/** Which moment of the history is looked at, and how to get to another one. */
export class Looking {
  constructor(
    private readonly table: Table,
    private readonly playing: Playing,
    /** The replay, while it is open: then the moves lead to its moments. */
    private readonly replay: () => Replay | null,
  ) {}

  readonly list = $derived.by(() => {
    const { heard, seatNews } = this.table.state;
    return lines(heard, seatNews, this.playing.notation);
  });
  private readonly start = $derived.by(
    () => this.table.state.heard.find(({ actor }) => actor === null)?.seq ?? 1,
  );
  readonly stops = $derived.by(() => stopsIn(this.start, this.list));
  readonly here = $derived.by(() => moment(this.stops, this.table.state.looking));

  at(seq: number): void {
    const replay = this.replay();
    if (replay) replay.jump(seq);
    else this.table.look(seq);
  }

  step(by: number): void {
    this.at(neighbour(this.stops, this.here, by));
  }
}
