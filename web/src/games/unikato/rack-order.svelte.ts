import { recall, remember } from "../../startup/stored";
import type { UnikatoSession } from "./session.svelte";
import { FEATURES, type Feature, rank } from "./tiles";

/** How a player keeps the rack: sorted by a feature, or in an order made by hand. */
export interface Order {
  by: Feature | "hand";
  row: readonly string[];
}

export const BY_HAND: Order = { by: "hand", row: [] };

/** By one feature first, then by the others. */
export function sorted(tiles: readonly string[], by: Feature): string[] {
  const keys = [by, ...FEATURES.filter((feature) => feature !== by)];
  return tiles.toSorted((one, other) => {
    const key = keys.find((feature) => rank(one, feature) !== rank(other, feature));
    return key === undefined ? 0 : rank(one, key) - rank(other, key);
  });
}

/** The rack as its player keeps it; by hand, new tiles come last. */
export function arranged(order: Order, rack: readonly string[]): string[] {
  if (order.by !== "hand") return sorted(rack, order.by);
  const kept = order.row.filter((tile) => rack.includes(tile));
  return [...kept, ...rack.filter((tile) => !kept.includes(tile))];
}

/** The order after a tile was put where another one stands. */
export function moved(row: readonly string[], tile: string, to: number): Order {
  const others = row.filter((other) => other !== tile);
  const index = Math.max(0, Math.min(others.length, to));
  return { by: "hand", row: [...others.slice(0, index), tile, ...others.slice(index)] };
}

export function readOrder(text: string | null): Order {
  try {
    const { by, row } = JSON.parse(text ?? "") as Order;
    const known = by === "hand" || FEATURES.includes(by);
    return known && Array.isArray(row) ? { by, row } : BY_HAND;
  } catch {
    return BY_HAND;
  }
}

const KEPT = "unikato.rack";

/** How this player keeps the rack; remembered in this browser. */
export class RackOrder {
  private order = $state.raw<Order>(readOrder(recall(KEPT)));

  constructor(private readonly session: UnikatoSession) {}

  readonly by = $derived.by(() => this.order.by);
  readonly row: string[] = $derived.by(() => arranged(this.order, this.session.rack));
  /** The tile that came to the rack last, until its player acts again. */
  readonly fresh: string | null = $derived.by(() => {
    const { looking, seq } = this.session.table.state;
    const latest = this.session.events.findLast(
      (told) => told.actor === this.session.you && told.seq <= (looking ?? seq),
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
