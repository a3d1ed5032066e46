import { recall, remember } from "../../lib/stored";
import { arranged, moved, type Order, readOrder } from "./order";
import type { Play } from "./play.svelte";
import type { Feature } from "./tiles";

const KEPT = "unikato.rack";

/** How this player keeps the rack; remembered in this browser. */
export class RackOrder {
  private order = $state.raw<Order>(readOrder(recall(KEPT)));

  constructor(private readonly play: Play) {}

  readonly by = $derived.by(() => this.order.by);
  readonly row: string[] = $derived.by(() => arranged(this.order, this.play.rack));
  /** The tile that came to the rack last, until its player acts again. */
  readonly fresh: string | null = $derived.by(() => {
    const { looking, seq } = this.play.table.state;
    const latest = this.play.heard.findLast(
      (told) => told.actor === this.play.you && told.seq <= (looking ?? seq),
    );
    const event = latest?.event;
    const came = event?.type === "drew" || event?.type === "swapped";
    return came ? event.took : null;
  });

  /** The tile that was touched last: buttons move it along the rack. */
  private touched = $state.raw<string | null>(null);
  readonly held: string | null = $derived.by(() =>
    this.touched !== null && this.row.includes(this.touched) ? this.touched : null,
  );

  /** A tile was touched; the same one once more lets go of it. */
  touch(tile: string): void {
    this.touched = this.held === tile ? null : tile;
  }

  sort(by: Feature): void {
    this.keep({ by, row: this.row });
  }

  /** Puts a tile where another one stands; at the end when there is none. */
  put(tile: string, where: string | null): void {
    if (tile === where) return;
    const to = where === null ? this.row.length : this.row.indexOf(where);
    this.keep(moved(this.row, tile, to));
  }

  /** Moves a tile by so many places. */
  shift(tile: string, by: number): void {
    this.keep(moved(this.row, tile, this.row.indexOf(tile) + by));
  }

  private keep(order: Order): void {
    this.order = order;
    remember(KEPT, JSON.stringify(order));
  }
}
