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
